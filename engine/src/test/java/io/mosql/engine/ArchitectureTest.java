package io.mosql.engine;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.Architectures.LayeredArchitecture;
import java.util.Arrays;
import java.util.List;

/**
 * Architecture rules: the engine combines the modules, and the modules have the layers of the
 * design.
 */
@AnalyzeClasses(packages = "io.mosql", importOptions = ImportOption.DoNotIncludeTests.class)
final class ArchitectureTest {
  @ArchTest
  static final ArchRule LAYERS =
      layeredArchitecture()
          .consideringOnlyDependenciesInLayers()
          .layer("core")
          .definedBy("io.mosql.core..")
          .layer("storage")
          .definedBy("io.mosql.storage..")
          .layer("consensus")
          .definedBy("io.mosql.consensus..")
          .layer("sql")
          .definedBy("io.mosql.sql..")
          .layer("engine")
          .definedBy("io.mosql.engine..")
          .layer("jdbc")
          .definedBy("io.mosql.jdbc..")
          .whereLayer("engine")
          .mayNotBeAccessedByAnyLayer()
          .whereLayer("sql")
          .mayOnlyBeAccessedByLayers("engine")
          .whereLayer("storage")
          .mayOnlyBeAccessedByLayers("sql", "engine")
          .whereLayer("consensus")
          .mayOnlyBeAccessedByLayers("engine")
          .whereLayer("jdbc")
          .mayNotBeAccessedByAnyLayer();

  @ArchTest
  static final ArchRule ENGINE_KNOWS_NO_FRAMEWORK =
      classes()
          .that()
          .resideInAPackage("io.mosql.engine..")
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "io.mosql..",
              "java..",
              "javax.crypto..",
              "com.ongres.saslprep..",
              "com.ongres.stringprep..",
              "org.jspecify.annotations..");

  @ArchTest
  static final ArchRule ROOMS =
      rooms(
          "io.mosql.engine",
          """
          database ->
          options -> database
          account -> database options
          tool -> database options
          cluster -> account database options
          engine -> account cluster database options
          """);

  @ArchTest
  static final ArchRule NOBODY_READS_JAVA_OBJECTS =
      noClasses()
          .should()
          .dependOnClassesThat()
          .haveFullyQualifiedName("java.io.ObjectInputStream");

  @ArchTest
  static final ArchRule NO_CYCLES = slices().matching("io.mosql.(**)").should().beFreeOfCycles();

  /** Each line: a package of the root, and the packages of the root that it may use. */
  private static LayeredArchitecture rooms(String root, String table) {
    LayeredArchitecture rooms =
        layeredArchitecture()
            .consideringOnlyDependenciesInLayers()
            .ensureAllClassesAreContainedInArchitectureIgnoring(
                resideOutsideOfPackage(root + ".."));
    List<String[]> lines = table.lines().map(line -> line.replace(" ->", "").split(" ")).toList();
    for (String[] line : lines) {
      String room = line[0];
      rooms = rooms.layer(room).definedBy(root.endsWith("." + room) ? root : root + "." + room);
    }
    for (String[] line : lines) {
      var room = rooms.whereLayer(line[0]);
      rooms =
          line.length == 1
              ? room.mayNotAccessAnyLayer()
              : room.mayOnlyAccessLayers(Arrays.copyOfRange(line, 1, line.length));
    }
    return rooms;
  }
}

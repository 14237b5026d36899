package io.mosql.jdbc;

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

@AnalyzeClasses(packages = "io.mosql.jdbc", importOptions = ImportOption.DoNotIncludeTests.class)
final class ArchitectureTest {
  @ArchTest
  static final ArchRule dependsOnCoreAndTheJdkOnly =
      classes()
          .that()
          .doNotHaveFullyQualifiedName("io.mosql.jdbc.remote.ScramAuthentication")
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "io.mosql.jdbc..",
              "io.mosql.core..",
              "java..",
              "javax.sql..",
              "javax.net..",
              "javax.transaction.xa..",
              "org.jspecify..",
              "org.osgi..");

  @ArchTest
  static final ArchRule osgiIsUsedInItsPackage =
      noClasses()
          .that()
          .resideOutsideOfPackage("io.mosql.jdbc.osgi")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("org.osgi..");

  @ArchTest
  static final ArchRule scramIsUsedInOnePlace =
      noClasses()
          .that()
          .doNotHaveFullyQualifiedName("io.mosql.jdbc.remote.ScramAuthentication")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("com.ongres..");

  @ArchTest
  static final ArchRule isFreeOfCycles =
      slices().matching("io.mosql.(**)").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule rooms =
      rooms(
          "io.mosql.jdbc",
          """
          base ->
          remote -> base
          conversion -> base
          session -> base remote
          metadata -> base
          result -> base
          jdbc -> base conversion metadata remote result session
          osgi -> jdbc
          """);

  @ArchTest
  static final ArchRule onlyDriverAndDataSourceArePublic =
      classes()
          .that()
          .resideInAPackage("io.mosql.jdbc")
          .and()
          .arePublic()
          .and()
          .areTopLevelClasses()
          .should()
          .haveSimpleNameStartingWith("Mosql");

  @ArchTest
  static final ArchRule ofTheRemotePackageOnlyWhatTheDriverNeedsIsPublic =
      classes()
          .that()
          .resideInAPackage("io.mosql.jdbc.remote")
          .and()
          .arePublic()
          .and()
          .areTopLevelClasses()
          .should()
          .haveSimpleNameStartingWith("Remote");

  @ArchTest
  static final ArchRule readsNoForeignObjects =
      noClasses()
          .should()
          .dependOnClassesThat()
          .haveFullyQualifiedName("java.io.ObjectInputStream");

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

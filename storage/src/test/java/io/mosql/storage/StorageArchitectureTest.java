package io.mosql.storage;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.equivalentTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.Architectures.LayeredArchitecture;
import io.mosql.core.port.LogStamp;
import io.mosql.storage.certify.Certifier;
import io.mosql.storage.certify.ReadValidator;
import io.mosql.storage.version.Fingerprint;
import io.mosql.storage.version.Root;
import io.mosql.storage.version.TentativeRoot;
import java.util.Arrays;
import java.util.List;

/** Storage depends on core alone, and its packages have no cycles. */
@AnalyzeClasses(packages = "io.mosql.storage", importOptions = DoNotIncludeTests.class)
class StorageArchitectureTest {
  @ArchTest
  static final ArchRule STANDS_ON_CORE =
      classes()
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "io.mosql.storage..", "io.mosql.core..", "java..", "org.jspecify.annotations..");

  @ArchTest
  static final ArchRule HAS_NO_CYCLES =
      slices().matching("io.mosql.(**)").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule ROOMS =
      rooms(
          "io.mosql.storage",
          """
          error ->
          bytes -> error
          tree -> error
          page -> error tree
          version -> bytes error tree
          lock -> error version
          certify -> bytes error lock tree version
          object -> error
          record -> bytes error version
          commit -> bytes certify error record tree version
          checkpoint -> commit error page tree version
          transaction -> bytes certify commit error lock object tree version
          backup -> checkpoint error page
          storage -> bytes certify checkpoint commit error lock object page record transaction tree version
          """);

  /** Roots are pure: their classes depend on no thread, clock or log, except its stamp. */
  @ArchTest
  static final ArchRule CERTIFIER_IS_PURE =
      classes()
          .that()
          .haveSimpleNameEndingWith("Codec")
          .or()
          .belongToAnyOf(
              Certifier.class,
              ReadValidator.class,
              Root.class,
              TentativeRoot.class,
              Fingerprint.class)
          .should()
          .onlyDependOnClassesThat(
              equivalentTo(LogStamp.class)
                  .or(
                      resideInAnyPackage(
                          "io.mosql.storage..",
                          "io.mosql.core.codec",
                          "io.mosql.core.error",
                          "io.mosql.core.type",
                          "java.lang..",
                          "java.util",
                          "java.util.function",
                          "java.util.zip",
                          "java.math",
                          "java.nio",
                          "org.jspecify.annotations..")));

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

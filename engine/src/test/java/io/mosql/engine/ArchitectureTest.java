package io.mosql.engine;

import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.name;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.Architectures.LayeredArchitecture;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Architecture rules of the engine. The rules between modules are those of the server, which sees
 * all modules.
 */
@AnalyzeClasses(packages = "io.mosql.engine", importOptions = ImportOption.DoNotIncludeTests.class)
final class ArchitectureTest {
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
          error ->
          database -> error
          options -> database error
          account -> database error options
          tool -> database error options
          cluster -> account database error options
          engine -> account cluster database error options
          """);

  /** Time and randomness come through the ports {@code Clock} and {@code RandomSource}. */
  @ArchTest
  static final ArchRule TIME_AND_RANDOMNESS_COME_THROUGH_PORTS =
      noClasses()
          .that()
          .resideInAPackage("io.mosql.engine..")
          .should()
          .callMethod(System.class, "nanoTime")
          .orShould()
          .callMethod(System.class, "currentTimeMillis")
          .orShould()
          .callMethod(Math.class, "random")
          .orShould()
          .callMethod(UUID.class, "randomUUID")
          .orShould()
          .callMethodWhere(target(name("now")).and(target(owner(resideInAPackage("java.time..")))))
          .orShould()
          .dependOnClassesThat()
          .belongToAnyOf(
              java.time.Clock.class,
              Random.class,
              SecureRandom.class,
              SplittableRandom.class,
              ThreadLocalRandom.class);

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

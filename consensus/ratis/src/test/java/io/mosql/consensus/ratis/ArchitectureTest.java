package io.mosql.consensus.ratis;

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
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import org.apache.ratis.protocol.ClientId;

/**
 * Architecture rules: the replicated log uses only the ports of core and Ratis, and no other module
 * uses Ratis.
 */
@AnalyzeClasses(packages = "io.mosql", importOptions = ImportOption.DoNotIncludeTests.class)
final class ArchitectureTest {
  @ArchTest
  static final ArchRule KNOWS_PORTS_AND_RATIS =
      classes()
          .that()
          .resideInAPackage("io.mosql.consensus.ratis..")
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "io.mosql.consensus.ratis..",
              "io.mosql.core.port..",
              "io.mosql.core.error..",
              "java..",
              "org.apache.ratis..",
              "org.jspecify.annotations..",
              "org.slf4j..");

  @ArchTest
  static final ArchRule NOBODY_ELSE_KNOWS_RATIS =
      noClasses()
          .that()
          .resideOutsideOfPackage("io.mosql.consensus.ratis..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("org.apache.ratis..");

  @ArchTest
  static final ArchRule NOBODY_READS_JAVA_OBJECTS =
      noClasses()
          .should()
          .dependOnClassesThat()
          .haveFullyQualifiedName("java.io.ObjectInputStream");

  @ArchTest
  static final ArchRule ROOMS =
      rooms(
          "io.mosql.consensus.ratis",
          """
          checkpoint ->
          error ->
          files -> error
          settings ->
          transport ->
          group -> error files settings
          delivery -> checkpoint error files group
          ratis -> checkpoint delivery error group settings transport
          """);

  /**
   * Time and randomness come through the ports {@code Clock} and {@code RandomSource}, except in
   * waits for threads and responses that have no other clock than the system's.
   */
  @ArchTest
  static final ArchRule TIME_AND_RANDOMNESS_COME_THROUGH_PORTS =
      noClasses()
          .that()
          .resideInAPackage("io.mosql.consensus.ratis..")
          .and()
          .doNotHaveSimpleName("BoundedCall")
          .and()
          .doNotHaveSimpleName("AcknowledgedChunks")
          .should()
          .callMethod(System.class, "nanoTime")
          .orShould()
          .callMethod(System.class, "currentTimeMillis")
          .orShould()
          .callMethod(Math.class, "random")
          .orShould()
          .callMethod(UUID.class, "randomUUID")
          .orShould()
          .callMethod(ClientId.class, "randomId")
          .orShould()
          .dependOnClassesThat()
          .belongToAnyOf(
              java.time.Clock.class, Random.class, SecureRandom.class, ThreadLocalRandom.class);

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

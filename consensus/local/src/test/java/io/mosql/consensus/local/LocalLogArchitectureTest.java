package io.mosql.consensus.local;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** The logs of one machine depend only on core's ports. */
@AnalyzeClasses(
    packages = "io.mosql.consensus",
    importOptions = ImportOption.DoNotIncludeTests.class)
final class LocalLogArchitectureTest {
  @ArchTest
  static final ArchRule KNOWS_CORE_ALONE =
      noClasses()
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "io.mosql.storage..",
              "io.mosql.sql..",
              "io.mosql.engine..",
              "io.mosql.jdbc..",
              "io.mosql.server..",
              "io.mosql.testkit..",
              "io.mosql.core.session..",
              "io.mosql.core.files..");

  @ArchTest
  static final ArchRule TOUCHES_FILES_THROUGH_THE_PORT =
      noClasses()
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("java.nio.file..", "java.nio.channels..", "java.net..")
          .orShould()
          .dependOnClassesThat()
          .haveFullyQualifiedName("java.io.File")
          .orShould()
          .callMethod(System.class, "nanoTime")
          .orShould()
          .callMethod(System.class, "currentTimeMillis");

  @ArchTest
  static final ArchRule NO_CYCLES = slices().matching("io.mosql.(**)").should().beFreeOfCycles();
}

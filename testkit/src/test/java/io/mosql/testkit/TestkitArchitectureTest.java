package io.mosql.testkit;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.syntax.ArchRuleDefinition;
import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition;

/**
 * The test kit serves every module, so it may depend only on core, and on the libraries that run
 * its scripts.
 */
@AnalyzeClasses(packages = "io.mosql.testkit", importOptions = DoNotIncludeTests.class)
class TestkitArchitectureTest {
  @ArchTest
  static final ArchRule KNOWS_CORE_ALONE =
      ArchRuleDefinition.classes()
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "io.mosql.testkit..",
              "io.mosql.core..",
              "java..",
              "net.hydromatic.quidem..",
              "org.assertj..",
              "org.junit..",
              "org.jspecify.annotations..");

  @ArchTest
  static final ArchRule NO_CYCLES =
      SlicesRuleDefinition.slices().matching("io.mosql.(**)").should().beFreeOfCycles();
}

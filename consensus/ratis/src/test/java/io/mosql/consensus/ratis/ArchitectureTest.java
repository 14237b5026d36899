package io.mosql.consensus.ratis;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** The replicated log knows core's ports and Ratis, and is the only one that knows Ratis. */
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
}

package io.mosql.sql.planner;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** The planner depends on the catalog, but not on the executor or on stored data. */
@AnalyzeClasses(
    packages = "io.mosql.sql.planner",
    importOptions = ImportOption.DoNotIncludeTests.class)
final class PlannerArchitectureTest {
  @ArchTest
  static final ArchRule DEPENDS_ON_CATALOG_AND_PLAN =
      classes()
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "io.mosql.sql.planner..",
              "io.mosql.sql.function..",
              "io.mosql.sql.algebra",
              "io.mosql.sql.catalog",
              "io.mosql.sql.error",
              "io.mosql.sql.inverted",
              "io.mosql.sql.view",
              "io.mosql.sql.parser..",
              "io.mosql.core..",
              "io.mosql.storage.version",
              "org.apache.calcite..",
              "org.jspecify..",
              "com.google.common..",
              "org.checkerframework..",
              "java..");

  @ArchTest
  static final ArchRule GENERATES_NO_CODE =
      noClasses()
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("org.apache.calcite.adapter.enumerable..", "org.codehaus..");
}

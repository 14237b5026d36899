package io.mosql.sql.parser;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** The parser knows core and Calcite's trees, nothing else of ours, and has no cycles. */
@AnalyzeClasses(
    packages = "io.mosql.sql.parser",
    importOptions = ImportOption.DoNotIncludeTests.class)
final class ParserArchitectureTest {
  @ArchTest
  static final ArchRule noCycles = slices().matching("io.mosql.sql.(**)").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule treesKnowNoGrammar =
      noClasses()
          .that()
          .resideInAPackage("..parser.ast..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("..parser.impl..");

  @ArchTest
  static final ArchRule knowsCoreAlone =
      noClasses()
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "io.mosql.storage..",
              "io.mosql.consensus..",
              "io.mosql.engine..",
              "io.mosql.jdbc..",
              "io.mosql.sql.catalog..",
              "io.mosql.sql.algebra..");
}

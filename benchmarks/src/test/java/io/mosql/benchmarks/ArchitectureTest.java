package io.mosql.benchmarks;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** Dependency rules of the benchmarks: plain JDBC, identical for every database. */
@AnalyzeClasses(packages = "io.mosql.benchmarks", importOptions = DoNotIncludeTests.class)
final class ArchitectureTest {
  @ArchTest
  static final ArchRule SPEAKS_PLAIN_JDBC =
      noClasses()
          .that()
          .resideInAPackage("io.mosql.benchmarks..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "io.mosql.core..",
              "io.mosql.storage..",
              "io.mosql.consensus..",
              "io.mosql.sql..",
              "io.mosql.engine..",
              "io.mosql.server..",
              "io.mosql.jdbc..",
              "org.h2..",
              "org.postgresql..",
              "org.mariadb..",
              "org.duckdb..");

  @ArchTest
  static final ArchRule NO_CYCLES = slices().matching("io.mosql.(**)").should().beFreeOfCycles();
}

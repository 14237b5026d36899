package io.mosql.server;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/**
 * The command line speaks JDBC: all it shares with other modules is how CSV is read and written.
 * Tools that work on whole databases, which no connection can, use the engine and what its methods
 * take and return. The doors that clients come through stand on the session API.
 */
@AnalyzeClasses(packages = "io.mosql.server", importOptions = DoNotIncludeTests.class)
final class ArchitectureTest {
  @ArchTest
  static final ArchRule SPEAKS_PLAIN_JDBC =
      noClasses()
          .that()
          .resideInAPackage("io.mosql.server..")
          .and()
          .doNotBelongToAnyOf(
              BackupCommand.class,
              RestoreCommand.class,
              VerifyCommand.class,
              ClusterAdoptCommand.class,
              TerminalToolReport.class,
              ToolErrors.class)
          .and()
          .resideOutsideOfPackages(
              "io.mosql.server.admin..",
              "io.mosql.server.network..",
              "io.mosql.server.process..",
              "io.mosql.server.forwarding..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("io.mosql.core..", "io.mosql.storage..", "io.mosql.engine..");

  @ArchTest
  static final ArchRule KNOWS_NOTHING_BELOW_THE_ENGINE =
      noClasses()
          .that()
          .resideInAPackage("io.mosql.server..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "io.mosql.consensus..",
              "io.mosql.sql.catalog..",
              "io.mosql.sql.copy..",
              "io.mosql.sql.ddl..",
              "io.mosql.sql.exec..",
              "io.mosql.sql.parser..",
              "io.mosql.sql.algebra..",
              "io.mosql.sql.planner..",
              "io.mosql.sql.session..",
              "org.apache..");

  /** What stands before the engine is a client of other nodes; all else speaks JDBC. */
  @ArchTest
  static final ArchRule ONLY_THE_RELAY_KNOWS_THE_DRIVER =
      noClasses()
          .that()
          .resideInAPackage("io.mosql.server..")
          .and()
          .resideOutsideOfPackage("io.mosql.server.forwarding..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("io.mosql.jdbc..");

  /**
   * Each package is a slice, the root too: all commands are in it, so that it may use the others.
   */
  @ArchTest
  static final ArchRule NO_CYCLES = slices().matching("io.mosql.(**)").should().beFreeOfCycles();
}

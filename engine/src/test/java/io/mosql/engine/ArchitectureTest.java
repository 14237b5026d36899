package io.mosql.engine;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import io.mosql.sql.session.AccountDependencies;
import io.mosql.sql.session.SqlDatabase;
import io.mosql.sql.session.command.BackupDestination;
import io.mosql.sql.session.command.IndexBuildOptions;
import io.mosql.sql.session.prepare.PlannedTableExpressions;
import io.mosql.sql.session.transaction.SessionMonitor;

/** The engine wires the house, and the house has the layers of its design. */
@AnalyzeClasses(packages = "io.mosql", importOptions = ImportOption.DoNotIncludeTests.class)
final class ArchitectureTest {
  @ArchTest
  static final ArchRule LAYERS =
      layeredArchitecture()
          .consideringOnlyDependenciesInLayers()
          .layer("core")
          .definedBy("io.mosql.core..")
          .layer("storage")
          .definedBy("io.mosql.storage..")
          .layer("consensus")
          .definedBy("io.mosql.consensus..")
          .layer("sql")
          .definedBy("io.mosql.sql..")
          .layer("engine")
          .definedBy("io.mosql.engine..")
          .layer("jdbc")
          .definedBy("io.mosql.jdbc..")
          .whereLayer("engine")
          .mayNotBeAccessedByAnyLayer()
          .whereLayer("sql")
          .mayOnlyBeAccessedByLayers("engine")
          .whereLayer("storage")
          .mayOnlyBeAccessedByLayers("sql", "engine")
          .whereLayer("consensus")
          .mayOnlyBeAccessedByLayers("engine")
          .whereLayer("jdbc")
          .mayNotBeAccessedByAnyLayer();

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

  /** The other public types of its sessions are for the SQL module itself. */
  @ArchTest
  static final ArchRule SQL_IS_USED_BY_ITS_DATABASES =
      noClasses()
          .that()
          .resideOutsideOfPackage("io.mosql.sql..")
          .should()
          .dependOnClassesThat(
              resideInAPackage("io.mosql.sql.session..")
                  .and(
                      not(
                          belongToAnyOf(
                              SqlDatabase.class,
                              AccountDependencies.class,
                              SessionMonitor.class,
                              BackupDestination.class,
                              IndexBuildOptions.class,
                              PlannedTableExpressions.class))));

  @ArchTest
  static final ArchRule NOBODY_READS_JAVA_OBJECTS =
      noClasses()
          .should()
          .dependOnClassesThat()
          .haveFullyQualifiedName("java.io.ObjectInputStream");

  @ArchTest
  static final ArchRule NO_CYCLES = slices().matching("io.mosql.(**)").should().beFreeOfCycles();
}

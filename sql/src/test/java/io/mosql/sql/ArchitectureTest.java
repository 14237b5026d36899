package io.mosql.sql;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.mosql.sql.session.AccountDependencies;
import io.mosql.sql.session.SqlDatabase;
import org.junit.jupiter.api.Test;

/** Layers of the SQL module, from the catalog up to the session. */
final class ArchitectureTest {
  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .withImportOption(new ImportOption.DoNotIncludeJars())
          .importPackages("io.mosql.sql");

  @Test
  void layersLookDownwards() {
    layeredArchitecture()
        .consideringOnlyDependenciesInLayers()
        .optionalLayer("parser")
        .definedBy("io.mosql.sql.parser..")
        .layer("catalog")
        .definedBy("io.mosql.sql.catalog..")
        .layer("plan")
        .definedBy("io.mosql.sql.algebra..")
        .layer("function")
        .definedBy("io.mosql.sql.function..")
        .layer("planner")
        .definedBy("io.mosql.sql.planner..")
        .layer("exec")
        .definedBy("io.mosql.sql.exec..")
        .layer("ddl")
        .definedBy("io.mosql.sql.ddl..")
        .layer("information")
        .definedBy("io.mosql.sql.information..")
        .layer("rights")
        .definedBy("io.mosql.sql.rights..")
        .layer("csv")
        .definedBy("io.mosql.sql.csv..")
        .layer("copy")
        .definedBy("io.mosql.sql.copy..")
        .layer("session")
        .definedBy("io.mosql.sql.session..")
        .whereLayer("parser")
        .mayOnlyBeAccessedByLayers("planner", "ddl", "copy", "rights", "information", "session")
        .whereLayer("plan")
        .mayOnlyBeAccessedByLayers("function", "planner", "exec", "session")
        .whereLayer("function")
        .mayOnlyBeAccessedByLayers("planner", "exec")
        .whereLayer("planner")
        .mayOnlyBeAccessedByLayers("session")
        .whereLayer("exec")
        .mayOnlyBeAccessedByLayers("ddl", "copy", "session")
        .whereLayer("rights")
        .mayOnlyBeAccessedByLayers("session")
        .whereLayer("csv")
        .mayOnlyBeAccessedByLayers("copy")
        .whereLayer("copy")
        .mayOnlyBeAccessedByLayers("session")
        .whereLayer("ddl")
        .mayOnlyBeAccessedByLayers("information", "session")
        .whereLayer("information")
        .mayOnlyBeAccessedByLayers("session")
        .whereLayer("session")
        .mayNotBeAccessedByAnyLayer()
        .check(CLASSES);
  }

  @Test
  void packagesHaveNoCycles() {
    slices().matching("io.mosql.sql.(*)..").should().beFreeOfCycles().check(CLASSES);
  }

  /** Others receive the parts of them that they use. */
  @Test
  void databaseAndSessionAreKnownToEachOtherOnly() {
    noClasses()
        .that()
        .resideInAPackage("io.mosql.sql..")
        .and()
        .doNotBelongToAnyOf(SqlDatabase.class, AccountDependencies.class)
        .and()
        .doNotHaveSimpleName("SqlSession")
        .should()
        .dependOnClassesThat()
        .belongToAnyOf(SqlDatabase.class)
        .orShould()
        .dependOnClassesThat()
        .haveSimpleName("SqlSession")
        .check(CLASSES);
  }

  @Test
  void theCatalogKnowsNoCalcite() {
    noClasses()
        .that()
        .resideInAPackage("io.mosql.sql.catalog..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("org.apache.calcite..")
        .check(CLASSES);
  }

  @Test
  void nothingTouchesFilesOrTheLog() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .haveNameMatching(
            "java\\.io\\.(File|RandomAccessFile|FileInputStream|FileOutputStream)"
                + "|java\\.nio\\.(file|channels)\\..*|io\\.mosql\\.consensus\\..*")
        .check(CLASSES);
  }
}

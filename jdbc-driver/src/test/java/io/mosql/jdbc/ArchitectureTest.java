package io.mosql.jdbc;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(packages = "io.mosql.jdbc", importOptions = ImportOption.DoNotIncludeTests.class)
final class ArchitectureTest {
  @ArchTest
  static final ArchRule dependsOnCoreAndTheJdkOnly =
      classes()
          .that()
          .doNotHaveFullyQualifiedName("io.mosql.jdbc.remote.ScramAuthentication")
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "io.mosql.jdbc..",
              "io.mosql.core..",
              "java..",
              "javax.sql..",
              "javax.net..",
              "org.jspecify..");

  @ArchTest
  static final ArchRule scramIsUsedInOnePlace =
      noClasses()
          .that()
          .doNotHaveFullyQualifiedName("io.mosql.jdbc.remote.ScramAuthentication")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("com.ongres..");

  @ArchTest
  static final ArchRule isFreeOfCycles =
      slices().matching("io.mosql.(**)").should().beFreeOfCycles().allowEmptyShould(true);

  @ArchTest
  static final ArchRule onlyDriverAndDataSourceArePublic =
      classes()
          .that()
          .resideInAPackage("io.mosql.jdbc")
          .and()
          .arePublic()
          .and()
          .areTopLevelClasses()
          .should()
          .haveSimpleNameStartingWith("Mosql");

  @ArchTest
  static final ArchRule ofTheRemotePackageOnlyWhatTheDriverNeedsIsPublic =
      classes()
          .that()
          .resideInAPackage("io.mosql.jdbc.remote")
          .and()
          .arePublic()
          .and()
          .areTopLevelClasses()
          .should()
          .haveSimpleNameStartingWith("Remote");

  @ArchTest
  static final ArchRule readsNoForeignObjects =
      noClasses()
          .should()
          .dependOnClassesThat()
          .haveFullyQualifiedName("java.io.ObjectInputStream");
}

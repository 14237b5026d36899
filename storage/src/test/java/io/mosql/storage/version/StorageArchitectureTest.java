package io.mosql.storage.version;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.equivalentTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import io.mosql.core.port.LogStamp;
import io.mosql.storage.certify.Certifier;
import io.mosql.storage.certify.ReadValidator;

/** Storage stands on core alone, and its packages do not go round in circles. */
@AnalyzeClasses(packages = "io.mosql.storage", importOptions = DoNotIncludeTests.class)
class StorageArchitectureTest {
  @ArchTest
  static final ArchRule STANDS_ON_CORE =
      classes()
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "io.mosql.storage..", "io.mosql.core..", "java..", "org.jspecify.annotations..");

  @ArchTest
  static final ArchRule HAS_NO_CYCLES =
      slices().matching("io.mosql.storage.(**)").should().beFreeOfCycles();

  /** Roots are pure: what they are made of knows no thread, clock or log, but where it stands. */
  @ArchTest
  static final ArchRule CERTIFIER_IS_PURE =
      classes()
          .that()
          .haveSimpleNameEndingWith("Codec")
          .or()
          .belongToAnyOf(
              Certifier.class,
              ReadValidator.class,
              Root.class,
              TentativeRoot.class,
              Fingerprint.class)
          .should()
          .onlyDependOnClassesThat(
              equivalentTo(LogStamp.class)
                  .or(
                      resideInAnyPackage(
                          "io.mosql.storage..",
                          "io.mosql.core.codec",
                          "io.mosql.core.error",
                          "io.mosql.core.type",
                          "java.lang..",
                          "java.util",
                          "java.util.function",
                          "java.util.zip",
                          "java.math",
                          "java.nio",
                          "org.jspecify.annotations..")));
}

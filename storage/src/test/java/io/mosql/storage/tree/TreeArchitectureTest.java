package io.mosql.storage.tree;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.syntax.ArchRuleDefinition;

/** The tree is a pure data structure: it depends only on the order of keys and on messages. */
@AnalyzeClasses(packages = "io.mosql.storage.tree", importOptions = DoNotIncludeTests.class)
class TreeArchitectureTest {
  @ArchTest
  static final ArchRule IS_PURE =
      ArchRuleDefinition.classes()
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "io.mosql.storage.tree",
              "io.mosql.storage.error",
              "io.mosql.core.codec",
              "io.mosql.core.error",
              "java.lang..",
              "java.util",
              "java.util.function",
              "java.io",
              "java.nio",
              "org.jspecify.annotations..");
}

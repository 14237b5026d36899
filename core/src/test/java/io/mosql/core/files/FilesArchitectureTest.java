package io.mosql.core.files;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** Only one package accesses the file system, and it depends only on the ports. */
@AnalyzeClasses(packages = "io.mosql.core", importOptions = ImportOption.DoNotIncludeTests.class)
final class FilesArchitectureTest {
  @ArchTest
  static final ArchRule ONLY_HERE =
      noClasses()
          .that()
          .resideOutsideOfPackage("io.mosql.core.files")
          .and()
          // Tell a log with a transport of its own where files are, and touch none.
          .doNotHaveSimpleName("LogSnapshot")
          .and()
          .doNotHaveFullyQualifiedName("io.mosql.core.port.StorageDirectory")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("java.nio.channels..", "java.nio.file..")
          .orShould()
          .dependOnClassesThat()
          .haveNameMatching(
              "java\\.io\\.(File|RandomAccessFile|File.*Stream|FileReader|FileWriter)");

  @ArchTest
  static final ArchRule KNOWS_THE_PORTS_ALONE =
      noClasses()
          .that()
          .resideInAPackage("io.mosql.core.files")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "io.mosql.core.codec..", "io.mosql.core.type..", "io.mosql.core.session..");
}

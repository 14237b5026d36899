package io.mosql.sql.parser;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.Architectures.LayeredArchitecture;
import java.util.Arrays;
import java.util.List;

/** The parser depends only on core and on Calcite's trees, and its packages have no cycles. */
@AnalyzeClasses(
    packages = "io.mosql.sql.parser",
    importOptions = ImportOption.DoNotIncludeTests.class)
final class ParserArchitectureTest {
  @ArchTest
  static final ArchRule noCycles = slices().matching("io.mosql.(**)").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule rooms =
      rooms(
          "io.mosql.sql.parser",
          """
          error ->
          ast ->
          ast.operator -> error
          ast.admin -> ast
          ast.ddl -> ast
          ast.query -> ast
          ast.session -> ast
          ast.dml -> ast ast.ddl ast.query error
          impl -> ast.admin ast.ddl ast.dml ast.operator ast.query ast.session error
          parser -> ast.ddl ast.query error impl
          """);

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

  /** Each line of the table has a package below the root, then the packages that it may use. */
  private static LayeredArchitecture rooms(String root, String table) {
    LayeredArchitecture rooms =
        layeredArchitecture()
            .consideringOnlyDependenciesInLayers()
            .ensureAllClassesAreContainedInArchitectureIgnoring(
                resideOutsideOfPackage(root + ".."));
    List<String[]> lines = table.lines().map(line -> line.replace(" ->", "").split(" ")).toList();
    for (String[] line : lines) {
      String room = line[0];
      rooms = rooms.layer(room).definedBy(root.endsWith("." + room) ? root : root + "." + room);
    }
    for (String[] line : lines) {
      var room = rooms.whereLayer(line[0]);
      rooms =
          line.length == 1
              ? room.mayNotAccessAnyLayer()
              : room.mayOnlyAccessLayers(Arrays.copyOfRange(line, 1, line.length));
    }
    return rooms;
  }
}

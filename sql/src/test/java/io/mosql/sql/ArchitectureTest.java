package io.mosql.sql;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.library.Architectures.LayeredArchitecture;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The packages of SQL, the parser's as well, and what each of them may use. */
final class ArchitectureTest {
  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("io.mosql.sql");

  @Test
  void packagesLookDownwards() {
    rooms(
            "io.mosql.sql",
            """
            error ->
            catalog -> error
            csv -> error
            parser.. ->
            sort -> error
            sql ->
            inverted -> catalog error
            privilege -> catalog error parser..
            view -> catalog error parser..
            algebra -> catalog error inverted
            function.. -> algebra catalog error inverted
            exec.. -> algebra catalog error function.. inverted sort
            planner.. -> algebra catalog error function.. inverted parser.. view
            copy -> csv error exec.. parser..
            ddl -> catalog error exec.. parser.. sort view
            information -> catalog ddl error view
            session.. -> algebra catalog copy csv ddl error exec.. function.. information parser.. planner.. privilege sort
            """)
        .check(CLASSES);
  }

  @Test
  void roomsOfTheFunctions() {
    rooms(
            "io.mosql.sql.function",
            """
            json ->
            number ->
            text ->
            path -> json text
            time -> number
            define -> json path
            library -> define json number path text time
            function -> define library
            """)
        .check(CLASSES);
  }

  @Test
  void roomsOfThePlanner() {
    rooms(
            "io.mosql.sql.planner",
            """
            error ->
            schema ->
            expression -> error
            cost -> expression
            rewrite -> error expression
            validate -> error expression rewrite schema
            explain -> cost validate
            advise -> cost expression
            optimize -> expression schema
            logical -> error expression schema validate
            physical -> cost error expression logical rewrite schema validate
            dml -> error expression logical optimize physical rewrite schema validate
            simple -> dml
            planner -> cost dml error explain expression logical optimize physical rewrite schema simple validate
            """)
        .check(CLASSES);
  }

  @Test
  void roomsOfTheExecutor() {
    rooms(
            "io.mosql.sql.exec",
            """
            runtime ->
            expression -> runtime
            spill -> expression runtime
            table -> expression runtime
            tablefunction -> expression runtime
            scan -> expression runtime table
            sort -> runtime spill
            aggregate -> expression runtime sort spill
            join -> expression runtime sort spill
            dml -> expression join runtime scan spill table
            set -> expression join runtime spill
            window -> aggregate expression runtime spill
            batch -> aggregate expression join runtime scan spill table
            exec -> aggregate batch dml expression join runtime scan set sort table tablefunction window
            """)
        .check(CLASSES);
  }

  @Test
  void roomsOfTheSession() {
    rooms(
            "io.mosql.sql.session",
            """
            context ->
            prepare ->
            result -> context
            transaction -> context prepare result
            view -> context prepare result transaction
            command -> context prepare result transaction view
            session -> command context prepare result transaction view
            """)
        .check(CLASSES);
  }

  @Test
  void packagesHaveNoCycles() {
    slices().matching("io.mosql.(**)").should().beFreeOfCycles().check(CLASSES);
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

  /** Each line: a package of the root, and the packages of the root that it may use. */
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

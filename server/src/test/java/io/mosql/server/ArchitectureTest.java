package io.mosql.server;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.name;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Comparator.naturalOrder;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.Architectures.LayeredArchitecture;
import io.mosql.core.error.ErrorMessage;
import io.mosql.core.error.MosqlException;
import java.io.IOException;
import java.io.InputStream;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.BinaryOperator;

/**
 * Dependency rules of the server module. The command line uses JDBC; all it shares with other
 * modules is the CSV format, the lexer of SQL and the catalogue of errors. Tools that work on whole
 * databases, which is not possible over a connection, use the engine and the types of its methods.
 * The servers for clients are built on the session API.
 */
@AnalyzeClasses(
    packages = "io.mosql",
    importOptions = {
      DoNotIncludeTests.class,
      ArchitectureTest.DoNotIncludeTestJars.class,
      ArchitectureTest.DoNotIncludeParser.class
    })
final class ArchitectureTest {
  /** Tests of other modules come as jars once these are packaged. */
  static final class DoNotIncludeTestJars implements ImportOption {
    @Override
    public boolean includes(Location location) {
      return !location.contains("-tests.jar");
    }
  }

  /** Two generated classes, as large as a module, which use only their own room. */
  static final class DoNotIncludeParser implements ImportOption {
    @Override
    public boolean includes(Location location) {
      return !location.contains("/MosqlParserImpl");
    }
  }

  private static final Set<String> MODULES =
      Set.of("storage", "consensus", "sql", "engine", "jdbc", "server");

  private static final String USED_TYPES = "used-types.txt";

  /** Classes that translate the error of a library or of another node, whose text is not theirs. */
  private static final Set<String> TRANSLATORS =
      Set.of(
          "io.mosql.consensus.ratis.group.RatisErrors",
          "io.mosql.jdbc.remote.ServerErrors",
          "io.mosql.server.network.SessionHandler",
          "io.mosql.sql.parser.SyntaxErrors",
          "io.mosql.sql.planner.error.PlanErrors");

  @ArchTest
  static final ArchRule ERRORS_COME_FROM_CATALOGUES =
      noClasses()
          .that(not(assignableTo(ErrorMessage.class)).and(not(assignableTo(MosqlException.class))))
          .and(
              DescribedPredicate.describe(
                  "translate no errors", type -> !TRANSLATORS.contains(type.getName())))
          .should()
          .callConstructorWhere(target(owner(assignableTo(MosqlException.class))));

  /** The page of messages finds the catalogues by this name. */
  @ArchTest
  static final ArchRule CATALOGUES_ARE_NAMED =
      classes()
          .that()
          .areEnums()
          .and()
          .areAssignableTo(ErrorMessage.class)
          .should()
          .haveSimpleNameEndingWith("ErrorMessage");

  /** The layers of the design. */
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
          .layer("server")
          .definedBy("io.mosql.server..")
          .whereLayer("server")
          .mayNotBeAccessedByAnyLayer()
          .whereLayer("engine")
          .mayOnlyBeAccessedByLayers("server")
          .whereLayer("sql")
          .mayOnlyBeAccessedByLayers("engine", "server")
          .whereLayer("storage")
          .mayOnlyBeAccessedByLayers("sql", "engine", "server")
          .whereLayer("consensus")
          .mayOnlyBeAccessedByLayers("engine")
          .whereLayer("jdbc")
          .mayOnlyBeAccessedByLayers("server");

  /**
   * Of core, the lexer and the catalogue of errors are used, which are independent of databases.
   */
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
              "io.mosql.server.authentication..",
              "io.mosql.server.error..",
              "io.mosql.server.network..",
              "io.mosql.server.process..",
              "io.mosql.server.forwarding..")
          .should()
          .dependOnClassesThat(
              resideInAnyPackage("io.mosql.core..", "io.mosql.storage..", "io.mosql.engine..")
                  .and(resideOutsideOfPackages("io.mosql.core.lexer", "io.mosql.core.error")));

  /** Of the SQL module only the CSV package, which is independent of databases, is used. */
  @ArchTest
  static final ArchRule KNOWS_NOTHING_BELOW_THE_ENGINE =
      noClasses()
          .that()
          .resideInAPackage("io.mosql.server..")
          .should()
          .dependOnClassesThat(
              resideInAnyPackage("io.mosql.consensus..", "io.mosql.sql..", "org.apache..")
                  .and(resideOutsideOfPackage("io.mosql.sql.csv")));

  /** The forwarding engine is a client of other nodes; all other code uses JDBC. */
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
   * Time and randomness of a server come through the ports {@code Clock} and {@code RandomSource}.
   * The shell and the commands are clients over JDBC, which know no ports.
   */
  @ArchTest
  static final ArchRule TIME_AND_RANDOMNESS_COME_THROUGH_PORTS =
      noClasses()
          .that()
          .resideInAnyPackage(
              "io.mosql.server.admin..",
              "io.mosql.server.forwarding..",
              "io.mosql.server.network..",
              "io.mosql.server.process..")
          .should()
          .callMethod(System.class, "nanoTime")
          .orShould()
          .callMethod(System.class, "currentTimeMillis")
          .orShould()
          .callMethod(Math.class, "random")
          .orShould()
          .callMethod(UUID.class, "randomUUID")
          .orShould()
          .callMethodWhere(target(name("now")).and(target(owner(resideInAPackage("java.time..")))))
          .orShould()
          .dependOnClassesThat()
          .belongToAnyOf(
              java.time.Clock.class,
              Random.class,
              SecureRandom.class,
              SplittableRandom.class,
              ThreadLocalRandom.class);

  @ArchTest
  static final ArchRule NO_JAVA_OBJECTS_ARE_READ =
      noClasses()
          .should()
          .dependOnClassesThat()
          .haveFullyQualifiedName("java.io.ObjectInputStream");

  @ArchTest
  static final ArchRule ROOMS =
      rooms(
          "io.mosql.server",
          """
          error ->
          authentication -> error
          admin -> authentication error
          csv ->
          forwarding -> error
          network -> authentication error
          shell.input ->
          process -> admin authentication error forwarding network
          result -> csv
          shell.connection -> shell.input
          shell.output -> result shell.input
          shell.command -> csv result shell.connection shell.input shell.output
          shell.terminal -> shell.command shell.connection shell.input
          shell -> result shell.command shell.connection shell.input shell.output shell.terminal
          server -> csv network process result shell
          """);

  /**
   * Every package is a slice, including the root: it contains all commands, so it may use the
   * others.
   */
  @ArchTest
  static final ArchRule NO_CYCLES = slices().matching("io.mosql.(**)").should().beFreeOfCycles();

  /**
   * The dependencies between modules, apart from the types of core, are those listed in the file. A
   * failure prints the lines to add and to remove.
   */
  @ArchTest
  static void modulesUseTheListedTypesOfEachOther(JavaClasses classes) throws IOException {
    SortedMap<String, String> used = new TreeMap<>();
    for (JavaClass user : classes) {
      for (Dependency use : user.getDirectDependenciesFromSelf()) {
        JavaClass type = use.getTargetClass().getBaseComponentType();
        if (MODULES.contains(module(type)) && !module(type).equals(module(user))) {
          used.merge(
              type.getName().replaceFirst("[$].*", ""),
              user.getName(),
              BinaryOperator.minBy(naturalOrder()));
        }
      }
    }
    SortedSet<String> listed = new TreeSet<>();
    try (InputStream file = ArchitectureTest.class.getResourceAsStream(USED_TYPES)) {
      new String(file.readAllBytes(), UTF_8).lines().forEach(listed::add);
    }
    List<String> changes = new ArrayList<>();
    used.forEach(
        (type, user) -> {
          if (!listed.contains(type)) {
            changes.add("add " + type + ", used by " + user);
          }
        });
    listed.stream()
        .filter(type -> !used.containsKey(type))
        .forEach(type -> changes.add("remove " + type + ", which no other module uses"));
    assertThat(changes).as("changes of %s, if meant", USED_TYPES).isEmpty();
  }

  /**
   * Returns the part of a class name that identifies its module; the module SQL includes the
   * parser.
   */
  private static String module(JavaClass type) {
    String[] names = type.getPackageName().split("[.]");
    return names.length > 2 ? names[2] : "";
  }

  /** Reads the rules: each line is a package of the root, with the packages that it may use. */
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

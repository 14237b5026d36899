package io.mosql.benchmarks.tools;

import io.mosql.benchmarks.compare.ComparedDatabase;
import io.mosql.benchmarks.database.Database;
import io.mosql.benchmarks.measure.BenchmarkDirectory;
import io.mosql.benchmarks.measure.DiskProbe;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.hibernate.Session;
import org.hibernate.SessionFactory;
import org.hibernate.Transaction;
import org.hibernate.cfg.Configuration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Command bench hibernate. */
@Command(
    name = "hibernate",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    header = "Hibernate inserts entities in batches of 50.",
    description = {
      "Milliseconds to persist entities of five columns, whose ids come from a sequence: with a",
      "commit for each batch, and in one transaction. In turns on each database, in one process,",
      "each round with new tables. The first round is cold; the medians are of the others."
    })
@SuppressWarnings("NullAway.Init")
final class HibernateCommand implements Callable<Integer> {
  private static final int BATCH = 50;

  @Spec private CommandSpec spec;

  @Option(
      names = "--with",
      split = ",",
      paramLabel = "NAME|URL",
      description = "other databases, as for compare: h2, postgresql, mariadb or a JDBC URL")
  private @Nullable List<String> with;

  @Option(
      names = "--entities",
      paramLabel = "N",
      defaultValue = "100000",
      description = "entities of a run, rounded up to batches (default: 100000)")
  private int entities;

  @Option(names = "--rounds", paramLabel = "N", defaultValue = "3", description = "(default: 3)")
  private int rounds;

  @Option(names = "--dir", paramLabel = "DIR", description = "parent of new directories")
  private @Nullable Path directory;

  @Override
  public Integer call() throws IOException, SQLException {
    System.setProperty("org.jboss.logging.provider", "slf4j");
    PrintWriter out = spec.commandLine().getOut();
    Map<String, List<Long>> times = new LinkedHashMap<>();
    List<ComparedDatabase> databases = databases();
    for (int round = 0; round <= rounds; round++) {
      for (ComparedDatabase compared : databases) {
        try (BenchmarkDirectory place =
            directory == null
                ? BenchmarkDirectory.fresh()
                : BenchmarkDirectory.freshIn(directory)) {
          Database database =
              Database.of(
                  compared.url().replace("{dir}", place.directory().toString()),
                  compared.user(),
                  compared.password());
          if (round == 0) {
            describe(out, compared.name(), database, place.directory());
          }
          for (boolean each : new boolean[] {true, false}) {
            long millis = run(database, each);
            String label = each ? "commit for each batch" : "one transaction";
            out.printf("round %d, %s, %s: %d ms%n", round, compared.name(), label, millis);
            out.flush();
            if (round > 0) {
              times
                  .computeIfAbsent(label + ": " + compared.name(), name -> new ArrayList<>())
                  .add(millis);
            }
          }
        }
      }
    }
    times.forEach((label, runs) -> out.printf("%s, median %d ms%n", label, median(runs)));
    out.flush();
    return 0;
  }

  private List<ComparedDatabase> databases() {
    List<ComparedDatabase> databases = new ArrayList<>();
    try {
      databases.add(ComparedDatabase.of("mosql", System.getenv()));
      for (String name : with == null ? List.<String>of() : with) {
        databases.add(ComparedDatabase.of(name.strip(), System.getenv()));
      }
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
    }
    return databases;
  }

  private static void describe(PrintWriter out, String name, Database database, Path place)
      throws IOException, SQLException {
    try (Connection connection = database.open()) {
      out.printf(
          "%s: %s %s, durability: %s; fdatasync median %.0f us%n",
          name,
          connection.getMetaData().getDatabaseProductName(),
          connection.getMetaData().getDatabaseProductVersion(),
          database.dialect().durability(connection),
          DiskProbe.fdatasyncMicros(place));
      out.flush();
    }
  }

  private static long median(List<Long> runs) {
    return runs.stream().sorted().toList().get(runs.size() / 2);
  }

  /** Persists the entities, and returns the milliseconds. */
  private long run(Database database, boolean commitEach) {
    Configuration configuration = new Configuration().addAnnotatedClass(Item.class);
    configuration.setProperty("hibernate.connection.url", database.url());
    if (database.user() != null) {
      configuration.setProperty("hibernate.connection.username", database.user());
    }
    if (database.password() != null) {
      configuration.setProperty("hibernate.connection.password", database.password());
    }
    configuration.setProperty("hibernate.hbm2ddl.auto", "create-drop");
    configuration.setProperty("hibernate.jdbc.batch_size", Integer.toString(BATCH));
    configuration.setProperty("hibernate.order_inserts", "true");
    try (SessionFactory factory = configuration.buildSessionFactory();
        Session session = factory.openSession()) {
      long start = System.nanoTime();
      int number = 0;
      Transaction transaction = session.beginTransaction();
      while (number < entities) {
        for (int i = 0; i < BATCH; i++) {
          session.persist(new Item(number++));
        }
        session.flush();
        session.clear();
        if (commitEach && number < entities) {
          transaction.commit();
          transaction = session.beginTransaction();
        }
      }
      transaction.commit();
      long millis = (System.nanoTime() - start) / 1_000_000;
      long stored = session.createQuery("select count(*) from Item", Long.class).getSingleResult();
      if (stored != number) {
        throw new IllegalStateException(number + " entities persisted, but " + stored + " found");
      }
      return millis;
    }
  }
}

package io.mosql.engine.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.testkit.SeededRandom;
import io.mosql.testkit.soak.SoakSeeds;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Properties;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/**
 * A soak test of random statements, compared with PostgreSQL. Run by {@code ./mvnw verify -Psoak
 * -Dsoak=Postgres -Dsoak.minutes=30 -Dpostgres.url=jdbc:postgresql://host/database?user=x}; {@code
 * -Dsoak.seed} plays one seed again. See docs/sql/conformance.md.
 */
final class PostgresSoak {
  private static final int QUERIES = 120;
  private static final int CHANGES = 30;
  private static final int TIMEOUT_SECONDS = 20;
  private static final int UNEXPLAINED_MAX = 200;

  private final Findings findings = new Findings();
  private final long started = System.nanoTime();

  @Test
  void run() throws IOException, SQLException {
    String url = System.getProperty("postgres.url", "");
    Assumptions.assumeFalse(
        url.isEmpty(), "no PostgreSQL is given: -Dpostgres.url=jdbc:postgresql://..");
    try (Side postgres = new Side(postgres(url), TIMEOUT_SECONDS)) {
      String seed = System.getProperty("soak.seed", "");
      if (!seed.isEmpty()) {
        play(postgres, Long.parseLong(seed));
      } else {
        SoakSeeds seeds =
            new SoakSeeds(Path.of(System.getProperty("soak.seeds", "../soak/postgres.properties")));
        Duration length =
            Duration.ofSeconds(
                Math.round(60 * Double.parseDouble(System.getProperty("soak.minutes", "30"))));
        while (Duration.ofNanos(System.nanoTime() - started).compareTo(length) < 0
            && findings.unexplained().size() < UNEXPLAINED_MAX) {
          play(postgres, seeds.take("statements"));
        }
        seeds.save();
      }
    }
    findings.samples().forEach(System.out::println);
    System.out.printf("soak-postgres:%n%s", findings.totals().toTable());
    assertThat(findings.unexplained())
        .as("replay: ./mvnw verify -Psoak -Dsoak=Postgres -Dsoak.seed=<seed>")
        .isEmpty();
  }

  private static Connection postgres(String url) throws SQLException {
    Properties properties = new Properties();
    // tables of the same name differ between seeds
    properties.setProperty("prepareThreshold", "0");
    return DriverManager.getConnection(url, properties);
  }

  private void play(Side postgres, long seed) throws SQLException {
    SeededRandom random = new SeededRandom(seed);
    Literals literals = new Literals(random);
    Tables tables = new Tables(random, literals);
    String schema = "mosql_soak";
    try (Side mosql =
        new Side(
            DriverManager.getConnection("jdbc:mosql:mem:soak-postgres-" + seed + "?timeZone=UTC"),
            TIMEOUT_SECONDS)) {
      postgres.execute("DROP SCHEMA IF EXISTS " + schema + " CASCADE");
      postgres.execute("CREATE SCHEMA " + schema);
      for (String setting :
          List.of(
              "search_path = " + schema,
              "TimeZone = 'UTC'",
              "IntervalStyle = 'postgres'",
              "jit = off")) {
        postgres.execute("SET " + setting);
      }
      for (String statement : tables.statements()) {
        postgres.execute(statement);
        mosql.execute(statement);
      }
      Duel duel = new Duel(mosql, postgres, tables, findings, seed);
      Queries queries = new Queries(random, tables, literals);
      for (int i = 0; i < QUERIES; i++) {
        Queries.Query query = queries.next();
        duel.query(query.sql(), query.strict());
      }
      Changes changes = new Changes(random, tables, queries);
      for (int i = 0; i < CHANGES; i++) {
        duel.change(changes.next());
      }
      // otherwise it stays open until the process ends
      mosql.execute("SHUTDOWN");
    }
  }
}

package io.mosql.flyway;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mosql.integrations.testkit.SampleDatabase;
import io.mosql.integrations.testkit.Tool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.MigrationState;
import org.flywaydb.core.api.MigrationVersion;
import org.flywaydb.core.api.configuration.FluentConfiguration;
import org.flywaydb.core.api.exception.FlywayValidateException;
import org.flywaydb.core.api.migration.BaseJavaMigration;
import org.flywaydb.core.api.migration.Context;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An application that migrates its database; only the URL is configured. */
@Tool(name = "Flyway", versionOf = Flyway.class, module = "`mosql-flyway`")
final class FlywayTest {
  @TempDir private Path scripts;
  private final SampleDatabase database;

  FlywayTest(SampleDatabase.Place place) {
    database = place.create();
  }

  @BeforeEach
  void writeScripts() throws IOException {
    script(
        "V1__tables",
        """
        -- A comment; with a semicolon.
        CREATE TABLE owner (id INT PRIMARY KEY, name VARCHAR(50) NOT NULL);
        CREATE SEQUENCE numbers;
        /* Another ; one. */
        CREATE TABLE pet (id INT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
          owner INT REFERENCES owner (id), name TEXT);
        CREATE INDEX pet_name ON pet (name);
        CREATE VIEW named AS SELECT p.name AS pet, o.name AS owner FROM pet p JOIN owner o ON o.id = p.owner;
        """);
    script(
        "V2__rows",
        """
        INSERT INTO owner VALUES (1, 'Ada'), (2, 'it''s; fine');
        INSERT INTO pet (owner, name) VALUES (1, $$a;b$$), (1, $x$c $$ d$x$);
        """);
  }

  @AfterEach
  void close() throws SQLException {
    database.close();
  }

  private void script(String name, String text) throws IOException {
    Files.writeString(scripts.resolve(name + ".sql"), text);
  }

  private FluentConfiguration configuration() {
    return Flyway.configure()
        .dataSource(database.url(), database.user(), database.password())
        .locations("filesystem:" + scripts)
        .cleanDisabled(false);
  }

  private Flyway flyway() {
    return configuration().load();
  }

  private String query(String sql) throws SQLException {
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      List<String> all = new ArrayList<>();
      while (rows.next()) {
        all.add(rows.getString(1));
      }
      return String.join(",", all);
    }
  }

  private void execute(String sql) throws SQLException {
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  @Test
  void migrate() throws SQLException {
    assertThat(flyway().migrate().migrationsExecuted).isEqualTo(2);
    assertThat(query("select name from pet order by id")).isEqualTo("a;b,c $$ d");
    assertThat(flyway().migrate().migrationsExecuted).isZero();
  }

  @Test
  void migrateFurther() throws IOException, SQLException {
    flyway().migrate();
    script(
        "V3__more",
        "ALTER TABLE owner ADD COLUMN born DATE; UPDATE owner SET born = '1815-12-10';");
    assertThat(flyway().migrate().migrationsExecuted).isEqualTo(1);
    assertThat(query("select distinct born from owner")).isEqualTo("1815-12-10");
  }

  @Test
  void info() {
    flyway().migrate();
    assertThat(flyway().info().all())
        .extracting(migration -> migration.getState())
        .containsExactly(MigrationState.SUCCESS, MigrationState.SUCCESS);
    assertThat(flyway().info().current().getVersion()).isEqualTo(MigrationVersion.fromVersion("2"));
    assertThat(flyway().info().current().getInstalledOn()).isNotNull();
  }

  @Test
  void validate() throws IOException {
    flyway().migrate();
    flyway().validate();
    script("V2__rows", "SELECT 1;");
    assertThatThrownBy(() -> flyway().validate()).isInstanceOf(FlywayValidateException.class);
  }

  @Test
  void repair() throws IOException {
    flyway().migrate();
    script("V2__rows", "SELECT 1;");
    assertThat(flyway().repair().migrationsAligned).hasSize(1);
    flyway().validate();
  }

  @Test
  void failedMigrationLeavesNothing() throws IOException, SQLException {
    flyway().migrate();
    script("V3__wrong", "CREATE TABLE half (id INT); INSERT INTO nowhere VALUES (1);");
    assertThatThrownBy(() -> flyway().migrate())
        .isInstanceOf(FlywayException.class)
        .hasStackTraceContaining("42P01");
    assertThat(query("select table_name from information_schema.tables where table_name = 'half'"))
        .isEmpty();
    assertThat(flyway().info().current().getVersion().getVersion()).isEqualTo("2");
  }

  @Test
  void migrationsAsOneGroup() throws IOException, SQLException {
    script("V3__wrong", "INSERT INTO nowhere VALUES (1);");
    assertThatThrownBy(() -> configuration().group(true).load().migrate())
        .isInstanceOf(FlywayException.class);
    assertThat(query("select table_name from information_schema.tables where table_name = 'pet'"))
        .isEmpty();
  }

  @Test
  void clean() throws SQLException {
    flyway().migrate();
    execute("create table circle_a (id int primary key, b int)");
    execute("create table circle_b (id int primary key, a int references circle_a (id))");
    execute("alter table circle_a add foreign key (b) references circle_b (id)");
    flyway().clean();
    assertThat(
            query(
                "select table_name from information_schema.tables where table_schema = 'public' union"
                    + " all select sequence_name from information_schema.sequences"))
        .isEmpty();
    assertThat(flyway().migrate().migrationsExecuted).isEqualTo(2);
  }

  @Test
  void baseline() throws SQLException {
    execute("create table owner (id int primary key, name text)");
    execute(
        "create table pet (id int generated always as identity primary key, owner int, name text)");
    assertThatThrownBy(() -> flyway().migrate()).hasMessageContaining("non-empty schema");
    flyway().baseline();
    assertThat(flyway().migrate().migrationsExecuted).isEqualTo(1);
    assertThat(
            query(
                "select type from flyway_schema_history where installed_rank > 0 order by installed_rank"))
        .isEqualTo("BASELINE,SQL");
  }

  @Test
  void baselineOnMigrate() throws SQLException {
    execute("create table something (id int primary key)");
    Flyway flyway = configuration().baselineOnMigrate(true).baselineVersion("0").load();
    assertThat(flyway.migrate().migrationsExecuted).isEqualTo(2);
  }

  @Test
  void undoIsRefused() {
    flyway().migrate();
    assertThatThrownBy(() -> flyway().undo()).isInstanceOf(FlywayException.class);
  }

  @Test
  void repeatableMigrations() throws IOException, SQLException {
    script("R__view", "CREATE OR REPLACE VIEW pets AS SELECT name FROM pet;");
    assertThat(flyway().migrate().migrationsExecuted).isEqualTo(3);
    script("R__view", "CREATE OR REPLACE VIEW pets AS SELECT name, 'x' AS kind FROM pet;");
    assertThat(flyway().migrate().migrationsExecuted).isEqualTo(1);
    assertThat(query("select distinct kind from pets")).isEqualTo("x");
  }

  @Test
  void placeholders() throws IOException, SQLException {
    script("V3__named", "INSERT INTO owner VALUES (3, '${who} of ${flyway:database}');");
    configuration().placeholders(Map.of("who", "Alan")).load().migrate();
    assertThat(query("select name from owner where id = 3")).startsWith("Alan of ");
  }

  /** A migration in Java. */
  static final class V3__InJava extends BaseJavaMigration {
    @Override
    public void migrate(Context context) throws SQLException {
      try (Statement statement = context.getConnection().createStatement()) {
        statement.executeUpdate("insert into owner values (3, 'Java')");
      }
    }
  }

  @Test
  void migrationsInJava() throws SQLException {
    configuration().javaMigrations(new V3__InJava()).load().migrate();
    assertThat(query("select name from owner where id = 3")).isEqualTo("Java");
  }

  @Test
  void callbacks() throws IOException, SQLException {
    script("afterMigrate", "CREATE TABLE IF NOT EXISTS called (id INT);");
    flyway().migrate();
    assertThat(query("select count(*) from called")).isEqualTo("0");
  }

  @Test
  void schemasAreCreatedAndCleaned() throws IOException, SQLException {
    script("V3__elsewhere", "CREATE TABLE other.t (id INT); CREATE TABLE here (id INT);");
    Flyway flyway = configuration().schemas("app", "other").load();
    flyway.migrate();
    assertThat(
            query(
                "select table_schema from information_schema.tables where table_name in ('here', 't') order by 1"))
        .isEqualTo("app,other");
    flyway.clean();
    assertThat(
            query(
                "select schema_name from information_schema.schemata where schema_name in ('app', 'other')"))
        .isEmpty();
  }

  @Test
  void namesInMixedCase() throws SQLException {
    configuration().defaultSchema("App").table("History of \"it\"").load().migrate();
    assertThat(
            query(
                "select count(*) from \"App\".\"History of \"\"it\"\"\" where installed_rank > 0"))
        .isIn("2", "3");
  }

  @Test
  void scriptOutsideOfTransaction() throws IOException, SQLException {
    script("V3__alone", "CREATE TABLE alone (id INT);");
    Files.writeString(scripts.resolve("V3__alone.sql.conf"), "executeInTransaction=false\n");
    flyway().migrate();
    assertThat(query("select count(*) from alone")).isEqualTo("0");
  }

  /** Processes differ from threads in nothing that the database sees. */
  @Test
  void concurrentMigrations() throws Exception {
    for (int i = 3; i < 10; i++) {
      script(
          "V" + i + "__t" + i,
          "CREATE TABLE t%d (id INT); INSERT INTO t%<d VALUES (1);".formatted(i));
    }
    int processes = 4;
    CyclicBarrier start = new CyclicBarrier(processes);
    ExecutorService threads = Executors.newFixedThreadPool(processes);
    try {
      List<Future<Integer>> executed = new ArrayList<>();
      for (int i = 0; i < processes; i++) {
        executed.add(
            threads.submit(
                () -> {
                  Flyway flyway = flyway();
                  start.await(60, SECONDS);
                  return flyway.migrate().migrationsExecuted;
                }));
      }
      int sum = 0;
      for (Future<Integer> count : executed) {
        sum += count.get(120, SECONDS);
      }
      assertThat(sum).isEqualTo(9);
    } finally {
      threads.shutdownNow();
    }
    flyway().validate();
    assertThat(query("select count(*) from t9")).isEqualTo("1");
  }

  @Test
  void lockHeldElsewhere() throws SQLException {
    flyway().migrate();
    try (Connection other = database.connect();
        Statement statement = other.createStatement()) {
      other.setAutoCommit(false);
      statement.executeQuery(
          "select 1 from flyway_schema_history where installed_rank = -100 for update");
      assertThatThrownBy(() -> configuration().lockRetryCount(0).load().migrate())
          .hasStackTraceContaining("55P03");
      other.rollback();
    }
    flyway().migrate();
  }
}

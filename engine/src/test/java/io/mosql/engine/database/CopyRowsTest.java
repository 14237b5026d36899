package io.mosql.engine.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.mosql.core.error.MosqlException;
import io.mosql.core.port.RandomSource;
import io.mosql.engine.SessionClient;
import io.mosql.storage.commit.StoreOptions;
import io.mosql.storage.tree.TreeShape;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * COPY of rows: every type in both directions, alone and within transactions, cancelled and
 * monitored.
 */
final class CopyRowsTest {
  private static final long SEED = 11;
  private static final String COLUMNS =
      "(id bigint primary key, b boolean, s smallint, i int, d decimal(20,5), r real, f double,"
          + " c char(5), v varchar(300), t text, x varbinary(300), da date, ti time, ts timestamp)";
  private static final List<String> TEXTS =
      List.of(
          "",
          " ",
          "\"",
          "a,b",
          "line\nline",
          "cr\r\nlf",
          "\\.",
          "\\x00",
          "NULL",
          "null",
          "é",
          "\uD83D\uDE00",
          "'",
          "tab\t",
          "trailing ",
          "a\"b\"\"c",
          ";",
          "\u0001");

  @TempDir Path root = Path.of("");

  private Path files = Path.of("");

  // Opened before each test.
  @SuppressWarnings("NullAway.Init")
  private Connection connection;

  @SuppressWarnings("NullAway.Init")
  private Statement statement;

  @BeforeEach
  void open() throws IOException, SQLException {
    files = Files.createDirectory(root.resolve("files"));
    connection = DriverManager.getConnection("jdbc:mosql:mem:copy-rows?copyDirectory=" + files);
    statement = connection.createStatement();
  }

  @AfterEach
  void close() throws SQLException {
    try (Connection last = DriverManager.getConnection("jdbc:mosql:mem:copy-rows");
        Statement shutdown = last.createStatement()) {
      shutdown.execute("shutdown");
    }
  }

  private static @Nullable Object orNull(Random random, Object value) {
    return random.nextInt(6) == 0 ? null : value;
  }

  private static String text(Random random, int piecesMax) {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(piecesMax + 1); i > 0; i--) {
      text.append(TEXTS.get(random.nextInt(TEXTS.size())));
    }
    return text.toString();
  }

  private void fill(String table, int rows) throws SQLException {
    Random random = new Random(SEED);
    try (PreparedStatement insert =
        connection.prepareStatement(
            "insert into " + table + " values (?,?,?,?,?,?,?,?,?,?,?,?,?,?)")) {
      for (int i = 0; i < rows; i++) {
        byte[] bytes = new byte[random.nextInt(30)];
        random.nextBytes(bytes);
        List<@Nullable Object> values = new ArrayList<>();
        values.add(random.nextInt(2) * 1_000_000L * -1 + i);
        values.add(orNull(random, random.nextBoolean()));
        values.add(orNull(random, random.nextInt(65_536) - 32_768));
        values.add(orNull(random, random.nextInt()));
        values.add(orNull(random, java.math.BigDecimal.valueOf(random.nextLong(), 5)));
        values.add(orNull(random, Float.intBitsToFloat(random.nextInt(0x7F000000))));
        values.add(orNull(random, random.nextGaussian() * Math.pow(10, random.nextInt(600) - 300)));
        values.add(orNull(random, List.of("", "ab", "a b", "\"", "\n").get(random.nextInt(5))));
        values.add(orNull(random, text(random, 8)));
        values.add(orNull(random, text(random, 400)));
        values.add(orNull(random, bytes));
        values.add(orNull(random, java.time.LocalDate.ofEpochDay(random.nextInt(99_999))));
        values.add(
            orNull(
                random, java.time.LocalTime.ofNanoOfDay(random.nextLong(86_400_000_000L) * 1_000)));
        values.add(
            orNull(
                random,
                java.time.LocalDateTime.of(1980, 2, 28, 23, 59)
                    .plusNanos(random.nextLong(1L << 40) * 1_000)));
        for (int v = 0; v < values.size(); v++) {
          insert.setObject(v + 1, values.get(v));
        }
        insert.addBatch();
      }
      insert.executeBatch();
    }
  }

  private List<String> rows(String sql) throws SQLException {
    List<String> all = new ArrayList<>();
    try (ResultSet rows = statement.executeQuery(sql)) {
      int width = rows.getMetaData().getColumnCount();
      while (rows.next()) {
        StringBuilder row = new StringBuilder();
        for (int i = 1; i <= width; i++) {
          Object value = rows.getObject(i);
          row.append(value instanceof byte[] b ? HexFormat.of().formatHex(b) : value).append('|');
        }
        all.add(row.toString());
      }
    }
    return all;
  }

  @Test
  void everyTypeComesBack() throws SQLException {
    statement.execute("create table a " + COLUMNS);
    fill("a", 2_000);
    List<String> options =
        List.of(
            "",
            "header, delimiter ';'",
            "delimiter e'\\t', quote '''', escape '\\', null '\\N'",
            "encoding 'UTF-16', null 'NULL', header true");
    for (int i = 0; i < options.size(); i++) {
      String with = options.get(i).isEmpty() ? "" : " with (" + options.get(i) + ")";
      statement.execute("create table b" + i + " " + COLUMNS);
      assertThat(statement.executeUpdate("copy a to 'a" + i + ".csv'" + with)).isEqualTo(2_000);
      assertThat(statement.executeUpdate("copy b" + i + " from 'a" + i + ".csv'" + with))
          .isEqualTo(2_000);
      assertThat(rows("select * from b" + i + " order by id"))
          .as(with)
          .isEqualTo(rows("select * from a order by id"));
    }
  }

  private void write(String name, Stream<String> lines) throws IOException {
    Files.write(files.resolve(name), lines.toList());
  }

  @Test
  void aCopyIsOneStatementOfItsTransaction() throws IOException, SQLException {
    statement.execute("create table t (id int primary key, n int, unique (n))");
    write("good.csv", IntStream.range(0, 1_000).mapToObj(i -> i + "," + i));
    write("bad.csv", IntStream.range(1_000, 2_000).mapToObj(i -> i + "," + i % 1_999));

    connection.setAutoCommit(false);
    statement.executeUpdate("insert into t values (-1, -1)");
    assertThat(statement.executeUpdate("copy t from 'good.csv'")).isEqualTo(1_000);
    assertThatExceptionOfType(SQLException.class)
        .isThrownBy(() -> statement.executeUpdate("copy t from 'bad.csv'"))
        .withMessageContaining("line 1000")
        .satisfies(e -> assertThat(e.getSQLState()).isEqualTo("23505"));
    assertThat(rows("select count(*) from t")).containsExactly("1001|");
    // The file contains the transaction's own changes.
    assertThat(statement.executeUpdate("copy t (n) to 'own.csv'")).isEqualTo(1_001);
    connection.rollback();
    assertThat(rows("select count(*) from t")).containsExactly("0|");
  }

  @Test
  void aCopyRefusesAReadOnlyTransaction() throws IOException, SQLException {
    statement.execute("create table t (id int primary key)");
    write("t.csv", Stream.of("1"));
    connection.setReadOnly(true);
    assertThatExceptionOfType(SQLException.class)
        .isThrownBy(() -> statement.executeUpdate("copy t from 't.csv'"))
        .satisfies(e -> assertThat(e.getSQLState()).isEqualTo("25006"));
    assertThat(statement.executeUpdate("copy t to 'empty.csv' with (header)")).isZero();
    assertThat(files.resolve("empty.csv")).hasContent("id\n");
  }

  @Test
  void theErrorOfATooLargeTransactionNamesBatches() throws IOException {
    StoreOptions small = new StoreOptions(TreeShape.DEFAULT, 0, 1 << 20, 1 << 20, 100_000, 100);
    OpenDatabase.Ports system = OpenDatabase.Ports.system();
    OpenDatabase.Ports ports =
        new OpenDatabase.Ports(system.clock(), system.random(), system.log(), small)
            .withCopyFiles(CopyDirectory.of(files.toString(), null, RandomSource.SECURE));
    write("large.csv", IntStream.range(0, 10_000).mapToObj(i -> i + ",some text"));
    try (OpenDatabase database = OpenDatabase.inMemory("small", ports, () -> {});
        SessionClient client = new SessionClient(database)) {
      client.change("create table t (id int primary key, pad text)");
      assertThatExceptionOfType(MosqlException.class)
          .isThrownBy(() -> client.change("copy t from 'large.csv'"))
          .withMessageContaining("BATCH")
          .satisfies(e -> assertThat(e.sqlState()).isEqualTo("54000"));
      assertThat(client.change("copy t from 'large.csv' with (batch 1000)")).isEqualTo(10_000);
    }
  }

  @Test
  void aRunningCopyShowsItsProgressAndCanBeCancelled() throws Exception {
    statement.execute("create table t (id int primary key)");
    Path pipe = files.resolve("rows.csv");
    // Another session observes the batches; the file is longer than the test waits for.
    try (OutputStream out = Files.newOutputStream(pipe)) {
      StringBuilder block = new StringBuilder();
      for (int i = 0; i < 3_000_000; i++) {
        block.append(i).append('\n');
      }
      out.write(block.toString().getBytes(java.nio.charset.StandardCharsets.US_ASCII));
    }
    ExecutorService other = Executors.newSingleThreadExecutor();
    try (Connection watcher = DriverManager.getConnection("jdbc:mosql:mem:copy-rows");
        Statement look = watcher.createStatement();
        Statement copying = connection.createStatement()) {
      Future<Integer> copy =
          other.submit(() -> copying.executeUpdate("copy t from 'rows.csv' with (batch 500)"));
      long committed = 0;
      while (committed == 0 && !copy.isDone()) {
        try (ResultSet rows =
            look.executeQuery(
                "select command, object_name, file_name, rows_done, rows_committed, bytes_done,"
                    + " bytes_total from mosql.progress")) {
          if (rows.next()) {
            assertThat(rows.getString(1)).isEqualTo("COPY FROM");
            assertThat(rows.getString(2)).isEqualTo("t");
            assertThat(rows.getString(3)).isEqualTo("rows.csv");
            committed = rows.getLong(5);
            assertThat(rows.getLong(4)).isBetween(0L, 3_000_000L);
            assertThat(rows.getLong(6)).isBetween(0L, Files.size(pipe));
          }
        }
      }
      copying.cancel();
      assertThatExceptionOfType(java.util.concurrent.ExecutionException.class)
          .isThrownBy(copy::get)
          .withMessageContaining("rows are committed")
          .satisfies(
              e ->
                  assertThat(e.getCause())
                      .isInstanceOfSatisfying(
                          SQLException.class,
                          cause -> assertThat(cause.getSQLState()).isEqualTo("57014")));
      assertThat(committed).isPositive();
      assertThat(committed % 500).isZero();
      assertThat(rows("select mod(count(*), 500) from t")).containsExactly("0|");
      assertThat(rows("select * from mosql.progress")).isEmpty();
    } finally {
      other.shutdownNow();
    }
  }

  @Test
  void foreignKeysAreCheckedRowByRow() throws IOException, SQLException {
    statement.execute("create table parent (id int primary key)");
    statement.execute("create table t (id int primary key, p int references parent (id))");
    statement.execute("insert into parent values (1)");
    write("t.csv", IntStream.range(0, 5_000).mapToObj(i -> i + ",1"));
    assertThat(statement.executeUpdate("copy t from 't.csv' with (batch 1000)")).isEqualTo(5_000);
    write("orphans.csv", IntStream.range(5_000, 5_010).mapToObj(i -> i + "," + (i - 5_003)));
    assertThatExceptionOfType(SQLException.class)
        .isThrownBy(() -> statement.executeUpdate("copy t from 'orphans.csv' with (batch 2)"))
        .withMessageContaining("line 1:")
        .withMessageContaining("; 0 rows are committed")
        .satisfies(e -> assertThat(e.getSQLState()).isEqualTo("23503"));
  }
}

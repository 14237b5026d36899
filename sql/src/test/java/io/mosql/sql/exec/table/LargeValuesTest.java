package io.mosql.sql.exec.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mosql.core.codec.OverflowField;
import io.mosql.core.codec.RowFormat;
import io.mosql.core.error.MosqlException;
import io.mosql.core.type.SqlType;
import io.mosql.sql.TestDatabase;
import io.mosql.sql.catalog.Catalog;
import io.mosql.sql.catalog.CatalogCodec;
import io.mosql.sql.catalog.TableDef;
import io.mosql.sql.session.prepare.PlannedTableExpressions;
import io.mosql.storage.TreeInfo;
import io.mosql.storage.transaction.RowCursor;
import io.mosql.storage.transaction.Transaction;
import io.mosql.storage.version.ColumnSet;
import io.mosql.storage.version.SystemTrees;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Checks that large values are read back, are accessed only when necessary, and leave no chunks
 * behind when they are deleted.
 */
final class LargeValuesTest {
  private final TestDatabase database = new TestDatabase();

  @AfterEach
  void close() {
    database.close();
  }

  private static String text(int seed, int length) {
    Random random = new Random(seed);
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < length; i++) {
      text.append((char) ('a' + random.nextInt(26)));
    }
    return text.toString();
  }

  private static byte[] bytes(int seed, int length) {
    byte[] bytes = new byte[length];
    new Random(seed).nextBytes(bytes);
    return bytes;
  }

  /** The findings of the verifier. */
  private List<String> findings() {
    List<String> findings = new ArrayList<>();
    Transaction reader = database.store().begin(true);
    Catalog catalog = database.catalog();
    TableVerifier check =
        new TableVerifier(reader, catalog, PlannedTableExpressions.standalone(), findings::add);
    catalog.tables().forEach(check::check);
    check.checkTrees(database.store().trees().stream().map(TreeInfo::id).toList());
    reader.rollback();
    return findings;
  }

  /** Number of large values of a table, all of which must be consistent. */
  private long largeValues(String table) {
    assertThat(findings()).isEmpty();
    Transaction reader = database.store().begin(true);
    long count = new OverflowVerifier(reader, finding -> {}).check(database.table(table));
    reader.rollback();
    return count;
  }

  private long chunks(String table) {
    Transaction reader = database.store().begin(true);
    long count = reader.count(database.table(table).overflowTree(), null, null);
    reader.rollback();
    return count;
  }

  /** Deletes the chunks directly in the storage: each later access to them fails. */
  private void loseChunks(String table) {
    Transaction writer = database.store().begin(false);
    writer.truncateTree(database.table(table).overflowTree());
    writer.commit();
    assertThat(findings()).isNotEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 682, 683, 2_047, 2_048, 2_049, 7_999, 8_000, 8_001, 16_000, 100_001})
  void valuesComeBack(int length) {
    database.run("CREATE TABLE t (id INT PRIMARY KEY, s TEXT, b VARBINARY(200000), n INT)");
    database.execute("INSERT INTO t VALUES (1, ?, ?, 7)", text(1, length), bytes(1, length));
    assertThat(database.query("SELECT s, b, n FROM t").get(0))
        .containsExactly(text(1, length), bytes(1, length), 7);
    assertThat(largeValues("t")).isEqualTo(length > 2_048 ? 2 : 0);
    assertThat(chunks("t")).isEqualTo(length > 2_048 ? 2 * ((length + 7_999) / 8_000) : 0);
    database.execute("UPDATE t SET s = ?, b = ?", text(2, length + 1), bytes(2, length / 2));
    assertThat(database.query("SELECT b, s FROM t").get(0))
        .containsExactly(bytes(2, length / 2), text(2, length + 1));
    assertThat(findings()).isEmpty();
    database.execute("UPDATE t SET s = 'short', b = NULL");
    assertThat(chunks("t")).isZero();
    database.execute("UPDATE t SET s = ?", text(3, length));
    database.execute("DELETE FROM t WHERE n = 7");
    assertThat(chunks("t")).isZero();
  }

  @Test
  void bytesOfTextCount() {
    database.run("CREATE TABLE t (s VARCHAR(3000))");
    String wide = "\u20ac".repeat(683);
    database.execute("INSERT INTO t VALUES (?), (?)", wide, "\u20ac".repeat(682));
    assertThat(largeValues("t")).isEqualTo(1);
    assertThat(database.query("SELECT s FROM t WHERE s = ?", wide)).hasSize(1);
  }

  @Test
  void onlyTablesThatNeedItHaveATree() {
    database.run(
        "CREATE TABLE a (v VARCHAR(512), w VARBINARY(2048), i INT);"
            + "CREATE TABLE b (v VARCHAR(513));"
            + "CREATE TABLE c (w VARBINARY(2049))");
    assertThat(database.table("a").overflowTree()).isZero();
    assertThat(database.table("b").overflowTree()).isNotZero();
    assertThat(database.table("c").overflowTree()).isNotZero();
    database.execute("INSERT INTO a VALUES (?, NULL, 1)", "\ud83d\ude00".repeat(512));
    assertThat(findings()).isEmpty();
  }

  @Test
  void otherColumnsLeaveThemAlone() {
    database.run(
        "CREATE TABLE t (id INT PRIMARY KEY, n INT, s TEXT, u INT UNIQUE, CHECK (n < 90));"
            + "CREATE INDEX t_n ON t (n)");
    database.execute("INSERT INTO t VALUES (1, 10, ?, 5), (2, 20, 'x', 6)", text(1, 20_000));
    loseChunks("t");
    database.run(
        "UPDATE t SET n = n + 1;"
            + "UPDATE t SET u = u + 1 WHERE n > 0;"
            + "UPDATE t SET id = id + 10;"
            + "ALTER TABLE t ADD CONSTRAINT c CHECK (u > 0);"
            + "ALTER TABLE t ALTER COLUMN s SET NOT NULL;"
            + "CREATE INDEX t_un ON t (u, n);"
            + "ALTER TABLE t DROP PRIMARY KEY;"
            + "ALTER TABLE t ADD PRIMARY KEY (id)");
    assertThat(database.query("SELECT id, n, u FROM t WHERE n < 15"))
        .containsExactly(List.of(11, 11, 6));
    // The large value is loaded for a row that passes, and not for one that does not.
    assertThat(database.query("SELECT s FROM t WHERE n = 21")).hasSize(1);
    assertThat(database.state("SELECT s FROM t WHERE n = 11")).isEqualTo("XX001");
    assertThat(database.state("SELECT n FROM t WHERE s > 'x'")).isEqualTo("XX001");
    assertThat(database.state("DELETE FROM t WHERE n = 11")).isEqualTo("XX001");
  }

  @Test
  void keysThatMoveTakeThemAlong() {
    database.run("CREATE TABLE t (id INT PRIMARY KEY, s TEXT, n INT)");
    database.execute("INSERT INTO t VALUES (1, ?, 1)", text(1, 9_000));
    long before = id("t");
    database.execute("UPDATE t SET id = 2");
    assertThat(id("t")).isEqualTo(before);
    database.execute("UPDATE t SET id = 3, n = 2, s = ?", text(2, 9_000));
    assertThat(id("t")).isGreaterThan(before);
    assertThat(database.value("SELECT s FROM t WHERE id = 3")).isEqualTo(text(2, 9_000));
    assertThat(largeValues("t")).isEqualTo(1);
  }

  /** Id of the only large value. */
  private long id(String name) {
    TableDef table = database.table(name);
    Transaction reader = database.store().begin(true);
    RowCursor rows = reader.scan(table.rowTree(), null, null, false, ColumnSet.ALL);
    assertThat(rows.next()).isTrue();
    OverflowField field = RowFormat.overflow(rows.row(), 1);
    reader.rollback();
    return Objects.requireNonNull(field).id();
  }

  @Test
  void copiesAreTheirOwn() {
    database.run("CREATE TABLE t (id INT PRIMARY KEY, s TEXT); CREATE TABLE o (s TEXT)");
    database.execute("INSERT INTO t VALUES (1, ?)", text(1, 9_000));
    database.run("INSERT INTO t SELECT id + 1, s FROM t; INSERT INTO o SELECT s FROM t");
    assertThat(largeValues("t")).isEqualTo(2);
    assertThat(largeValues("o")).isEqualTo(2);
    database.run("DELETE FROM t");
    assertThat(chunks("t")).isZero();
    assertThat(database.query("SELECT s FROM o"))
        .containsExactly(List.of(text(1, 9_000)), List.of(text(1, 9_000)));
  }

  @Test
  void whatIsUndoneLeavesNothing() {
    database.run("CREATE TABLE t (id INT PRIMARY KEY, s TEXT)");
    database.execute("INSERT INTO t VALUES (1, ?)", text(1, 9_000));
    database.session().setAutoCommit(false);
    database.execute("UPDATE t SET s = ?", text(2, 20_000));
    assertThat(database.value("SELECT s FROM t")).isEqualTo(text(2, 20_000));
    database.session().savepoint("a");
    database.execute("INSERT INTO t VALUES (2, ?)", text(3, 30_000));
    database.execute("DELETE FROM t WHERE id = 1");
    assertThat(database.query("SELECT s FROM t")).containsExactly(List.of(text(3, 30_000)));
    database.session().rollbackTo("a");
    assertThat(database.query("SELECT s FROM t")).containsExactly(List.of(text(2, 20_000)));
    assertThat(
            database.state("INSERT INTO t VALUES (3, ?), (1, ?)", text(4, 9_000), text(4, 9_000)))
        .isEqualTo("23505");
    database.session().rollback();
    database.session().setAutoCommit(true);
    assertThat(database.query("SELECT s FROM t")).containsExactly(List.of(text(1, 9_000)));
    assertThat(largeValues("t")).isEqualTo(1);
    database.session().setAutoCommit(false);
    for (int i = 0; i < 5; i++) {
      database.execute("UPDATE t SET s = ?", text(i, 10_000 * i));
    }
    database.session().commit();
    assertThat(database.value("SELECT s FROM t")).isEqualTo(text(4, 40_000));
    assertThat(largeValues("t")).isEqualTo(1);
    assertThat(chunks("t")).isEqualTo(5);
  }

  @Test
  void openCursorsSeeWhatTheyReach() {
    database.run("CREATE TABLE t (id INT PRIMARY KEY, s TEXT)");
    database.execute("INSERT INTO t VALUES (1, ?), (2, ?)", text(1, 9_000), text(2, 9_000));
    Transaction reader = database.store().begin(true);
    database.execute("UPDATE t SET s = 'new'");
    assertThat(chunks("t")).isZero();
    TableDef table = database.table("t");
    RowDecoder decoder = new RowDecoder(table, ColumnSet.of(0, 1));
    RowCursor rows = reader.scan(table.rowTree(), null, null, false, decoder.readSet());
    assertThat(rows.next()).isTrue();
    assertThat(decoder.decode(rows.row(), reader)).containsExactly(1, text(1, 9_000));
    reader.rollback();
  }

  /** The second writer waits for the first one if they conflict, and then sees its changes. */
  private void race(String first, String second, boolean waits) {
    TestDatabase other = database.another();
    database.session().setAutoCommit(false);
    other.session().setAutoCommit(false);
    database.execute(first);
    CompletableFuture<Long> changed =
        CompletableFuture.supplyAsync(
            () -> other.execute(second), task -> new Thread(task).start());
    boolean waited = false;
    while (!waited && !changed.isDone()) {
      waited = database.store().locks().stream().anyMatch(r -> !r.held());
      Thread.onSpinWait();
    }
    assertThat(waited).as("%s, then %s", first, second).isEqualTo(waits);
    database.session().commit();
    changed.join();
    other.session().commit();
    database.session().setAutoCommit(true);
    other.session().close();
    assertThat(findings()).as("%s, then %s", first, second).isEmpty();
  }

  @Test
  void writersOfOneValueTakeTurns() {
    String insert = "INSERT INTO t VALUES (1, REPEAT('a', 9000), 0)";
    String change = "UPDATE t SET s = REPEAT('b', 10000) WHERE id = 1";
    String shorten = "UPDATE t SET s = 'short' WHERE id = 1";
    String delete = "DELETE FROM t WHERE id = 1";
    String move = "UPDATE t SET id = 2 WHERE id = 1";
    String other = "UPDATE t SET n = 9 WHERE id = 1";
    database.run("CREATE TABLE t (id INT PRIMARY KEY, s TEXT, n INT);" + insert);
    for (String first : List.of(change, shorten, delete, move)) {
      for (String second : List.of(change, shorten, delete, move)) {
        race(first, second, true);
        database.run("DELETE FROM t;" + insert);
      }
    }
    race(change, other, false);
    assertThat(database.value("SELECT n FROM t WHERE s LIKE 'b%'")).isEqualTo(9);
    race(other, change, false);
    database.execute(shorten);
    race(change, change, true);
    assertThat(largeValues("t")).isEqualTo(1);
  }

  @Test
  void schemaChangesKeepThem() {
    database.run("CREATE TABLE t (id INT, s TEXT, b BLOB)");
    database.execute("INSERT INTO t VALUES (1, ?, ?)", text(1, 9_000), bytes(1, 9_000));
    database.run("ALTER TABLE t ADD PRIMARY KEY (id); CREATE INDEX t_s ON t (s)");
    assertThat(database.query("SELECT id FROM t WHERE s = ?", text(1, 9_000))).hasSize(1);
    database.run("ALTER TABLE t DROP PRIMARY KEY");
    assertThat(database.query("SELECT s, b FROM t WHERE s > 'a'").get(0))
        .containsExactly(text(1, 9_000), bytes(1, 9_000));
    assertThat(largeValues("t")).isEqualTo(2);
    IndexChecker.check(database.store(), database.catalog());
    database.run("ALTER TABLE t DROP COLUMN s");
    assertThat(largeValues("t")).isEqualTo(1);
    long tree = database.table("t").overflowTree();
    database.run("ALTER TABLE t DROP COLUMN b");
    assertThat(database.table("t").overflowTree()).isZero();
    database.run("ALTER TABLE t ADD COLUMN s TEXT");
    assertThat(database.table("t").overflowTree()).isGreaterThan(tree);
    database.execute("UPDATE t SET s = ?", text(2, 9_000));
    assertThat(largeValues("t")).isEqualTo(1);
    database.run("TRUNCATE TABLE t");
    assertThat(chunks("t")).isZero();
    database.execute("INSERT INTO t VALUES (1, ?)", text(1, 9_000));
    database.run("DROP TABLE t");
    IndexChecker.check(database.store(), database.catalog());
  }

  @Test
  void tablesOfOlderReleasesKeepThemInTheirRows() {
    database.run("CREATE TABLE t (id INT PRIMARY KEY, s TEXT)");
    TableDef table = database.table("t");
    TableDef old =
        new TableDef(
            table.id(),
            table.schema(),
            table.name(),
            table.columns(),
            table.nextOrdinal(),
            table.primary(),
            table.indexes(),
            table.foreignKeys(),
            table.checks(),
            0,
            List.of());
    Transaction writer = database.store().begin(false);
    writer.dropTree(table.overflowTree());
    writer.put(SystemTrees.CATALOG, CatalogCodec.tableKey(old.id()), CatalogCodec.encode(old));
    writer.commit();
    database.execute("INSERT INTO t VALUES (1, ?), (2, ?)", text(1, 9_000), text(2, 9_000));
    database.execute("UPDATE t SET s = ? WHERE id = 2", text(3, 9_000));
    database.run("ALTER TABLE t ADD COLUMN n INT");
    assertThat(database.table("t").overflowTree()).isZero();
    database.run("ALTER TABLE t ADD COLUMN l TEXT");
    assertThat(database.table("t").overflowTree()).isNotZero();
    assertThat(largeValues("t")).isZero();
    database.execute("UPDATE t SET s = ? WHERE id = 1", text(4, 9_000));
    assertThat(largeValues("t")).isEqualTo(1);
    assertThat(database.query("SELECT s FROM t ORDER BY id"))
        .containsExactly(List.of(text(4, 9_000)), List.of(text(3, 9_000)));
    database.run("DELETE FROM t");
    assertThat(chunks("t")).isZero();
  }

  @Test
  void defaultsAndConstraintsTakeThem() {
    database.run(
        "CREATE TABLE p (k VARCHAR(4000) PRIMARY KEY);"
            + "CREATE TABLE t (id INT, s TEXT DEFAULT REPEAT('d', 5000), k VARCHAR(4000)"
            + " REFERENCES p, CHECK (CHAR_LENGTH(s) < 6000));"
            + "INSERT INTO p VALUES (REPEAT('k', 4000));"
            + "INSERT INTO t (id, k) VALUES (1, REPEAT('k', 4000));"
            + "INSERT INTO t (id) VALUES (2);"
            + "ALTER TABLE t ADD COLUMN l TEXT DEFAULT REPEAT('l', 7000)");
    assertThat(database.query("SELECT CHAR_LENGTH(s), CHAR_LENGTH(l) FROM t WHERE k IS NOT NULL"))
        .containsExactly(List.of(5_000, 7_000));
    assertThat(database.state("UPDATE t SET s = REPEAT('x', 6000)")).isEqualTo("23514");
    assertThat(database.state("UPDATE t SET k = REPEAT('x', 4000)")).isEqualTo("23503");
    assertThat(database.state("DELETE FROM p")).isEqualTo("23503");
    database.run("UPDATE t SET s = DEFAULT, l = l || 'x'; DELETE FROM t WHERE id = 1");
    assertThat(database.value("SELECT CHAR_LENGTH(l) FROM t")).isEqualTo(7_001);
    IndexChecker.check(database.store(), database.catalog());
    database.run("DELETE FROM p");
    assertThat(chunks("p")).isZero();
  }

  @Test
  void valuesOverTheLimitAreRejected() {
    database.run("CREATE TABLE t (id INT PRIMARY KEY, b BYTEA, s TEXT); CREATE INDEX i ON t (s)");
    assertThatThrownBy(
            () -> database.execute("INSERT INTO t VALUES (1, ?, '')", new byte[(64 << 20) + 1]))
        .hasMessageContaining("\"b\"")
        .hasMessageContaining("64 MB")
        .isInstanceOfSatisfying(
            MosqlException.class, e -> assertThat(e.sqlState()).isEqualTo("54000"));
    assertThatThrownBy(() -> database.execute("INSERT INTO t VALUES (1, NULL, ?)", text(1, 17_000)))
        .hasMessageContaining("index \"i\"")
        .isInstanceOfSatisfying(
            MosqlException.class, e -> assertThat(e.sqlState()).isEqualTo("54000"));
    byte[] largest = bytes(1, 64 << 20);
    database.execute("INSERT INTO t VALUES (1, ?, '')", largest);
    assertThat(Arrays.equals((byte[]) database.value("SELECT b FROM t"), largest)).isTrue();
    assertThat(largeValues("t")).isEqualTo(1);
  }

  @Test
  void damageIsFound() {
    database.run("CREATE TABLE t (id INT PRIMARY KEY, s TEXT)");
    database.execute("INSERT INTO t VALUES (1, ?)", text(1, 20_000));
    TableDef table = database.table("t");
    byte[] key = OverflowStorage.key(id("t"), 1);
    byte[] other = "x".repeat(8_000).getBytes(StandardCharsets.UTF_8);
    damage(table.overflowTree(), key, other, "other bytes");
    damage(table.overflowTree(), key, Arrays.copyOf(other, 7_999), "lacks chunks or has others");
    damage(table.overflowTree(), OverflowStorage.key(id("t"), 3), other, "lacks chunks");
    damage(table.overflowTree(), OverflowStorage.key(99, 0), other, "belong to no row");
    byte[] copied = RowFormat.encodeField(SqlType.INTEGER, 2);
    Transaction writer = database.store().begin(false);
    byte[] rowKey = new KeyEncoder(table, table.primary()).key(new Object[] {1, null});
    byte[] row = Objects.requireNonNull(writer.get(table.rowTree(), rowKey, ColumnSet.ALL));
    byte[] secondKey = new KeyEncoder(table, table.primary()).key(new Object[] {2, null});
    byte[] second = RowFormat.withFields(row, new int[] {0}, new byte[][] {copied});
    writer.insert(table.rowTree(), secondKey, second);
    writer.commit();
    assertThat(findings()).singleElement().asString().contains("in two places");
  }

  private void damage(long tree, byte[] key, byte[] chunk, String expected) {
    Transaction writer = database.store().begin(false);
    byte[] before = writer.getUnrecorded(tree, key);
    writer.put(tree, key, chunk);
    writer.commit();
    assertThat(findings()).singleElement().asString().contains(expected);
    Transaction repair = database.store().begin(false);
    if (before == null) {
      repair.remove(tree, key);
    } else {
      repair.put(tree, key, before);
    }
    repair.commit();
    assertThat(findings()).isEmpty();
  }
}

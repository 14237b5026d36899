package io.mosql.sql.exec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mosql.core.error.MosqlException;
import io.mosql.core.session.ExecutionOptions;
import io.mosql.core.session.PreparedStatementHandle;
import io.mosql.core.type.SqlType;
import io.mosql.sql.TestDatabase;
import io.mosql.sql.exec.table.IndexChecker;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Checks UPDATEs that add to columns, alone and together with other assignments. */
final class PatchedUpdatesTest {
  private final TestDatabase db = new TestDatabase();
  private final TestDatabase other = db.another();

  @BeforeEach
  void create() {
    db.run(
        "CREATE TABLE t (id INT PRIMARY KEY, n INT, small SMALLINT, d DECIMAL(6,2), s VARCHAR(10),"
            + " CONSTRAINT not_below CHECK (d >= -5));"
            + "INSERT INTO t VALUES (1, 10, 5, 1.00, 'a'), (2, NULL, NULL, NULL, 'b')");
  }

  @AfterEach
  void close() {
    IndexChecker.check(db.store(), db.catalog());
    other.session().close();
    db.close();
  }

  private static void begin(TestDatabase... sessions) {
    for (TestDatabase session : sessions) {
      session.session().setAutoCommit(false);
      session.query("SELECT 1"); // takes the snapshot now
    }
  }

  private static BigDecimal decimal(String number) {
    return new BigDecimal(number);
  }

  @Test
  void additionsOfTwoTransactionsGoTogether() {
    begin(db, other);
    assertThat(db.execute("UPDATE t SET n = n + 1, d = d - 2 WHERE id = 1")).isEqualTo(1);
    assertThat(other.execute("UPDATE t SET n = n - ?, d = d + 0.5 WHERE id = 1", 4)).isEqualTo(1);
    db.session().commit();
    other.session().commit();
    assertThat(db.query("SELECT n, d FROM t WHERE id = 1"))
        .containsExactly(List.of(7, decimal("-0.50")));
  }

  @Test
  void additionsGoTogetherWithChangesOfOtherColumns() {
    begin(db, other);
    db.execute("UPDATE t SET n = n + 1 WHERE id = 1");
    other.execute("UPDATE t SET s = 'z' WHERE id = 1");
    other.session().commit();
    db.session().commit();
    assertThat(db.query("SELECT n, s FROM t WHERE id = 1")).containsExactly(List.of(11, "z"));
  }

  @Test
  void aTransactionReadsWhatItAdded() {
    begin(db);
    db.execute("UPDATE t SET n = n + 1 WHERE id = 1");
    db.execute("UPDATE t SET n = n + 2, s = 'x' WHERE id = 1");
    assertThat(db.query("SELECT n, s FROM t WHERE n = 13")).containsExactly(List.of(13, "x"));
    db.execute("UPDATE t SET n = 100 WHERE id = 1");
    db.execute("UPDATE t SET n = n - 1 WHERE n = 100");
    db.session().commit();
    assertThat(db.value("SELECT n FROM t WHERE id = 1")).isEqualTo(99);
  }

  @Test
  void aReadSumIsCertified() {
    begin(db, other);
    db.execute("UPDATE t SET n = n + 1 WHERE id = 1");
    assertThat(db.value("SELECT n FROM t WHERE id = 1")).isEqualTo(11);
    other.execute("UPDATE t SET n = n + 2 WHERE id = 1");
    other.session().commit();
    assertThatThrownBy(() -> db.session().commit())
        .isInstanceOfSatisfying(
            MosqlException.class, e -> assertThat(e.sqlState()).isEqualTo("40001"));
  }

  @Test
  void undoneAdditionsAreGone() {
    begin(db);
    db.execute("UPDATE t SET n = n + 1 WHERE id = 1");
    db.session().savepoint("here");
    db.execute("UPDATE t SET n = n + 10 WHERE id = 1");
    db.session().rollbackTo("here");
    db.session().commit();
    assertThat(db.value("SELECT n FROM t WHERE id = 1")).isEqualTo(11);
  }

  @Test
  void rowsOfTheSameTransactionAreAddedTo() {
    begin(db);
    db.execute("INSERT INTO t VALUES (3, 1, 1, 1, 'c')");
    db.execute("UPDATE t SET n = n + 1, d = d + 1 WHERE id = 3");
    db.execute("UPDATE t SET id = 4 WHERE id = 3");
    db.execute("UPDATE t SET n = n + 1 WHERE id = 4");
    db.session().commit();
    assertThat(db.query("SELECT n, d FROM t WHERE id = 4"))
        .containsExactly(List.of(3, decimal("2.00")));
  }

  @Test
  void nullStaysNull() {
    assertThat(db.execute("UPDATE t SET n = n + 1, d = d - 100 WHERE id = 2")).isEqualTo(1);
    assertThat(db.query("SELECT n, d FROM t WHERE id = 2"))
        .containsExactly(Arrays.asList(null, null));
    assertThat(db.execute("UPDATE t SET n = n + ? WHERE id = 1", (Object) null)).isEqualTo(1);
    assertThat(db.value("SELECT n FROM t WHERE id = 1")).isNull();
    db.run("ALTER TABLE t ALTER COLUMN s SET NOT NULL");
    db.run("CREATE TABLE u (id INT PRIMARY KEY, n INT NOT NULL); INSERT INTO u VALUES (1, 1)");
    assertThat(db.state("UPDATE u SET n = n + ?", (Object) null)).isEqualTo("23502");
  }

  @Test
  void sumsThatTheColumnDoesNotHoldAreRefused() {
    assertThatThrownBy(() -> db.execute("UPDATE t SET small = small + 32763 WHERE id = 1"))
        .hasMessageContaining("small")
        .isInstanceOfSatisfying(
            MosqlException.class, e -> assertThat(e.sqlState()).isEqualTo("22003"));
    assertThat(db.state("UPDATE t SET d = d + 9999 WHERE id = 1")).isEqualTo("22003");
    assertThat(db.state("UPDATE t SET n = n + 2147483638 WHERE id = 1")).isEqualTo("22003");
    assertThat(db.state("UPDATE t SET n = n + 2147483637 WHERE id = 1")).isEqualTo("ok");
    assertThat(db.state("UPDATE t SET n = n - ? WHERE id = 1", Integer.MIN_VALUE))
        .isEqualTo("22003");
    db.execute("UPDATE t SET n = -1 WHERE id = 1");
    assertThat(db.state("UPDATE t SET n = n - ? WHERE id = 1", Integer.MIN_VALUE)).isEqualTo("ok");
    assertThat(db.query("SELECT n, small, d FROM t WHERE id = 1"))
        .containsExactly(List.of(Integer.MAX_VALUE, 5, decimal("1.00")));
  }

  @Test
  void itIsTheSumThatIsRounded() {
    db.execute("UPDATE t SET d = d + 0.005 WHERE id = 1");
    assertThat(db.value("SELECT d FROM t WHERE id = 1")).isEqualTo(decimal("1.01"));
    db.execute("UPDATE t SET d = -1 WHERE id = 1");
    db.execute("UPDATE t SET d = d + 0.005 WHERE id = 1");
    assertThat(db.value("SELECT d FROM t WHERE id = 1")).isEqualTo(decimal("-1.00"));
    db.execute("UPDATE t SET d = d + 0.500, n = n + 1.5 WHERE id = 1");
    assertThat(db.query("SELECT d, n FROM t WHERE id = 1"))
        .containsExactly(List.of(decimal("-0.50"), 12));
  }

  @Test
  void aDoubleIsTheDecimalThatItReadsAs() {
    try (PreparedStatementHandle handle =
        db.session()
            .prepare(
                "UPDATE t SET d = d + ? WHERE id = ? AND d < ?",
                List.of(SqlType.DOUBLE, SqlType.INTEGER, SqlType.DOUBLE))) {
      for (int i = 0; i < 3; i++) {
        db.session().execute(handle, new Object[] {0.1, 1, 1.3}, ExecutionOptions.DEFAULT);
      }
    }
    assertThat(db.value("SELECT d FROM t WHERE id = 1")).isEqualTo(decimal("1.30"));
    assertThat(db.execute("UPDATE t SET d = d - ? WHERE d = ?", 0.29999, 1.3)).isEqualTo(1);
    assertThat(db.value("SELECT d FROM t WHERE id = 1")).isEqualTo(decimal("1.00"));
  }

  @Test
  void aBrokenBoundIsTheConstraintsError() {
    assertThatThrownBy(() -> db.execute("UPDATE t SET d = d - ?, n = n + 1 WHERE id = 1", 6.01))
        .hasMessageContaining("\"not_below\"")
        .isInstanceOfSatisfying(
            MosqlException.class, e -> assertThat(e.sqlState()).isEqualTo("23514"));
    assertThat(db.state("UPDATE t SET d = d - 6.005 WHERE id = 1")).isEqualTo("23514");
    assertThat(db.state("UPDATE t SET d = d - 6 WHERE id = 1")).isEqualTo("ok");
    assertThat(db.query("SELECT n, d FROM t WHERE id = 1"))
        .containsExactly(List.of(10, decimal("-5.00")));
  }

  @Test
  void twoThatKeepTheBoundTogetherGoTogether() {
    begin(db, other);
    db.execute("UPDATE t SET d = d - 2 WHERE id = 1");
    other.execute("UPDATE t SET d = d - 4 WHERE id = 1");
    other.session().commit();
    db.session().commit();
    assertThat(db.value("SELECT d FROM t WHERE id = 1")).isEqualTo(decimal("-5.00"));
  }

  @Test
  void twoThatBreakTheBoundTogetherDoNot() {
    begin(db, other);
    db.execute("UPDATE t SET d = d - 4 WHERE id = 1");
    other.execute("UPDATE t SET d = d - 4 WHERE id = 1");
    other.session().commit();
    assertThatThrownBy(() -> db.session().commit())
        .isInstanceOfSatisfying(
            MosqlException.class, e -> assertThat(e.sqlState()).isEqualTo("40001"));
    assertThat(other.value("SELECT d FROM t WHERE id = 1")).isEqualTo(decimal("-3.00"));
  }

  @Test
  void aBoundThatOnlyAnOldSnapshotBreaksIsKept() {
    begin(db);
    other.execute("UPDATE t SET d = d + 100 WHERE id = 1");
    assertThat(db.execute("UPDATE t SET d = d - 50 WHERE id = 1")).isEqualTo(1);
    db.session().commit();
    assertThat(db.value("SELECT d FROM t WHERE id = 1")).isEqualTo(decimal("51.00"));
  }

  @Test
  void whatWhereAsksOfTheSameColumnIsAskedOfTheNewestRow() {
    begin(db);
    other.execute("UPDATE t SET n = n - 10 WHERE id = 1");
    assertThat(db.execute("UPDATE t SET n = n - 1 WHERE id = 1 AND n > 0")).isZero();
    assertThat(db.execute("UPDATE t SET n = n + 1 WHERE id = 1 AND n = 0")).isEqualTo(1);
    db.session().commit();
    assertThat(db.value("SELECT n FROM t WHERE id = 1")).isEqualTo(1);
  }

  @Test
  void additionsToIndexedColumnsKeepTheIndex() {
    db.run("CREATE INDEX by_n ON t (n); CREATE UNIQUE INDEX by_small ON t (small)");
    assertThat(db.execute("UPDATE t SET n = n + 5, small = small + 1, d = d + 1")).isEqualTo(2);
    assertThat(db.query("SELECT id, d FROM t WHERE n = 15 AND small = 6"))
        .containsExactly(List.of(1, decimal("2.00")));
    assertThat(db.query("SELECT id FROM t WHERE n = 10")).isEmpty();
  }

  @Test
  void rowsThatAreGoneOrMovedAreNotAddedTo() {
    begin(db);
    other.run("DELETE FROM t WHERE id = 2; UPDATE t SET id = 7 WHERE id = 1");
    assertThat(db.execute("UPDATE t SET n = n + 1 WHERE id = 1")).isZero();
    assertThat(db.execute("UPDATE t SET n = n + 1 WHERE id = 2")).isZero();
    assertThat(db.execute("UPDATE t SET n = n + 1 WHERE id = 7")).isEqualTo(1);
    db.session().commit();
    assertThat(db.value("SELECT n FROM t")).isEqualTo(11);
  }

  @Test
  void rowsThatLackTheFieldHaveWhatTheColumnCameWith() {
    db.run(
        "ALTER TABLE t ADD COLUMN later INT DEFAULT 7; ALTER TABLE t ADD COLUMN more DECIMAL(4,1)");
    assertThat(db.execute("UPDATE t SET later = later + 1, more = more + 1 WHERE id = 1"))
        .isEqualTo(1);
    db.execute("UPDATE t SET more = 2 WHERE id = 2");
    assertThat(db.query("SELECT later, more FROM t ORDER BY id"))
        .containsExactly(Arrays.asList(8, null), List.of(7, decimal("2.0")));
  }

  @Test
  void aRowThatIsFoundTwiceIsAddedToOnce() {
    db.run(
        "CREATE TABLE c (code CHAR(3) PRIMARY KEY, n INT); INSERT INTO c VALUES ('a', 0), ('b', 0);"
            + "CREATE TABLE s (code VARCHAR(5)); INSERT INTO s VALUES ('a'), ('a '), ('a  ')");
    assertThat(db.execute("UPDATE c SET n = n + 1 WHERE code IN (SELECT code FROM s)"))
        .isEqualTo(1);
    assertThat(db.query("SELECT n FROM c ORDER BY code")).containsExactly(List.of(1), List.of(0));
  }

  @Test
  void aFailedStatementAddsNothing() {
    begin(db);
    assertThat(db.state("UPDATE t SET n = n + 1, d = d - 10")).isEqualTo("23514");
    db.session().commit();
    assertThat(db.value("SELECT n FROM t WHERE id = 1")).isEqualTo(10);
  }
}

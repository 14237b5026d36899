package io.mosql.sql.exec;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.sql.TestDatabase;
import io.mosql.sql.catalog.Catalog;
import io.mosql.sql.exec.expression.NoTableExpressions;
import io.mosql.sql.exec.runtime.ExecutionContext;
import io.mosql.sql.exec.runtime.MemoryAccount;
import io.mosql.sql.exec.runtime.NoSessionEnvironment;
import io.mosql.sql.exec.runtime.RowStream;
import io.mosql.sql.exec.table.IndexChecker;
import io.mosql.sql.parser.MosqlParser;
import io.mosql.sql.planner.Planner;
import io.mosql.storage.commit.CommitResult;
import io.mosql.storage.transaction.CertificationLevel;
import io.mosql.storage.transaction.Transaction;
import io.mosql.storage.transaction.TransactionOptions;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Checks that reads on which constraints or changed rows depend are certified at every isolation
 * level, also without row locks: the statements run in transactions that lock no rows.
 */
final class IntegrityReadsTest {
  private final TestDatabase db = new TestDatabase();
  private int next = 100;

  @BeforeEach
  void create() {
    db.run(
        "CREATE TABLE p (id INT PRIMARY KEY, v INT); INSERT INTO p VALUES (1, 1), (2, 2);"
            + "CREATE TABLE t (id INT PRIMARY KEY, u INT UNIQUE, p INT REFERENCES p, a INT, b INT,"
            + " big TEXT, CHECK (a <= b));"
            + "INSERT INTO t VALUES (1, 1, 1, 1, 5, NULL), (2, 2, NULL, 2, 5, NULL)");
  }

  @AfterEach
  void close() {
    IndexChecker.check(db.store(), db.catalog());
    db.close();
  }

  private Transaction begin(CertificationLevel level) {
    return db.store().begin(new TransactionOptions(level, false, 0, false));
  }

  /** Number of rows changed or read. */
  private long run(String sql, Transaction transaction) {
    Catalog catalog = db.catalog();
    CompiledPlan plan =
        new PlanCompiler(catalog, NoTableExpressions.INSTANCE)
            .compile(
                new Planner(table -> 10)
                    .plan(sql, MosqlParser.parse(sql), catalog, "public", List.of()));
    ExecutionContext context =
        plan.context(
            transaction,
            catalog,
            new Object[0],
            NoSessionEnvironment.SEQUENCES,
            NoSessionEnvironment.INSTANCE,
            () -> false,
            MemoryAccount.unlimited(),
            false);
    if (!plan.returnsRows()) {
      return plan.modify(context);
    }
    RowStream rows = plan.open(context);
    long count = 0;
    for (@Nullable Object[] row = rows.next(); row != null; row = rows.next()) {
      count++;
    }
    return count;
  }

  /** Whether a statement commits when others have run since its snapshot was taken. */
  private boolean commits(CertificationLevel level, String statement, String others) {
    Transaction transaction = begin(level);
    run(statement, transaction);
    run("INSERT INTO p VALUES (" + next++ + ", 0)", transaction);
    db.run(others);
    return transaction.commit() instanceof CommitResult.Committed;
  }

  @ParameterizedTest
  @EnumSource(CertificationLevel.class)
  void uniqueEntriesStayUnique(CertificationLevel level) {
    assertThat(
            commits(
                level,
                "INSERT INTO t VALUES (3, 3, NULL, 1, 1, NULL)",
                "INSERT INTO t VALUES (4, 3, NULL, 1, 1, NULL)"))
        .isFalse();
    assertThat(commits(level, "UPDATE t SET u = 7 WHERE id = 1", "UPDATE t SET u = 7 WHERE id = 2"))
        .isFalse();
  }

  @ParameterizedTest
  @EnumSource(CertificationLevel.class)
  void parentsStay(CertificationLevel level) {
    assertThat(
            commits(
                level, "INSERT INTO t VALUES (3, 3, 2, 1, 1, NULL)", "DELETE FROM p WHERE id = 2"))
        .isFalse();
  }

  @ParameterizedTest
  @EnumSource(CertificationLevel.class)
  void childrenStayAway(CertificationLevel level) {
    assertThat(
            commits(
                level, "DELETE FROM p WHERE id = 2", "INSERT INTO t VALUES (3, 3, 2, 1, 1, NULL)"))
        .isFalse();
  }

  @ParameterizedTest
  @EnumSource(CertificationLevel.class)
  void aParentsOtherColumnsAreNotItsChildrensBusiness(CertificationLevel level) {
    assertThat(
            commits(
                level,
                "INSERT INTO t VALUES (3, 3, 2, 1, 1, NULL)",
                "UPDATE p SET v = v + 1 WHERE id = 2"))
        .isTrue();
  }

  @ParameterizedTest
  @EnumSource(CertificationLevel.class)
  void checksHoldOverColumnsOfTwoWriters(CertificationLevel level) {
    assertThat(commits(level, "UPDATE t SET a = 4 WHERE id = 1", "UPDATE t SET b = 3 WHERE id = 1"))
        .isFalse();
  }

  @ParameterizedTest
  @EnumSource(CertificationLevel.class)
  void whatWhereReadOfAChangedRowIsStillSo(CertificationLevel level) {
    String update = "UPDATE p SET v = 5 WHERE v = 2";
    assertThat(commits(level, update, "UPDATE p SET v = 3 WHERE id = 2")).isFalse();
    assertThat(commits(level, "DELETE FROM p WHERE v = 3", "UPDATE p SET v = 4 WHERE id = 2"))
        .isFalse();
  }

  @ParameterizedTest
  @EnumSource(CertificationLevel.class)
  void whatAnIndexWasAskedForOfAChangedRowIsStillSo(CertificationLevel level) {
    db.run("CREATE INDEX by_v ON p (v)");
    assertThat(commits(level, "UPDATE p SET id = 9 WHERE v = 2", "UPDATE p SET v = 3 WHERE id = 2"))
        .isFalse();
    db.run("CREATE TABLE q (id INT PRIMARY KEY, x INT, y INT); CREATE INDEX by_x ON q (x)");
    db.run("INSERT INTO q VALUES (1, 1, 1)");
    assertThat(commits(level, "UPDATE q SET y = 2 WHERE x = 1", "UPDATE q SET x = 2 WHERE id = 1"))
        .isFalse();
  }

  @ParameterizedTest
  @EnumSource(CertificationLevel.class)
  void newValuesReadFromARowAreStillSo(CertificationLevel level) {
    assertThat(
            commits(
                level, "UPDATE t SET a = b - 1 WHERE id = 1", "UPDATE t SET b = 9 WHERE id = 1"))
        .isFalse();
    assertThat(
            commits(
                level, "UPDATE p SET v = v * 2 WHERE id = 1", "UPDATE p SET v = 9 WHERE id = 1"))
        .isFalse();
  }

  @ParameterizedTest
  @EnumSource(CertificationLevel.class)
  void rowsReadForUpdateAreStillSo(CertificationLevel level) {
    String others = "UPDATE p SET v = v + 1 WHERE id = 1";
    assertThat(commits(level, "SELECT v FROM p WHERE id = 1 FOR UPDATE", others)).isFalse();
    assertThat(commits(level, "SELECT v FROM p FOR SHARE", others)).isFalse();
    assertThat(commits(level, "SELECT v FROM p WHERE id = 1 FOR UPDATE SKIP LOCKED", others))
        .isFalse();
    assertThat(commits(level, "SELECT v FROM p WHERE id = 2 FOR UPDATE SKIP LOCKED", others))
        .isTrue();
    assertThat(commits(level, "SELECT id FROM p WHERE id = 1 FOR UPDATE", others)).isTrue();
  }

  @ParameterizedTest
  @EnumSource(CertificationLevel.class)
  void plainReadsAreCertifiedOnlyWhereAllAre(CertificationLevel level) {
    assertThat(
            commits(level, "SELECT v FROM p WHERE id = 1", "UPDATE p SET v = v + 1 WHERE id = 1"))
        .isEqualTo(level != CertificationLevel.SERIALIZABLE);
  }

  @ParameterizedTest
  @EnumSource(CertificationLevel.class)
  void blindChangesOfOneColumnLeaveTheOthersAlone(CertificationLevel level) {
    assertThat(commits(level, "UPDATE p SET v = 8 WHERE id = 1", "UPDATE p SET v = 9 WHERE id = 1"))
        .isTrue();
    assertThat(
            commits(
                level, "UPDATE t SET p = 2 WHERE id = 2", "UPDATE t SET a = a + 1 WHERE id = 2"))
        .isTrue();
    assertThat(
            commits(
                level,
                "UPDATE t SET b = b + 1 WHERE id = 1",
                "UPDATE t SET big = repeat('x', 5000) WHERE id = 1"))
        .isTrue();
  }
}

package io.mosql.sql.session.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.core.error.MosqlException;
import io.mosql.core.files.MemoryDirectory;
import io.mosql.core.session.CommitOutcome;
import io.mosql.core.session.ExecutionOptions;
import io.mosql.core.session.PreparedStatementHandle;
import io.mosql.core.session.Session;
import io.mosql.core.session.Session.CommitStatus;
import io.mosql.core.session.TransactionToken;
import io.mosql.sql.TestDatabase;
import io.mosql.sql.catalog.CatalogCodec;
import io.mosql.sql.catalog.IndexDef;
import io.mosql.sql.catalog.TableDef;
import io.mosql.sql.exec.table.IndexChecker;
import io.mosql.sql.sort.TemporaryFiles;
import io.mosql.storage.commit.CommitResult;
import io.mosql.storage.commit.StoreOptions;
import io.mosql.storage.transaction.Transaction;
import io.mosql.storage.version.SystemTrees;
import io.mosql.testkit.Rotation;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests that a built index has exactly the entries of its rows, for all ways to build it and with
 * concurrent writers.
 */
final class IndexBackfillTest {
  private static final int ROWS = 300;

  private final MemoryDirectory files = new MemoryDirectory("sorts");

  /** Several chunks, and sorts that spill. */
  private final TestDatabase db =
      new TestDatabase(
          StoreOptions.DEFAULT, new IndexBuildOptions(new TemporaryFiles(files, 500), 10, 17));

  @AfterEach
  void close() {
    check();
    assertThat(files.list()).isEmpty();
    db.close();
  }

  private void check() {
    IndexChecker.check(db.store(), db.catalog());
  }

  private void fill() {
    db.run("create table t (id int primary key, a int, b varchar(20), c int)");
    for (int i = 0; i < ROWS; i++) {
      int id = i * 37 % ROWS;
      db.execute(
          "insert into t values (?, ?, ?, ?)",
          id,
          id % 7 == 0 ? null : id % 50,
          "text " + id * 31 % 100,
          id);
    }
  }

  private @Nullable IndexDef index(String name) {
    return db.table("t").indexes().stream()
        .filter(index -> index.name().equals(name))
        .findFirst()
        .orElse(null);
  }

  private void mustBePublic(String name) {
    assertThat(index(name)).isNotNull().matches(index -> !index.writeOnly());
    check();
  }

  @Test
  void aFilledTableGetsIndexes() {
    fill();
    db.run("create index t_ab on t (a desc, b); create unique index t_c on t (c desc)");
    db.run("alter table t add constraint t_bc unique (b, c); create index on t (a)");
    mustBePublic("t_ab");
    mustBePublic("t_c");
    mustBePublic("t_bc");
    mustBePublic("t_a_idx");
    assertThat(db.state("insert into t values (1000, 1, 'x', 5)")).isEqualTo("23505");
    assertThat(db.query("select is_building from mosql.indexes where is_building")).isEmpty();
  }

  @Test
  void aFilledTableGetsIndexesOverExpressions() {
    fill();
    db.run("create index t_x on t ((a + id) desc, upper(b)) include (c)");
    db.run(
        "create unique index t_y on t ((c * 2)) where a > 10; create index t_z on t (a) where a < 0");
    mustBePublic("t_x");
    mustBePublic("t_y");
    mustBePublic("t_z");
    assertThat(db.value("select count(*) from t where a > 10 and c * 2 = 2 * 30")).isEqualTo(1L);
    assertThat(db.state("insert into t values (1000, 11, 'x', 30)")).isEqualTo("23505");
    assertThat(db.state("insert into t values (1000, 9, 'x', 30)")).isEqualTo("ok");
    db.run("drop index t_x; drop index t_y; drop index t_z");
    assertThat(db.table("t").columns()).hasSize(4);
  }

  @Test
  void anExpressionWithoutValueEndsTheBuild() {
    fill();
    assertThat(db.state("create index t_x on t ((100 / c))")).isEqualTo("22012");
    db.run("begin");
    assertThat(db.state("create index t_x on t ((100 / c))")).isEqualTo("22012");
    db.run("commit");
    assertThat(index("t_x")).isNull();
    assertThat(db.table("t").columns()).hasSize(4);
  }

  @Test
  void rowsThatDoNotSuitMayBeMendedDuringABuild() {
    fill();
    db.run("update t set c = 5 where c = 0");
    breakOff("create index t_x on t ((100 / c))", "t_x", 100);
    assertThat(db.state("update t set c = 0 where id = 1")).isEqualTo("22012");
    db.run("create index t_x on t ((100 / c))");
    mustBePublic("t_x");
  }

  @Test
  void aTransactionBuildsItsOwn() {
    fill();
    db.run("begin; create index t_a on t (a); create unique index t_c on t (c)");
    db.run("insert into t values (1000, 1, 'x', 1000); commit");
    mustBePublic("t_a");
    mustBePublic("t_c");
    db.run("begin; create index t_b on t (b); rollback");
    assertThat(index("t_b")).isNull();
  }

  @Test
  void aDuplicateEndsTheBuild() {
    fill();
    assertThat(db.state("create unique index u on t (b)")).isEqualTo("23505");
    assertThat(index("u")).isNull();
    assertThat(db.state("alter table t add constraint u unique (b, c)")).isEqualTo("ok");
    db.run("begin");
    assertThat(db.state("create unique index v on t (b)")).isEqualTo("23505");
    db.run("commit");
    assertThat(index("v")).isNull();
    // NULL is no duplicate of NULL.
    db.run("update t set a = null; create unique index n on t (a)");
    mustBePublic("n");
  }

  @Test
  void aBuildMayBeLargerThanATransaction() {
    StoreOptions d = StoreOptions.DEFAULT;
    StoreOptions small =
        new StoreOptions(
            d.shape(), d.node(), d.groupBytesMax(), d.recordBytesMax(), 2_000, d.comparedRowsMax());
    IndexBuildOptions builds =
        new IndexBuildOptions(new TemporaryFiles(new MemoryDirectory("s"), 500), 10, 17);
    try (TestDatabase tiny = new TestDatabase(small, builds)) {
      tiny.run("create table t (id int primary key, b varchar(20))");
      for (int i = 0; i < ROWS; i++) {
        tiny.execute("insert into t values (?, ?)", i, "text " + i * 31 % 100);
      }
      tiny.run("create index t_b on t (b)");
      IndexChecker.check(tiny.store(), tiny.catalog());
      tiny.run("begin");
      assertThat(tiny.state("create index too_large on t (b)")).isEqualTo("54000");
    }
  }

  /** Produces the catalog left by a process that ends in the middle of a build. */
  private void breakOff(String create, String name, int entriesLost) {
    db.run(create);
    Transaction transaction = db.store().begin(false);
    TableDef table = db.table("t");
    List<IndexDef> indexes =
        table.indexes().stream().map(i -> i.withWriteOnly(i.name().equals(name))).toList();
    transaction.put(
        SystemTrees.CATALOG,
        CatalogCodec.tableKey(table.id()),
        CatalogCodec.encode(table.withIndexes(indexes)));
    long tree = indexes.stream().filter(IndexDef::writeOnly).findFirst().orElseThrow().id();
    var entries = transaction.scan(tree, null, null, true, io.mosql.storage.version.ColumnSet.ALL);
    List<byte[]> lost = new ArrayList<>();
    for (int i = 0; i < entriesLost && entries.next(); i++) {
      lost.add(entries.key());
    }
    lost.forEach(key -> transaction.remove(tree, key));
    assertThat(transaction.commit()).isInstanceOf(CommitResult.Committed.class);
  }

  @Test
  void nobodyLooksIntoAnUnfinishedIndex() {
    fill();
    breakOff("create index t_a on t (a)", "t_a", 200);
    assertThat(db.query("select id from t where a = 3 order by id")).hasSize(6 - 1);
    assertThat(db.query("select index_name from mosql.indexes where is_building")).hasSize(1);
    assertThat(db.query("select 1 from mosql.constraints where constraint_name = 't_a'")).isEmpty();
    assertThat(db.state("create table child (x int, foreign key (x) references t (a))"))
        .isEqualTo("42830");
    // Writers maintain the index.
    db.run("update t set a = a + 1 where id < 50; delete from t where id > 250");
    db.run("insert into t values (5000, 1, 'x', 1)");
    db.run("drop index t_a");
    assertThat(index("t_a")).isNull();
  }

  @Test
  void theSameStatementFinishesABuild() {
    fill();
    breakOff("create index t_a on t (a)", "t_a", 100);
    db.run("update t set a = a + 1 where id < 50; delete from t where id > 250");
    assertThat(db.state("create index t_a on t (b)")).isEqualTo("42710");
    assertThat(db.state("create unique index t_a on t (a)")).isEqualTo("42710");
    db.run("create index t_a on t (a)");
    mustBePublic("t_a");
    assertThat(db.state("create index t_a on t (a)")).isEqualTo("42710");

    breakOff("create unique index t_c on t (c)", "t_c", 300);
    db.run("create unique index if not exists t_c on t (c)");
    mustBePublic("t_c");

    breakOff("create index t_b on t (b)", "t_b", 30);
    db.run("begin; create index t_b on t (b); commit");
    mustBePublic("t_b");
  }

  @Test
  void aDuplicateMayComeWhileABuildIsBrokenOff() {
    fill();
    breakOff("create unique index t_c on t (c)", "t_c", 300);
    db.run("insert into t values (5000, 1, 'x', 17)");
    assertThat(db.state("insert into t values (5001, 1, 'x', 17)")).isEqualTo("23505");
    assertThat(db.state("create unique index t_c on t (c)")).isEqualTo("23505");
    assertThat(index("t_c")).isNull();
  }

  @Test
  void whoeverGoesDuringABuildLeavesTheEntryOfAnotherRow() {
    for (String goes :
        List.of("delete from t where id = 17", "update t set c = -17 where id = 17")) {
      fill();
      breakOff("create unique index t_c on t (c)", "t_c", 300);
      db.run("insert into t values (5000, 1, 'x', 17)"); // The entry of row 17 is not built yet.
      db.run(goes);
      assertThat(db.state("insert into t values (5001, 1, 'x', 17)")).as(goes).isEqualTo("23505");
      db.run("create unique index t_c on t (c)");
      mustBePublic("t_c");
      db.run("drop table t");
    }
  }

  /**
   * After a lost answer, the query of the outcome must not report the transaction that began the
   * build.
   */
  @Test
  void aBuildHasCommittedWhenItsIndexIsPublic() {
    fill();
    TransactionToken token = db.session().token();
    assertThat(db.state("create unique index u on t (b)")).isEqualTo("23505");
    assertThat(outcome(token)).isEqualTo(new CommitStatus(CommitOutcome.ABORTED, -1));
    // the token was requested
    assertThat(db.state("create unique index u on t (c)")).isEqualTo("40001");
    assertThat(index("u")).isNull();
    token = db.session().token();
    db.run("create unique index u on t (c)");
    mustBePublic("u");
    assertThat(outcome(token)).isEqualTo(new CommitStatus(CommitOutcome.COMMITTED, 0));
    token = db.session().token();
    db.run("drop index u");
    assertThat(outcome(token)).isEqualTo(new CommitStatus(CommitOutcome.COMMITTED, 0));
    token = db.session().token();
    db.run("create table copy as select * from t");
    assertThat(outcome(token)).isEqualTo(new CommitStatus(CommitOutcome.COMMITTED, ROWS));
  }

  private CommitStatus outcome(TransactionToken token) {
    try (Session asker = db.connect()) {
      return asker.commitStatus(token);
    }
  }

  @Test
  void rowsDoNotMoveDuringABuild() {
    fill();
    breakOff("create index t_b on t (b)", "t_b", 30);
    assertThat(db.state("alter table t drop primary key")).isEqualTo("55006");
    db.run("create index t_b on t (b); alter table t drop primary key");
  }

  private static void execute(Session session, String sql, @Nullable Object... parameters) {
    try (PreparedStatementHandle handle = session.prepare(sql, List.of())) {
      session.execute(handle, parameters, ExecutionOptions.DEFAULT);
    }
  }

  /** Changes rows of its own and shared ones until stopped; returns unexpected failures. */
  private List<String> write(long seed, AtomicBoolean stop) {
    Random random = new Random(seed);
    int values = seed < 200 ? 1_000_000 : 2 * ROWS; // Few, so that conflicts are frequent.
    List<String> failures = new ArrayList<>();
    try (Session session = db.connect()) {
      for (int i = 0; !stop.get() || i < 50; i++) {
        int id = random.nextInt(ROWS + 50);
        try {
          switch (random.nextInt(5)) {
            case 0 -> execute(session, "delete from t where id = ?", id);
            case 1 -> execute(session, "update t set a = ? where id = ?", random.nextInt(9), id);
            case 2 -> execute(session, "update t set id = ? where id = ?", id + 1, id);
            case 3 ->
                execute(
                    session,
                    "update t set b = ?, c = ? where id = ?",
                    "b" + i,
                    random.nextInt(values),
                    id);
            default ->
                execute(
                    session,
                    "insert into t values (?, ?, ?, ?)",
                    id,
                    random.nextInt(9),
                    "x",
                    random.nextInt(values));
          }
        } catch (MosqlException e) {
          if (!e.sqlState().equals("23505")) {
            failures.add(e.sqlState() + " " + e.getMessage());
          }
        }
      }
    }
    return failures;
  }

  static List<Long> seeds() {
    return Rotation.seeds(1, 3);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void writersAndABuildGoTogether(long seed) throws Exception {
    fill();
    // rows that no writer changes: deletes may leave no other rows with equal values
    db.run("insert into t values (10000, 1, 'twice', -1), (10001, 1, 'twice', -2)");
    ExecutorService threads = Executors.newFixedThreadPool(3);
    AtomicBoolean stop = new AtomicBoolean();
    try {
      List<Future<List<String>>> writers = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        long own = seed * 100 + i;
        Callable<List<String>> writer = () -> write(own, stop);
        writers.add(threads.submit(writer));
      }
      for (int round = 0; round < 4; round++) {
        db.run("create index t_a on t (a, b)");
        db.run("create index t_e on t ((a + id), lower(b)) where a > 2");
        String unique = db.state("create unique index t_c on t (c)");
        assertThat(unique).isIn("ok", "23505");
        assertThat(db.state("create unique index t_b on t (b)")).isEqualTo("23505");
        assertThat(index("t_a")).isNotNull();
        if (round < 3) {
          db.run("drop index t_a; drop index t_e; drop index if exists t_c");
        }
      }
      stop.set(true);
      for (Future<List<String>> writer : writers) {
        assertThat(writer.get()).isEmpty();
      }
    } finally {
      stop.set(true);
      threads.shutdown();
    }
    mustBePublic("t_a");
    mustBePublic("t_e");
  }
}

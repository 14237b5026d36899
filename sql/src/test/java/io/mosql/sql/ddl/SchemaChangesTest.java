package io.mosql.sql.ddl;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.sql.TestDatabase;
import io.mosql.sql.catalog.TableDef;
import io.mosql.sql.exec.table.IndexChecker;
import io.mosql.storage.TreeInfo;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests schema statements on tables with rows: new constraints apply to the existing rows. */
final class SchemaChangesTest {
  private final TestDatabase db = new TestDatabase();

  @AfterEach
  void indexesAgree() {
    IndexChecker.check(db.store(), db.catalog());
    db.close();
  }

  @Test
  void anAddedColumnHasItsDefaultInRowsWrittenBefore() {
    db.run("CREATE TABLE t (a INT PRIMARY KEY, b INT); INSERT INTO t VALUES (1, 10), (2, 20)");
    db.run("ALTER TABLE t ADD COLUMN c INT DEFAULT 7 NOT NULL; ALTER TABLE t ADD d VARCHAR(9)");
    db.run("INSERT INTO t (a) VALUES (3); UPDATE t SET d = 'x' WHERE a = 2");
    assertThat(db.query("SELECT * FROM t ORDER BY a").toString())
        .isEqualTo("[[1, 10, 7, null], [2, 20, 7, x], [3, null, 7, null]]");
    db.run("ALTER TABLE t ALTER COLUMN c SET DEFAULT 8; CREATE INDEX t_c ON t (c, d)");
    db.run("UPDATE t SET c = c + 1 WHERE a = 1; INSERT INTO t (a) VALUES (4)");
    assertThat(db.query("SELECT a, c FROM t WHERE c >= 8 ORDER BY a").toString())
        .isEqualTo("[[1, 8], [4, 8]]");
    assertThat(db.query("SELECT a FROM t WHERE c = 7 ORDER BY a").toString())
        .isEqualTo("[[2], [3]]");
  }

  @Test
  void aColumnThatMustHaveAValueNeedsADefault() {
    db.run("CREATE TABLE t (a INT); INSERT INTO t VALUES (1)");
    assertThat(db.state("ALTER TABLE t ADD b INT NOT NULL")).isEqualTo("23502");
    assertThat(db.state("ALTER TABLE t ADD a INT")).isEqualTo("42701");
    assertThat(db.state("DELETE FROM t")).isEqualTo("ok");
    assertThat(db.state("ALTER TABLE t ADD b INT NOT NULL")).isEqualTo("ok");
    assertThat(db.state("INSERT INTO t VALUES (1, NULL)")).isEqualTo("23502");
  }

  @Test
  void ordinalsAreNotUsedAgain() {
    db.run("CREATE TABLE t (a INT PRIMARY KEY, b INT, c INT); INSERT INTO t VALUES (1, 2, 3)");
    db.run("ALTER TABLE t DROP COLUMN b; ALTER TABLE t ADD b INT; ALTER TABLE t ADD e INT");
    assertThat(db.query("SELECT * FROM t").toString()).isEqualTo("[[1, 3, null, null]]");
    db.run("ALTER TABLE t DROP COLUMN e; ALTER TABLE t ADD f INT DEFAULT 5");
    assertThat(db.query("SELECT * FROM t").toString()).isEqualTo("[[1, 3, null, 5]]");
    TableDef table = db.table("t");
    assertThat(table.columns().stream().map(c -> c.ordinal()).toList())
        .isEqualTo(List.of(0, 2, 3, 5));
    assertThat(table.nextOrdinal()).isEqualTo(6);
  }

  @Test
  void droppingAColumnDropsWhatTheTableHasOnIt() {
    db.run("CREATE TABLE p (id INT PRIMARY KEY, u INT UNIQUE)");
    db.run(
        "CREATE TABLE t (a INT PRIMARY KEY, b INT UNIQUE, c INT REFERENCES p, d INT CHECK (d > 0), e INT, f INT REFERENCES p (u));"
            + "CREATE INDEX t_e ON t (e, a); INSERT INTO t VALUES (1, 2, NULL, 4, 5, NULL)");
    assertThat(db.state("ALTER TABLE p DROP COLUMN id")).isEqualTo("2BP01");
    assertThat(db.state("ALTER TABLE p DROP COLUMN u")).isEqualTo("2BP01");
    assertThat(db.state("ALTER TABLE t DROP COLUMN nosuch")).isEqualTo("42703");
    assertThat(db.state("ALTER TABLE p DROP COLUMN u CASCADE")).isEqualTo("ok");
    for (String column : List.of("b", "c", "d", "a", "f")) {
      assertThat(db.state("ALTER TABLE t DROP COLUMN " + column)).isEqualTo("ok");
      IndexChecker.check(db.store(), db.catalog());
    }
    assertThat(db.query("SELECT * FROM t").toString()).isEqualTo("[[5]]");
    assertThat(db.table("t").keyless()).isTrue();
    assertThat(db.table("t").indexes()).isEmpty();
    assertThat(db.table("t").checks()).isEmpty();
    assertThat(db.table("t").foreignKeys()).isEmpty();
  }

  @Test
  void aKeyGivenToAFilledTableMovesItsRows() {
    db.run(
        "CREATE TABLE t (a INT, b VARCHAR(9), c INT, UNIQUE (b)); CREATE INDEX t_c ON t (c DESC);"
            + "INSERT INTO t VALUES (3, 'x', 1), (1, 'y', 2), (2, NULL, NULL)");
    db.run("ALTER TABLE t ADD PRIMARY KEY (a DESC)");
    IndexChecker.check(db.store(), db.catalog());
    assertThat(db.query("SELECT * FROM t").toString())
        .isEqualTo("[[3, x, 1], [2, null, null], [1, y, 2]]");
    assertThat(db.state("INSERT INTO t VALUES (3, 'z', 0)")).isEqualTo("23505");
    assertThat(db.state("INSERT INTO t VALUES (NULL, 'z', 0)")).isEqualTo("23502");
    assertThat(db.state("INSERT INTO t VALUES (4, 'y', 0)")).isEqualTo("23505");
    assertThat(db.value("SELECT a FROM t WHERE b = 'y'")).isEqualTo(1);
    assertThat(db.catalog().sequences()).isEmpty();
    assertThat(db.state("ALTER TABLE t ADD PRIMARY KEY (c)")).isEqualTo("42P16");
  }

  @Test
  void aKeyIsRefusedWhereRowsBreakIt() {
    db.run("CREATE TABLE t (a INT, b INT); INSERT INTO t VALUES (1, NULL), (1, 2)");
    int trees = userTrees().size();
    assertThat(db.state("ALTER TABLE t ADD PRIMARY KEY (a)")).isEqualTo("23505");
    assertThat(db.state("ALTER TABLE t ADD PRIMARY KEY (b)")).isEqualTo("23502");
    assertThat(db.state("CREATE UNIQUE INDEX u ON t (a)")).isEqualTo("23505");
    assertThat(db.state("ALTER TABLE t ADD CHECK (b > 2)")).isEqualTo("23514");
    assertThat(db.state("ALTER TABLE t ALTER COLUMN b SET NOT NULL")).isEqualTo("23502");
    assertThat(db.table("t").keyless()).isTrue();
    assertThat(db.table("t").indexes()).isEmpty();
    assertThat(db.table("t").checks()).isEmpty();
    assertThat(userTrees()).hasSize(trees);
    assertThat(db.state("CREATE UNIQUE INDEX u ON t (a, b)")).isEqualTo("ok");
  }

  @Test
  void aTableWithoutItsKeyGoesOnCounting() {
    db.run("CREATE TABLE t (a INT PRIMARY KEY, b INT UNIQUE); INSERT INTO t VALUES (5, 1), (6, 2)");
    db.run("ALTER TABLE t DROP PRIMARY KEY");
    assertThat(db.state("INSERT INTO t VALUES (5, 3), (5, 4), (5, 5)")).isEqualTo("ok");
    assertThat(db.state("INSERT INTO t VALUES (5, 3)")).isEqualTo("23505");
    assertThat(db.query("SELECT * FROM t").toString())
        .isEqualTo("[[5, 1], [6, 2], [5, 3], [5, 4], [5, 5]]");
    assertThat(db.execute("DELETE FROM t WHERE a = 5 AND b > 1")).isEqualTo(3);
    db.run("ALTER TABLE t ADD c INT DEFAULT 9; ALTER TABLE t ADD PRIMARY KEY (c, a)");
    assertThat(db.query("SELECT * FROM t ORDER BY a").toString())
        .isEqualTo("[[5, 1, 9], [6, 2, 9]]");
  }

  @Test
  void theKeyGoesByItsNameToo() {
    db.run("CREATE TABLE t (a INT, CONSTRAINT k PRIMARY KEY (a)); INSERT INTO t VALUES (1)");
    assertThat(db.state("ALTER TABLE t DROP CONSTRAINT k")).isEqualTo("ok");
    assertThat(db.state("INSERT INTO t VALUES (1)")).isEqualTo("ok");
    assertThat(db.state("ALTER TABLE t DROP CONSTRAINT k")).isEqualTo("42704");
    assertThat(db.state("ALTER TABLE t DROP PRIMARY KEY")).isEqualTo("42704");
  }

  @Test
  void foreignKeysFollowTheirParentsIndex() {
    db.run(
        "CREATE TABLE p (a INT, b INT UNIQUE, up INT REFERENCES p (b));"
            + "CREATE TABLE c (x INT PRIMARY KEY, b INT REFERENCES p (b));"
            + "INSERT INTO p VALUES (1, 10, NULL), (2, 20, 10); INSERT INTO c VALUES (1, 10)");
    db.run("ALTER TABLE p ADD PRIMARY KEY (a)");
    IndexChecker.check(db.store(), db.catalog());
    assertThat(db.state("INSERT INTO c VALUES (2, 11)")).isEqualTo("23503");
    assertThat(db.state("INSERT INTO c VALUES (2, 20)")).isEqualTo("ok");
    assertThat(db.state("INSERT INTO p VALUES (3, 30, 31)")).isEqualTo("23503");
    assertThat(db.state("INSERT INTO p VALUES (3, 30, 30)")).isEqualTo("ok");
    assertThat(db.state("DELETE FROM p WHERE a = 1")).isEqualTo("23503");
    assertThat(db.state("ALTER TABLE p DROP PRIMARY KEY")).isEqualTo("ok");
    assertThat(db.state("UPDATE p SET b = 21 WHERE a = 2")).isEqualTo("23503");
    assertThat(db.state("DELETE FROM p WHERE a = 3")).isEqualTo("ok");
  }

  @Test
  void aForeignKeyKeepsAnIndexWhenThePrimaryKeyGoes() {
    db.run(
        "CREATE TABLE p (a INT PRIMARY KEY); CREATE TABLE c (a INT REFERENCES p, b INT, PRIMARY KEY (a, b));"
            + "INSERT INTO p VALUES (1), (2); INSERT INTO c VALUES (1, 1)");
    assertThat(db.state("ALTER TABLE p DROP PRIMARY KEY")).isEqualTo("2BP01");
    assertThat(db.state("ALTER TABLE c DROP PRIMARY KEY")).isEqualTo("ok");
    IndexChecker.check(db.store(), db.catalog());
    assertThat(db.state("DELETE FROM p WHERE a = 1")).isEqualTo("23503");
    assertThat(db.state("DELETE FROM p WHERE a = 2")).isEqualTo("ok");
    assertThat(db.state("INSERT INTO c VALUES (2, 2)")).isEqualTo("23503");
  }

  @Test
  void aForeignKeyIsVerifiedAndBringsItsIndex() {
    db.run(
        "CREATE TABLE p (a INT PRIMARY KEY, b VARCHAR(4) UNIQUE); CREATE TABLE c (a INT, b VARCHAR(4));"
            + "INSERT INTO p VALUES (1, 'x'); INSERT INTO c VALUES (1, 'x'), (2, NULL)");
    assertThat(db.state("ALTER TABLE c ADD CONSTRAINT f FOREIGN KEY (a) REFERENCES p"))
        .isEqualTo("23503");
    assertThat(db.table("c").indexes()).isEmpty();
    assertThat(db.state("ALTER TABLE c ADD CONSTRAINT f FOREIGN KEY (b) REFERENCES p (b)"))
        .isEqualTo("ok");
    assertThat(db.table("c").indexes()).hasSize(1);
    assertThat(db.state("ALTER TABLE c ADD FOREIGN KEY (a) REFERENCES p (b)")).isEqualTo("42804");
    assertThat(db.state("ALTER TABLE c ADD FOREIGN KEY (a, b) REFERENCES p")).isEqualTo("42830");
    String index = db.table("c").indexes().get(0).name();
    assertThat(db.state("DROP INDEX " + index + " ON c")).isEqualTo("2BP01");
    assertThat(db.state("DROP TABLE p")).isEqualTo("2BP01");
    assertThat(db.state("DELETE FROM p")).isEqualTo("23503");
    assertThat(db.state("ALTER TABLE c DROP CONSTRAINT f")).isEqualTo("ok");
    assertThat(db.state("DROP INDEX " + index + " ON c")).isEqualTo("ok");
    assertThat(db.state("DELETE FROM p")).isEqualTo("ok");
    assertThat(db.state("DROP TABLE p")).isEqualTo("ok");
  }

  @Test
  void aTableRefersToItself() {
    db.run("CREATE TABLE t (a INT PRIMARY KEY, up INT); INSERT INTO t VALUES (1, NULL), (2, 1)");
    db.run("ALTER TABLE t ADD CONSTRAINT f FOREIGN KEY (up) REFERENCES t");
    assertThat(db.state("INSERT INTO t VALUES (3, 4), (4, 3)")).isEqualTo("ok");
    assertThat(db.state("INSERT INTO t VALUES (5, 6)")).isEqualTo("23503");
    assertThat(db.state("DELETE FROM t WHERE a = 3")).isEqualTo("23503");
    assertThat(db.state("DELETE FROM t WHERE a > 2")).isEqualTo("ok");
    assertThat(db.state("UPDATE t SET a = a + 1, up = up + 1")).isEqualTo("ok");
    assertThat(db.state("ALTER TABLE t DROP PRIMARY KEY")).isEqualTo("2BP01");
    assertThat(db.state("DROP TABLE t")).isEqualTo("ok");
    assertThat(userTrees()).isEmpty();
  }

  @Test
  void aFailedOrUndoneChangeLeavesNothing() {
    db.run("CREATE TABLE t (a INT); INSERT INTO t VALUES (1), (1)");
    List<Long> trees = userTrees();
    long version = db.catalog().version();
    db.session().setAutoCommit(false);
    db.run("CREATE TABLE u (a INT PRIMARY KEY, b INT UNIQUE); INSERT INTO u VALUES (1, 1)");
    db.run("ALTER TABLE t ADD b INT DEFAULT 3; CREATE INDEX t_a ON t (a)");
    assertThat(db.state("CREATE UNIQUE INDEX t_u ON t (a)")).isEqualTo("23505");
    assertThat(db.query("SELECT t.b, u.b FROM t, u").toString()).isEqualTo("[[3, 1], [3, 1]]");
    db.session().rollback();
    db.session().setAutoCommit(true);
    assertThat(userTrees()).isEqualTo(trees);
    assertThat(db.catalog().version()).isEqualTo(version);
    assertThat(db.state("SELECT * FROM u")).isEqualTo("42P01");
    assertThat(db.query("SELECT * FROM t").toString()).isEqualTo("[[1], [1]]");
  }

  @Test
  void oneTransactionCreatesFillsAltersAndDrops() {
    db.session().setAutoCommit(false);
    db.run(
        "CREATE TABLE t (a INT, b INT); INSERT INTO t VALUES (1, 2), (3, 4); CREATE INDEX t_b ON t (b);"
            + "ALTER TABLE t ADD PRIMARY KEY (a); ALTER TABLE t ADD c INT DEFAULT 1; DELETE FROM t WHERE b = 2;"
            + "CREATE TABLE gone (a INT PRIMARY KEY REFERENCES t); INSERT INTO gone VALUES (3); DROP TABLE gone");
    db.session().commit();
    db.session().setAutoCommit(true);
    assertThat(db.query("SELECT * FROM t WHERE b > 0").toString()).isEqualTo("[[3, 4, 1]]");
    assertThat(userTrees()).hasSize(2);
  }

  @Test
  void droppedTablesLeaveNoTrees() {
    db.run(
        "CREATE TABLE p (a INT PRIMARY KEY, b INT UNIQUE); CREATE TABLE c (x INT REFERENCES p, y INT AUTO_INCREMENT PRIMARY KEY);"
            + "INSERT INTO p VALUES (1, 1); INSERT INTO c (x) VALUES (1)");
    assertThat(db.state("DROP TABLE p")).isEqualTo("2BP01");
    db.run("DROP TABLE p CASCADE; INSERT INTO c (x) VALUES (99)");
    assertThat(db.table("c").foreignKeys()).isEmpty();
    db.run("DROP TABLE c");
    assertThat(userTrees()).isEmpty();
    assertThat(db.catalog().sequences()).isEmpty();
    db.run(
        "CREATE TABLE p (a INT PRIMARY KEY); CREATE TABLE c (x INT REFERENCES p); DROP TABLE p, c");
    assertThat(db.catalog().tables()).isEmpty();
  }

  @Test
  void renamingKeepsRowsAndKeys() {
    db.run(
        "CREATE SCHEMA s; CREATE TABLE s.u (a INT); CREATE TABLE s.t (a INT PRIMARY KEY, b INT UNIQUE);"
            + "CREATE TABLE s.c (a INT REFERENCES s.t); INSERT INTO s.t VALUES (1, 2); CREATE TABLE other (a INT)");
    assertThat(db.state("ALTER TABLE s.t RENAME TO u")).isEqualTo("42P07");
    assertThat(db.state("ALTER TABLE s.t RENAME TO other")).isEqualTo("ok");
    assertThat(db.state("ALTER TABLE s.other RENAME COLUMN b TO a")).isEqualTo("42701");
    assertThat(db.state("ALTER TABLE s.other RENAME COLUMN b TO bb")).isEqualTo("ok");
    assertThat(db.query("SELECT bb FROM s.other WHERE bb = 2").toString()).isEqualTo("[[2]]");
    assertThat(db.state("INSERT INTO s.c VALUES (2)")).isEqualTo("23503");
    assertThat(db.state("DROP SCHEMA s")).isEqualTo("2BP01");
    assertThat(db.state("DROP SCHEMA s CASCADE")).isEqualTo("ok");
  }

  @Test
  void truncateAsksChildren() {
    db.run(
        "CREATE TABLE p (a INT PRIMARY KEY, b INT UNIQUE); CREATE TABLE c (a INT REFERENCES p);"
            + "INSERT INTO p VALUES (1, 1), (2, 2); INSERT INTO c VALUES (1)");
    assertThat(db.state("TRUNCATE TABLE p")).isEqualTo("23503");
    assertThat(db.state("TRUNCATE TABLE c")).isEqualTo("ok");
    assertThat(db.state("TRUNCATE TABLE p")).isEqualTo("ok");
    assertThat(db.value("SELECT COUNT(*) FROM p WHERE b >= 0")).isEqualTo(0L);
    assertThat(db.state("INSERT INTO p VALUES (1, 1)")).isEqualTo("ok");
  }

  @Test
  void autoIncrementGoesOnAboveWhatWasGiven() {
    db.run(
        "CREATE TABLE t (id INT AUTO_INCREMENT PRIMARY KEY, v INT); INSERT INTO t (v) VALUES (1)");
    db.run("INSERT INTO t VALUES (50, 2); INSERT INTO t (v) VALUES (3)");
    db.run(
        "INSERT INTO t VALUES (5000, 4); INSERT INTO t (v) VALUES (5); INSERT INTO t VALUES (-7, 6); INSERT INTO t (v) VALUES (7)");
    assertThat(db.query("SELECT v FROM t ORDER BY id").toString())
        .isEqualTo("[[6], [1], [2], [3], [4], [5], [7]]");
    assertThat(db.value("SELECT COUNT(DISTINCT id) FROM t")).isEqualTo(7L);
  }

  private List<Long> userTrees() {
    return db.store().trees().stream().map(TreeInfo::id).filter(id -> id >= 100).toList();
  }
}

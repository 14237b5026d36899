package io.mosql.sql.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.sql.TestDatabase;
import org.junit.jupiter.api.Test;

/** Tests that a plan made under an uncommitted schema is not used by other transactions. */
class RolledBackSchemaTest {
  @Test
  void aPlanGoesWithTheSchemaThatItWasMadeUnder() {
    try (TestDatabase db = new TestDatabase()) {
      db.run("CREATE TABLE t (a INT PRIMARY KEY, b INT); INSERT INTO t VALUES (1, 2)");
      assertThat(db.query("SELECT * FROM t").toString()).isEqualTo("[[1, 2]]");
      db.session().setAutoCommit(false);
      db.run("ALTER TABLE t ADD c INT DEFAULT 3");
      assertThat(db.query("SELECT * FROM t").toString()).isEqualTo("[[1, 2, 3]]");
      db.session().rollback();
      assertThat(db.query("SELECT * FROM t").toString()).isEqualTo("[[1, 2]]");
      db.run("ALTER TABLE t DROP COLUMN b");
      assertThat(db.query("SELECT * FROM t").toString()).isEqualTo("[[1]]");
      db.session().rollback();
      db.run("ALTER TABLE t ADD d VARCHAR(3) DEFAULT 'x'");
      assertThat(db.query("SELECT * FROM t").toString()).isEqualTo("[[1, 2, x]]");
      db.session().rollback();
      db.session().setAutoCommit(true);
      assertThat(db.query("SELECT * FROM t").toString()).isEqualTo("[[1, 2]]");
    }
  }
}

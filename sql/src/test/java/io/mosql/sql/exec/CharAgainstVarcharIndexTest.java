package io.mosql.sql.exec;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.sql.TestDatabase;
import org.junit.jupiter.api.Test;

/**
 * Checks that trailing blanks are ignored in comparisons with a CHAR, with and without an index.
 */
final class CharAgainstVarcharIndexTest {
  @Test
  void anIndexOnVarcharFindsWhatTheComparisonFinds() {
    TestDatabase db =
        new TestDatabase()
            .run(
                """
                CREATE TABLE a (v VARCHAR(10) PRIMARY KEY, n INT);
                CREATE TABLE b (id INT PRIMARY KEY, c CHAR(10));
                INSERT INTO a VALUES ('a ', 1);
                INSERT INTO b VALUES (1, 'a')
                """);
    try {
      assertThat(db.value("SELECT count(*) FROM b JOIN a ON a.v || '' = b.c")).isEqualTo(1L);
      assertThat(db.value("SELECT count(*) FROM b JOIN a ON a.v = b.c")).isEqualTo(1L);
      assertThat(db.value("SELECT count(*) FROM b JOIN a ON a.v = b.c WHERE b.id = 1"))
          .isEqualTo(1L);
      assertThat(db.value("SELECT count(*) FROM a JOIN b ON b.c = a.v")).isEqualTo(1L);
    } finally {
      db.close();
    }
  }
}

package io.mosql.sql.exec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mosql.core.error.MosqlException;
import io.mosql.core.session.Session;
import io.mosql.sql.TestDatabase;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Checks which rows FOR UPDATE and modifications lock, and the results of concurrent transactions
 * that request the same rows.
 */
final class RowLockingTest {
  private final TestDatabase db = new TestDatabase();
  private final TestDatabase other = db.another();

  @BeforeEach
  void create() {
    db.run(
        "CREATE TABLE jobs (id INT PRIMARY KEY, state VARCHAR(10), owner INT, code INT UNIQUE);"
            + "CREATE INDEX by_state ON jobs (state);"
            + "INSERT INTO jobs VALUES (1, 'new', 1, 11), (2, 'new', 1, 12), (3, 'new', 2, 13), (4, 'done', 2, 14);"
            + "CREATE TABLE owners (id INT PRIMARY KEY, name VARCHAR(10));"
            + "INSERT INTO owners VALUES (1, 'one'), (2, 'two')");
    db.session().setAutoCommit(false);
    other.session().setAutoCommit(false);
  }

  @AfterEach
  void close() {
    other.session().close();
    db.close();
  }

  /** Ids of the jobs that no other transaction has locked. */
  private List<Object> free() {
    List<Object> free =
        other.query("SELECT id FROM jobs ORDER BY id FOR UPDATE SKIP LOCKED").stream()
            .map(row -> row.get(0))
            .toList();
    other.session().rollback();
    return free;
  }

  @Test
  void aLimitHoldsNoMoreThanItReturns() {
    assertThat(db.query("SELECT id FROM jobs ORDER BY id LIMIT 1 FOR UPDATE"))
        .containsExactly(List.of(1));
    assertThat(free()).containsExactly(2, 3, 4);
    assertThat(db.query("SELECT id FROM jobs ORDER BY id DESC LIMIT 1 OFFSET 1 FOR UPDATE"))
        .containsExactly(List.of(3));
    assertThat(free()).containsExactly(2);
    db.session().rollback();
    assertThat(free()).containsExactly(1, 2, 3, 4);
  }

  @Test
  void whatALimitCutsOffAfterSortingIsNotHeld() {
    String take =
        "SELECT id FROM jobs WHERE state = 'new' ORDER BY code DESC LIMIT 1 FOR UPDATE SKIP LOCKED";
    assertThat(db.query(take)).containsExactly(List.of(3));
    assertThat(other.query(take)).containsExactly(List.of(2));
    db.execute("UPDATE jobs SET code = 5, state = 'x' WHERE id = 3");
    db.session().commit();
    assertThat(free()).containsExactly(1, 2, 3, 4);
    assertThat(
            db.query(
                "SELECT owner FROM jobs WHERE id IN (1, 2, 4) ORDER BY owner DESC, code"
                    + " LIMIT 2 FOR UPDATE"))
        .containsExactly(List.of(2), List.of(1));
    assertThat(free()).containsExactly(2, 3);
  }

  @Test
  void onlyRowsThatPassAreHeld() {
    db.query("SELECT id FROM jobs WHERE owner = 2 FOR UPDATE");
    assertThat(free()).containsExactly(1, 2);
    db.session().rollback();
    db.query("SELECT id FROM jobs WHERE state = 'new' AND code > 11 FOR UPDATE");
    assertThat(free()).containsExactly(1, 4);
    db.session().rollback();
    db.query("SELECT id FROM jobs WHERE id IN (4, 2) FOR UPDATE");
    assertThat(free()).containsExactly(1, 3);
    db.session().rollback();
    db.query("SELECT code FROM jobs WHERE code = 13 FOR UPDATE");
    assertThat(free()).containsExactly(1, 2, 4);
  }

  @Test
  void aHeldRowIsRefusedByName() {
    db.query("SELECT id FROM jobs WHERE id = 1 FOR UPDATE");
    assertThatThrownBy(() -> other.query("SELECT id FROM jobs WHERE id = 1 FOR UPDATE NOWAIT"))
        .hasMessageContaining("\"jobs\"")
        .isInstanceOfSatisfying(
            MosqlException.class, e -> assertThat(e.sqlState()).isEqualTo("55P03"));
    assertThat(other.state("SELECT id FROM jobs WHERE id = 1 FOR UPDATE WAIT 0"))
        .isEqualTo("55P03");
    assertThat(other.state("SELECT id FROM jobs WHERE id = 2 FOR UPDATE NOWAIT")).isEqualTo("ok");
    assertThat(other.state("SELECT id FROM jobs WHERE id = 1")).isEqualTo("ok");
  }

  @Test
  void consumersOfAQueueTakeOneJobEach() {
    String take =
        "SELECT id FROM jobs WHERE state = 'new' ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED";
    assertThat(db.query(take)).containsExactly(List.of(1));
    assertThat(other.query(take)).containsExactly(List.of(2));
    db.execute("UPDATE jobs SET state = 'done' WHERE id = 1");
    other.execute("DELETE FROM jobs WHERE id = 2");
    db.session().commit();
    other.session().commit();
    assertThat(db.query(take)).containsExactly(List.of(3));
    assertThat(other.query(take)).isEmpty();
  }

  @Test
  void skippedRowsAreNotRead() {
    other.execute("UPDATE jobs SET owner = 9 WHERE id = 1");
    assertThat(db.query("SELECT id, owner FROM jobs WHERE id < 3 FOR UPDATE SKIP LOCKED"))
        .containsExactly(List.of(2, 1));
    other.session().commit();
    db.execute("UPDATE jobs SET owner = 5 WHERE id = 2");
    db.session().commit();
    assertThat(db.query("SELECT owner FROM jobs WHERE id < 3 ORDER BY id"))
        .containsExactly(List.of(9), List.of(5));
  }

  @Test
  void onlyNamedTablesAreHeld() {
    db.query(
        "SELECT j.id FROM jobs j JOIN owners o ON o.id = j.owner WHERE j.id = 1 FOR UPDATE OF o");
    assertThat(free()).containsExactly(1, 2, 3, 4);
    assertThat(other.state("SELECT * FROM owners WHERE id = 1 FOR UPDATE NOWAIT"))
        .isEqualTo("55P03");
  }

  @Test
  void changesHoldTheirRows() {
    db.execute("UPDATE jobs SET owner = owner + 1 WHERE id = 1");
    db.execute("DELETE FROM jobs WHERE code = 12");
    db.execute("INSERT INTO jobs VALUES (5, 'new', 1, 15)");
    assertThat(other.query("SELECT owner FROM jobs ORDER BY id FOR UPDATE SKIP LOCKED")).hasSize(2);
    other.session().rollback();
    assertThat(other.query("SELECT state FROM jobs WHERE id = 1 FOR UPDATE NOWAIT")).hasSize(1);
    db.session().commit();
    other.session().commit();
  }

  @ParameterizedTest
  @EnumSource(Session.Isolation.class)
  void whatIsReadForUpdateIsTheNewestRow(Session.Isolation level) {
    db.session().setIsolation(level);
    db.query("SELECT count(*) FROM owners");
    other.run("UPDATE jobs SET owner = 7 WHERE id = 1");
    other.session().commit();
    assertThat(db.query("SELECT owner FROM jobs WHERE id = 1 FOR UPDATE"))
        .containsExactly(List.of(7));
    db.execute("UPDATE jobs SET owner = owner * 2 WHERE id = 1");
    db.session().commit();
    assertThat(db.value("SELECT owner FROM jobs WHERE id = 1")).isEqualTo(14);
  }

  @Test
  void whatWasReadBeforeMustStillBeSo() {
    db.query("SELECT owner FROM jobs WHERE id = 1");
    other.run("UPDATE jobs SET owner = 7 WHERE id = 1");
    other.session().commit();
    assertThat(db.state("SELECT owner FROM jobs WHERE id = 1 FOR UPDATE")).isEqualTo("40001");
  }

  @Test
  void anInsertMeetsAKeyThatCameAfterItsSnapshot() {
    db.query("SELECT count(*) FROM owners");
    other.run("INSERT INTO jobs VALUES (5, 'new', 1, 15)");
    other.session().commit();
    assertThat(db.state("INSERT INTO jobs VALUES (5, 'new', 1, 16)")).isEqualTo("23505");
    assertThat(db.state("INSERT INTO jobs VALUES (6, 'new', 1, 15)")).isEqualTo("23505");
    assertThat(db.state("UPDATE jobs SET code = 15 WHERE id = 4")).isEqualTo("23505");
    assertThat(db.state("INSERT INTO jobs VALUES (6, 'new', 1, 16)")).isEqualTo("ok");
    db.session().commit();
  }
}

package io.mosql.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.mosql.core.error.SqlState;
import io.mosql.core.session.BatchFailure;
import io.mosql.core.session.ExecutionOptions;
import io.mosql.core.session.PreparedStatementHandle;
import io.mosql.core.session.Session;
import io.mosql.engine.database.OpenDatabase;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A failed tuple is rolled back; earlier tuples stay, unless the batch is a transaction. */
final class BatchTest {
  private final OpenDatabase database =
      OpenDatabase.inMemory("batch", OpenDatabase.Ports.system(), () -> {});
  private final SessionClient client = new SessionClient(database);
  private final Session session = client.session();

  BatchTest() {
    client.change("create table t (id int primary key, u int unique, a int not null)");
  }

  @AfterEach
  void close() {
    client.close();
    database.close();
  }

  private long[] insert(List<@Nullable Object[]> tuples) {
    try (PreparedStatementHandle insert =
        session.prepare("insert into t values (?, ?, ?)", List.of())) {
      return session.executeBatch(insert, tuples, ExecutionOptions.DEFAULT);
    }
  }

  /** Tuples with unordered keys. */
  private static List<@Nullable Object[]> tuples(int count) {
    List<@Nullable Object[]> tuples = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      tuples.add(new Object[] {i * 7919 % count, i * 104729 % count, i});
    }
    return tuples;
  }

  private void failsAt(int done, SqlState state, List<@Nullable Object[]> tuples) {
    BatchFailure failure = catchThrowableOfType(BatchFailure.class, () -> insert(tuples));
    assertThat(failure.failure().state()).isEqualTo(state);
    long[] ones = new long[done];
    Arrays.fill(ones, 1);
    assertThat(failure.updateCounts()).isEqualTo(ones);
  }

  private long rows() {
    return client.query("select id from t").size();
  }

  @Test
  void aBatchInsertsAll() {
    assertThat(insert(tuples(1_000))).hasSize(1_000).containsOnly(1);
    assertThat(rows()).isEqualTo(1_000);
    assertThat(client.query("select a from t where u = 5")).hasSize(1);
    assertThat(insert(List.of())).isEmpty();
  }

  @Test
  void nothingStaysOfABatchThatIsATransaction() {
    List<@Nullable Object[]> tuples = tuples(300);
    tuples.add(new Object[] {1_000, 17, 0});
    BatchFailure failure = catchThrowableOfType(BatchFailure.class, () -> insert(tuples));
    assertThat(failure.failure().state()).isEqualTo(SqlState.UNIQUE_VIOLATION);
    assertThat(failure.updateCounts()).isEmpty();
    assertThat(rows()).isZero();
    assertThat(session.transactionStatus()).isEqualTo(Session.TransactionStatus.IDLE);
  }

  @Test
  void tuplesBeforeAFailureStay() {
    session.setAutoCommit(false);
    List<@Nullable Object[]> tuples = tuples(300);
    tuples.add(200, new Object[] {tuples.get(3)[0], 1_000, 0});
    failsAt(200, SqlState.UNIQUE_VIOLATION, tuples);
    assertThat(rows()).isEqualTo(200);
    // The row is written before its index entry conflicts with another one: both are rolled back.
    failsAt(1, SqlState.UNIQUE_VIOLATION, batch(row(2_000, 2_000), row(2_001, 2_000)));
    failsAt(0, SqlState.NOT_NULL_VIOLATION, batch(new Object[] {3_000, 3_000, null}));
    failsAt(1, SqlState.INVALID_CAST, batch(row(3_000, 3_000), new Object[] {"x", 1, 1}));
    failsAt(0, SqlState.WRONG_PARAMETER_COUNT, batch(new Object[] {1, 1}, row(4_000, 4_000)));
    assertThat(rows()).isEqualTo(202);
    insert(batch(row(2_001, 2_001)));
    session.commit();
    assertThat(rows()).isEqualTo(203);
    assertThat(client.query("select a from t where u = 2000")).hasSize(1);
  }

  @Test
  void duplicatesOfCommittedRowsFailAtTheirTuple() {
    insert(batch(row(10, 10), row(20, 20)));
    session.setAutoCommit(false);
    failsAt(2, SqlState.UNIQUE_VIOLATION, batch(row(30, 30), row(5, 5), row(20, 6)));
    failsAt(2, SqlState.UNIQUE_VIOLATION, batch(row(40, 40), row(50, 50), row(60, 10)));
    session.commit();
    assertThat(rows()).isEqualTo(6);
  }

  private static List<@Nullable Object[]> batch(@Nullable Object[]... tuples) {
    return Arrays.asList(tuples);
  }

  private static @Nullable Object[] row(int id, int u) {
    return new Object[] {id, u, 0};
  }
}

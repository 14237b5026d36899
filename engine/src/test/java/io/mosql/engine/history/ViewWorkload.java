package io.mosql.engine.history;

import io.mosql.testkit.SeededRandom;
import io.mosql.testkit.history.Anomaly;
import io.mosql.testkit.history.ConsistencyModel;
import io.mosql.testkit.history.History;
import io.mosql.testkit.history.HistoryRecorder;
import io.mosql.testkit.history.LongForkChecker;
import io.mosql.testkit.history.SessionChecker;
import io.mosql.testkit.history.SetChecker;
import io.mosql.testkit.history.TransactionStep;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Inserts into several sets, independent of each other, and views of all of them at once: any two
 * views agree on the order of inserts. Every few turns the clients switch to new sets.
 */
record ViewWorkload(Reads reads) implements Workload {
  private static final int SETS = 3;
  private static final int TURNS_OF_A_SET = 40;

  /** The consistency of a view. */
  enum Reads {
    /** Everything that was acknowledged. */
    STRICT,
    /** Possibly older values; read-only connections may read from any node. */
    SESSION
  }

  @Override
  public String name() {
    return reads == Reads.STRICT ? "views" : "views-" + reads.name().toLowerCase(Locale.ROOT);
  }

  private String table() {
    return reads == Reads.STRICT ? "seen" : "seen_session";
  }

  @Override
  public List<String> tables() {
    return List.of("create table " + table() + " (s int, v bigint, primary key (s, v))");
  }

  @Override
  public void turn(Client client, SeededRandom random, int turn) throws SQLException {
    int first = turn / TURNS_OF_A_SET * SETS;
    boolean looks = random.percent(50);
    client.readOnly(looks && reads == Reads.SESSION);
    if (looks) {
      client.statement(running -> look(client, running, first));
    } else if (random.percent(80)) {
      int set = first + random.nextInt(SETS);
      client.statement(running -> insert(client, running, set));
    } else {
      int set = first + random.nextInt(SETS - 1);
      client.transaction(
          random,
          running -> {
            insert(client, running, set);
            insert(client, running, set + 1);
          });
    }
  }

  private void insert(Client client, HistoryRecorder.Running running, int set) throws SQLException {
    long value = client.newValue();
    running.add(new TransactionStep.Append(set, value));
    client.changeOne("insert into " + table() + " values (?, ?)", set, value);
  }

  private void look(Client client, HistoryRecorder.Running running, int first) throws SQLException {
    List<List<Long>> sets = new ArrayList<>();
    for (int i = 0; i < SETS; i++) {
      sets.add(new ArrayList<>());
    }
    for (List<?> row :
        client.rows(
            "select s, v from " + table() + " where s between ? and ?", first, first + SETS - 1)) {
      sets.get(((Number) row.get(0)).intValue() - first).add(((Number) row.get(1)).longValue());
    }
    for (int i = 0; i < SETS; i++) {
      running.add(new TransactionStep.ReadList(first + i, sets.get(i)));
    }
  }

  @Override
  public void readAll(Client client) throws SQLException {
    client.readOnly(false);
    long[] greatest = new long[1];
    client.statement(
        running -> greatest[0] = client.number("select coalesce(max(s), 0) from " + table()));
    for (int first = 0; first <= greatest[0]; first += SETS) {
      int from = first;
      client.statement(running -> look(client, running, from));
    }
  }

  @Override
  public List<Anomaly> check(History history, ConsistencyModel promise) {
    List<Anomaly> all = new ArrayList<>(LongForkChecker.check(history));
    all.addAll(reads == Reads.STRICT ? SetChecker.check(history) : SessionChecker.check(history));
    return all;
  }
}

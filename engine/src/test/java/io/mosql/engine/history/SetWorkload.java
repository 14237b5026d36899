package io.mosql.engine.history;

import io.mosql.testkit.SeededRandom;
import io.mosql.testkit.history.Anomaly;
import io.mosql.testkit.history.ConsistencyModel;
import io.mosql.testkit.history.History;
import io.mosql.testkit.history.HistoryRecorder;
import io.mosql.testkit.history.SetChecker;
import io.mosql.testkit.history.TransactionStep;
import java.sql.SQLException;
import java.util.List;

/**
 * Inserts, some of which are refused because of an existing value, and reads of all values, by the
 * table and by an index.
 */
record SetWorkload() implements Workload {
  private static final int SETS = 4;

  @Override
  public String name() {
    return "set";
  }

  @Override
  public List<String> tables() {
    return List.of(
        "create table member (v bigint primary key, s int not null)",
        "create index member_s on member (s)");
  }

  @Override
  public void turn(Client client, SeededRandom random, int turn) throws SQLException {
    int set = random.nextInt(SETS);
    if (random.percent(60)) {
      client.statement(running -> insert(client, running, set));
    } else if (random.percent(25)) {
      boolean byIndex = random.nextBoolean();
      client.statement(running -> read(client, running, set, byIndex));
    } else {
      client.transaction(
          random,
          running -> {
            long value = insert(client, running, set);
            if (random.percent(20)) {
              client.refused("23505", lost -> insertBeside(client, lost, value, set));
            }
            if (random.percent(20)) {
              client.undone(lost -> insert(client, lost, set));
            }
            if (random.percent(20)) {
              read(client, running, set, random.nextBoolean());
            }
            insert(client, running, (set + 1) % SETS);
          });
    }
  }

  private static long insert(Client client, HistoryRecorder.Running running, int set)
      throws SQLException {
    long value = client.newValue();
    running.add(new TransactionStep.Append(set, value));
    client.changeOne("insert into member values (?, ?)", value, set);
    return value;
  }

  /** Inserts a new value and an existing one. */
  private static void insertBeside(
      Client client, HistoryRecorder.Running running, long there, int set) throws SQLException {
    long value = client.newValue();
    running.add(new TransactionStep.Append(set, value));
    client.change("insert into member values (?, ?), (?, ?)", value, set, there, set);
  }

  private static void read(Client client, HistoryRecorder.Running running, int set, boolean byIndex)
      throws SQLException {
    String column = byIndex ? "s" : "s + 0";
    running.add(
        new TransactionStep.ReadList(
            set, client.numbers("select v from member where " + column + " = ?", set)));
  }

  @Override
  public void readAll(Client client) throws SQLException {
    for (int i = 0; i < SETS; i++) {
      int set = i;
      client.statement(running -> read(client, running, set, true));
      client.statement(running -> read(client, running, set, false));
    }
  }

  @Override
  public List<Anomaly> check(History history, ConsistencyModel promise) {
    return SetChecker.check(history);
  }
}

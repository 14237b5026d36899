package io.mosql.engine.history;

import io.mosql.testkit.SeededRandom;
import io.mosql.testkit.history.Anomaly;
import io.mosql.testkit.history.ConsistencyModel;
import io.mosql.testkit.history.CounterChecker;
import io.mosql.testkit.history.History;
import io.mosql.testkit.history.HistoryRecorder;
import io.mosql.testkit.history.TransactionStep;
import java.sql.SQLException;
import java.util.List;

/** Many increments of a few counters, and reads of them. */
record CounterWorkload() implements Workload {
  private static final int COUNTERS = 2;

  @Override
  public String name() {
    return "counter";
  }

  @Override
  public List<String> tables() {
    return List.of(
        "create table counter (id int primary key, n bigint not null)",
        "insert into counter values (0, 0), (1, 0)");
  }

  @Override
  public void turn(Client client, SeededRandom random, int turn) throws SQLException {
    int id = random.nextInt(COUNTERS);
    int amount = 1 + random.nextInt(3);
    if (random.percent(70)) {
      client.statement(running -> add(client, running, id, amount));
    } else if (random.percent(50)) {
      client.statement(running -> read(client, running, id));
    } else {
      boolean reads = random.percent(30);
      client.transaction(
          random,
          running -> {
            add(client, running, id, amount);
            if (reads) {
              read(client, running, id);
            }
            add(client, running, (id + 1) % COUNTERS, amount);
          });
    }
  }

  private static void add(Client client, HistoryRecorder.Running running, int id, int amount)
      throws SQLException {
    running.add(new TransactionStep.Add(id, amount));
    client.changeOne("update counter set n = n + ? where id = ?", amount, id);
  }

  private static void read(Client client, HistoryRecorder.Running running, int id)
      throws SQLException {
    running.add(
        new TransactionStep.ReadValue(id, client.number("select n from counter where id = ?", id)));
  }

  @Override
  public void readAll(Client client) throws SQLException {
    for (int i = 0; i < COUNTERS; i++) {
      int id = i;
      client.statement(running -> read(client, running, id));
    }
  }

  @Override
  public List<Anomaly> check(History history, ConsistencyModel promise) {
    return CounterChecker.check(history);
  }
}

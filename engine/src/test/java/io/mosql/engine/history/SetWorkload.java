package io.mosql.engine.history;

import io.mosql.testkit.SeededRandom;
import io.mosql.testkit.history.Anomaly;
import io.mosql.testkit.history.History;
import io.mosql.testkit.history.Promise;
import io.mosql.testkit.history.Recorder;
import io.mosql.testkit.history.SetChecker;
import io.mosql.testkit.history.Step;
import java.sql.SQLException;
import java.util.List;

/** Inserts, and reads of all that is there, by the table and by an index. */
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
            insert(client, running, set);
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

  private static void insert(Client client, Recorder.Running running, int set) throws SQLException {
    long value = client.newValue();
    running.add(new Step.Append(set, value));
    client.changeOne("insert into member values (?, ?)", value, set);
  }

  private static void read(Client client, Recorder.Running running, int set, boolean byIndex)
      throws SQLException {
    String column = byIndex ? "s" : "s + 0";
    running.add(
        new Step.ReadList(
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
  public List<Anomaly> check(History history, Promise promise) {
    return SetChecker.check(history);
  }
}

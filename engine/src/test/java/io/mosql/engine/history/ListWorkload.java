package io.mosql.engine.history;

import io.mosql.testkit.SeededRandom;
import io.mosql.testkit.history.Anomaly;
import io.mosql.testkit.history.ConsistencyModel;
import io.mosql.testkit.history.History;
import io.mosql.testkit.history.HistoryRecorder;
import io.mosql.testkit.history.ListAppendChecker;
import io.mosql.testkit.history.TransactionStep;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Transactions that append to lists and read them. Every few turns the clients switch to new lists,
 * so that lists stay short.
 *
 * @param form how a list is stored
 * @param turns of each client
 */
record ListWorkload(Form form, int turns) implements Workload {
  private static final int LISTS = 6;
  private static final int TURNS_OF_A_LIST = 25;

  /** How a list is stored. */
  enum Form {
    /** A text in one row. */
    TEXT,
    /** One row for each value, numbered. */
    ROWS
  }

  @Override
  public String name() {
    return "list-" + form.name().toLowerCase(Locale.ROOT);
  }

  private int lists() {
    return LISTS * (1 + (turns - 1) / TURNS_OF_A_LIST);
  }

  @Override
  public List<String> tables() {
    if (form == Form.ROWS) {
      return List.of(
          "create table element (list int, n int, v bigint not null unique, again int not null,"
              + " primary key (list, n))",
          "create index element_again on element (again, n)");
    }
    List<String> all = new ArrayList<>();
    all.add("create table list (id int primary key, v text not null)");
    StringBuilder rows = new StringBuilder("insert into list values (0, '')");
    for (int id = 1; id < lists(); id++) {
      rows.append(", (").append(id).append(", '')");
    }
    all.add(rows.toString());
    return all;
  }

  @Override
  public void turn(Client client, SeededRandom random, int turn) throws SQLException {
    int first = turn / TURNS_OF_A_LIST * LISTS;
    if (random.percent(10)) {
      client.statement(running -> step(client, running, random, first));
      return;
    }
    client.transaction(
        random,
        running -> {
          int steps = 1 + random.nextInt(4);
          for (int i = 0; i < steps; i++) {
            if (random.percent(3)) {
              client.undone(lost -> append(client, lost, first + random.nextInt(LISTS)));
            }
            step(client, running, random, first);
          }
        });
  }

  private void step(Client client, HistoryRecorder.Running running, SeededRandom random, int first)
      throws SQLException {
    int list = first + random.nextInt(LISTS);
    if (random.percent(50)) {
      append(client, running, list);
    } else if (form == Form.ROWS) {
      String column = random.nextBoolean() ? "list" : "again";
      running.add(
          new TransactionStep.ReadList(
              list,
              client.numbers("select v from element where " + column + " = ? order by n", list)));
    } else {
      read(client, running, list, list + random.nextInt(first + LISTS - list));
    }
  }

  private void append(Client client, HistoryRecorder.Running running, int list)
      throws SQLException {
    long value = client.newValue();
    running.add(new TransactionStep.Append(list, value));
    if (form == Form.ROWS) {
      client.changeOne(
          "insert into element select ?, coalesce(max(n), 0) + 1, ?, ? from element"
              + " where list = ?",
          list,
          value,
          list,
          list);
    } else {
      client.changeOne("update list set v = v || ? where id = ?", "," + value, list);
    }
  }

  /** Reads a range of lists that are texts. */
  private static void read(Client client, HistoryRecorder.Running running, int from, int to)
      throws SQLException {
    for (List<?> row :
        client.rows("select id, v from list where id between ? and ? order by id", from, to)) {
      List<Long> values = new ArrayList<>();
      for (String value : String.valueOf(row.get(1)).split(",")) {
        if (!value.isEmpty()) {
          values.add(Long.valueOf(value));
        }
      }
      running.add(new TransactionStep.ReadList(((Number) row.get(0)).longValue(), values));
    }
  }

  @Override
  public void readAll(Client client) throws SQLException {
    client.statement(
        running -> {
          if (form == Form.TEXT) {
            read(client, running, 0, lists());
          }
        });
    for (int list = 0; form == Form.ROWS && list < lists(); list++) {
      int id = list;
      client.statement(
          running ->
              running.add(
                  new TransactionStep.ReadList(
                      id, client.numbers("select v from element where list = ? order by n", id))));
    }
  }

  @Override
  public List<Anomaly> check(History history, ConsistencyModel promise) {
    return ListAppendChecker.check(history, promise);
  }
}

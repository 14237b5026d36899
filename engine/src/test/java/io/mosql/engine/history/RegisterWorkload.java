package io.mosql.engine.history;

import io.mosql.testkit.SeededRandom;
import io.mosql.testkit.history.Anomaly;
import io.mosql.testkit.history.ConsistencyModel;
import io.mosql.testkit.history.History;
import io.mosql.testkit.history.HistoryRecorder;
import io.mosql.testkit.history.RegisterChecker;
import io.mosql.testkit.history.TransactionStep;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Transactions that read and write registers, and statements that write one if it has a certain
 * value. At serializable, half of the registers are initially absent rows; every few turns the
 * clients switch to new registers.
 *
 * @param turns of each client
 */
record RegisterWorkload(int turns) implements Workload {
  private static final int REGISTERS = 8;
  private static final int TURNS_OF_A_REGISTER = 10;

  @Override
  public String name() {
    return "register";
  }

  @Override
  public List<String> tables() {
    StringBuilder rows = new StringBuilder("insert into register values (0, null)");
    for (int id = 2; id < registers(); id += 2) {
      rows.append(", (").append(id).append(", null)");
    }
    return List.of("create table register (id int primary key, v bigint)", rows.toString());
  }

  private int registers() {
    return REGISTERS * (1 + (turns - 1) / TURNS_OF_A_REGISTER);
  }

  private static int register(Client client, SeededRandom random, int turn) {
    int first = turn / TURNS_OF_A_REGISTER * REGISTERS;
    return client.promise() == ConsistencyModel.STRICT_SERIALIZABLE
        ? first + random.nextInt(REGISTERS)
        : first + random.nextInt(REGISTERS / 2) * 2;
  }

  @Override
  public void turn(Client client, SeededRandom random, int turn) throws SQLException {
    if (random.percent(10)) {
      int id = register(client, random, turn);
      client.statement(running -> read(client, running, id));
      return;
    }
    if (random.percent(20)) {
      compareAndSet(client, register(client, random, turn));
      return;
    }
    client.transaction(
        random,
        running -> {
          int steps = 1 + random.nextInt(4);
          for (int i = 0; i < steps; i++) {
            int id = register(client, random, turn);
            boolean reads = random.percent(60);
            if (reads) {
              read(client, running, id);
            }
            if (!reads || random.percent(50)) {
              write(client, running, id);
            }
          }
        });
  }

  private static @Nullable Long read(Client client, HistoryRecorder.Running running, int id)
      throws SQLException {
    List<List<@Nullable Object>> rows = client.rows("select v from register where id = ?", id);
    Number value = rows.isEmpty() ? null : (Number) rows.get(0).get(0);
    Long number = value == null ? null : value.longValue();
    running.add(new TransactionStep.ReadValue(id, number));
    return number;
  }

  private static void write(Client client, HistoryRecorder.Running running, int id)
      throws SQLException {
    long value = client.newValue();
    running.add(new TransactionStep.Write(id, value));
    if (client.change("update register set v = ? where id = ?", value, id) == 0) {
      client.changeOne("insert into register values (?, ?)", id, value);
    }
  }

  /** Reads in one transaction the expected value for the next one. */
  private static void compareAndSet(Client client, int id) throws SQLException {
    @Nullable Long[] expected = new @Nullable Long[1];
    client.statement(running -> expected[0] = read(client, running, id));
    if (expected[0] == null) {
      return;
    }
    client.statement(
        running -> {
          long value = client.newValue();
          TransactionStep.Write write = new TransactionStep.Write(id, value);
          try {
            int rows =
                client.change(
                    "update register set v = ? where id = ? and v = ?", value, id, expected[0]);
            if (rows == 1) {
              running.add(new TransactionStep.ReadValue(id, expected[0]));
              running.add(write);
            }
          } catch (SQLException e) {
            running.add(write);
            throw e;
          }
        });
  }

  @Override
  public void readAll(Client client) throws SQLException {
    for (int i = 0; i < registers(); i++) {
      int id = i;
      client.statement(running -> read(client, running, id));
    }
  }

  @Override
  public List<Anomaly> check(History history, ConsistencyModel promise) {
    return RegisterChecker.check(history, promise);
  }
}

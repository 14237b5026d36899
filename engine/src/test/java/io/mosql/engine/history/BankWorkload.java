package io.mosql.engine.history;

import io.mosql.testkit.SeededRandom;
import io.mosql.testkit.history.Anomaly;
import io.mosql.testkit.history.BankChecker;
import io.mosql.testkit.history.ConsistencyModel;
import io.mosql.testkit.history.History;
import io.mosql.testkit.history.HistoryRecorder;
import io.mosql.testkit.history.TransactionStep;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Transfers between accounts that never become negative, and reads of all accounts. */
record BankWorkload(Style style) implements Workload {
  private static final int ACCOUNTS = 10;
  private static final long BALANCE = 40;
  private static final List<Style> PURE =
      List.of(Style.PATCH, Style.READ_MODIFY_WRITE, Style.FOR_UPDATE);

  /** How a transfer changes an account. */
  enum Style {
    /** Adds to it. */
    PATCH,
    /** Reads it, computes, sets it. */
    READ_MODIFY_WRITE,
    /** The same, with a row lock from the read on. */
    FOR_UPDATE,
    /** A random style for each transfer. */
    MIXED
  }

  @Override
  public String name() {
    return "bank-" + style.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private static Map<Long, Long> initial() {
    Map<Long, Long> initial = new HashMap<>();
    for (long id = 0; id < ACCOUNTS; id++) {
      initial.put(id, BALANCE);
    }
    return initial;
  }

  @Override
  public List<String> tables() {
    StringBuilder rows = new StringBuilder();
    initial()
        .forEach(
            (id, balance) ->
                rows.append(rows.length() == 0 ? "insert into account values (" : ", (")
                    .append(id + ", " + balance + ")"));
    return List.of(
        "create table account (id int primary key, b bigint not null check (b >= 0))",
        rows.toString());
  }

  @Override
  public void turn(Client client, SeededRandom random, int turn) throws SQLException {
    if (random.percent(20)) {
      look(client, random);
      return;
    }
    Style now = style == Style.MIXED ? PURE.get(random.nextInt(PURE.size())) : style;
    if (client.promise() == ConsistencyModel.READ_COMMITTED && now == Style.READ_MODIFY_WRITE) {
      now = Style.PATCH;
    }
    Style chosen = now;
    int from = random.nextInt(ACCOUNTS);
    int to = (from + 1 + random.nextInt(ACCOUNTS - 1)) % ACCOUNTS;
    int amount = 1 + random.nextInt(9);
    boolean looks = random.percent(5);
    client.transaction(
        random,
        running -> {
          add(client, running, chosen, from, -amount);
          if (looks) {
            running.add(new TransactionStep.Total(client.number("select sum(b) from account")));
          }
          add(client, running, chosen, to, amount);
        });
  }

  private static void add(
      Client client, HistoryRecorder.Running running, Style style, int id, int amount)
      throws SQLException {
    running.add(new TransactionStep.Add(id, amount));
    if (style == Style.PATCH) {
      client.changeOne("update account set b = b + ? where id = ?", amount, id);
      return;
    }
    long balance =
        client.number(
            "select b from account where id = ?" + (style == Style.FOR_UPDATE ? " for update" : ""),
            id);
    client.changeOne("update account set b = ? where id = ?", balance + amount, id);
  }

  private static void look(Client client, SeededRandom random) throws SQLException {
    if (random.percent(30) || client.promise() == ConsistencyModel.READ_COMMITTED) {
      if (random.nextBoolean()) {
        client.statement(running -> scan(client, running));
      } else {
        client.statement(
            running ->
                running.add(
                    new TransactionStep.Total(client.number("select sum(b) from account"))));
      }
      return;
    }
    int middle = 1 + random.nextInt(ACCOUNTS - 1);
    client.transaction(
        random,
        running -> {
          long low = client.number("select sum(b) from account where id < ?", middle);
          scan(client, running);
          long high = client.number("select sum(b) from account where id >= ?", middle);
          running.add(new TransactionStep.Total(low + high));
        });
  }

  private static void scan(Client client, HistoryRecorder.Running running) throws SQLException {
    Map<Long, Long> balances = new HashMap<>();
    for (List<?> row : client.rows("select id, b from account")) {
      balances.put(((Number) row.get(0)).longValue(), ((Number) row.get(1)).longValue());
    }
    running.add(new TransactionStep.Scan(balances));
  }

  @Override
  public boolean hasCheck() {
    return true;
  }

  @Override
  public void readAll(Client client) throws SQLException {
    client.statement(running -> scan(client, running));
  }

  @Override
  public List<Anomaly> check(History history, ConsistencyModel promise) {
    List<TransactionStep> last = history.attempts().get(history.attempts().size() - 1).steps();
    return new BankChecker(initial(), 0)
        .check(history, ((TransactionStep.Scan) last.get(0)).balances());
  }
}

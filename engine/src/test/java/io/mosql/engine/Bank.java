package io.mosql.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.engine.database.OpenDatabase;
import io.mosql.testkit.SeededRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;

/**
 * A small workload with a model of the expected contents: transfers between accounts, a counter,
 * and entries with a unique index, changed by transactions whose outcome is known to the model or
 * recorded as unknown. A state that was visible after an opening must not disappear again.
 */
final class Bank {
  private static final int ACCOUNTS = 6;
  private static final int START = 100;

  /** SQLSTATEs that a fault of the disk may cause. */
  static final Set<SqlState> FAILURES =
      Set.of(SqlState.DISK_FULL, SqlState.IO_ERROR, SqlState.COMMIT_OUTCOME_UNKNOWN);

  private final SeededRandom random;
  private final SeededRandom seeds;
  private State known = State.EMPTY;

  /** The state after the last transaction, when its outcome is unknown. */
  private State possible = State.EMPTY;

  private int acknowledged;

  /** The contents of the database; empty before the schema exists. */
  private record State(List<Integer> balances, int counter, NavigableMap<Integer, String> entries) {
    static final State EMPTY = new State(List.of(), 0, new TreeMap<>());
  }

  Bank(long seed) {
    this.random = new SeededRandom(seed);
    this.seeds = random.fork();
  }

  /** Seed for the next process, whose random ids must differ from the earlier ones. */
  long nextSeed() {
    return seeds.nextLong();
  }

  /** Transactions whose commit returned. */
  int acknowledged() {
    return acknowledged;
  }

  /** Runs the given number of transactions, or fewer when one stops the database. */
  void run(OpenDatabase database, int transactions) {
    try (SessionClient client = new SessionClient(database)) {
      client.session().setAutoCommit(false);
      if (known.balances.isEmpty() && !create(client)) {
        return;
      }
      for (int i = 0; i < transactions; i++) {
        if (random.percent(15) && !checkpoint(client) || !transaction(client)) {
          return;
        }
      }
    }
  }

  private boolean create(SessionClient client) {
    List<Integer> balances = new ArrayList<>();
    return commits(
        client,
        new State(balances, 0, new TreeMap<>()),
        () -> {
          client.change(
              "create table account (id int primary key, balance int not null check (balance >= 0))");
          client.change("create table counter (id int primary key, n bigint)");
          client.change("create table entry (id int primary key, ref varchar(40) not null)");
          client.change("create unique index entry_ref on entry (ref)");
          for (int i = 0; i < ACCOUNTS; i++) {
            client.change("insert into account values (?, ?)", i, START);
            balances.add(START);
          }
          client.change("insert into counter values (1, 0)");
        });
  }

  /** Changes nothing, and returns whether the database still works. */
  private boolean checkpoint(SessionClient client) {
    try {
      client.change("checkpoint");
      return true;
    } catch (MosqlException e) {
      return fails(client, e);
    } finally {
      client.session().rollback();
    }
  }

  private boolean transaction(SessionClient client) {
    int from = random.nextInt(ACCOUNTS);
    int to = (from + 1 + random.nextInt(ACCOUNTS - 1)) % ACCOUNTS;
    int amount = Math.min(known.balances.get(from), random.nextInt(50));
    List<Integer> balances = new ArrayList<>(known.balances);
    balances.set(from, balances.get(from) - amount);
    balances.set(to, balances.get(to) + amount);
    NavigableMap<Integer, String> entries = new TreeMap<>(known.entries);
    boolean deletes = entries.size() > 3 && random.percent(30);
    int id = deletes ? entries.firstKey() : known.counter;
    if (deletes) {
      entries.remove(id);
    } else {
      entries.put(id, "entry " + Long.toHexString(random.nextLong()));
    }
    return commits(
        client,
        new State(balances, known.counter + 1, entries),
        () -> {
          client.change("update account set balance = balance - ? where id = ?", amount, from);
          client.change("update account set balance = balance + ? where id = ?", amount, to);
          client.change("update counter set n = n + 1 where id = 1");
          if (deletes) {
            client.change("delete from entry where id = ?", id);
          } else {
            client.change("insert into entry values (?, ?)", id, entries.get(id));
          }
        });
  }

  /** Returns whether the database still works. */
  private boolean commits(SessionClient client, State next, Runnable changes) {
    try {
      changes.run();
      possible = next;
      client.session().commit();
      known = next;
      acknowledged++;
      return true;
    } catch (MosqlException e) {
      return fails(client, e);
    }
  }

  private boolean fails(SessionClient client, MosqlException failure) {
    SqlState state = failure.state();
    if (!FAILURES.contains(state)) {
      throw new AssertionError("no fault leads to " + state, failure);
    }
    if (state != SqlState.COMMIT_OUTCOME_UNKNOWN) {
      possible = known;
    }
    if (state == SqlState.DISK_FULL) {
      client.session().rollback();
      return readsOn(client);
    }
    return false;
  }

  /** Reads continue when the disk is full, unless a fault occurs in them. */
  private boolean readsOn(SessionClient client) {
    try {
      assertThat(read(client)).isEqualTo(known);
      client.session().rollback();
      return true;
    } catch (MosqlException e) {
      String cause = String.valueOf(e.getCause());
      if (e.state() != SqlState.IO_ERROR || !cause.matches(".*(injected|is gone).*")) {
        throw new AssertionError("not read while the disk is full", e);
      }
      return false;
    }
  }

  /** Compares the database with the model, and sets the model to the visible state. */
  void check(OpenDatabase database) {
    try (SessionClient client = new SessionClient(database)) {
      boolean created =
          !client.query("select 1 from mosql.tables where table_name = 'entry'").isEmpty();
      State seen = created ? read(client) : State.EMPTY;
      assertThat(seen).isIn(known, possible);
      known = seen;
      possible = seen;
    }
  }

  private static State read(SessionClient client) {
    List<Integer> balances = new ArrayList<>();
    client
        .query("select balance from account order by id")
        .forEach(row -> balances.add((Integer) row.get(0)));
    long counter = (Long) value(client, "select n from counter where id = 1");
    NavigableMap<Integer, String> entries = new TreeMap<>();
    client
        .query("select id, ref from entry order by id")
        .forEach(row -> entries.put((Integer) row.get(0), (String) row.get(1)));
    NavigableMap<Integer, String> byIndex = new TreeMap<>();
    client
        .query("select id, ref from entry where ref >= 'entry' order by ref")
        .forEach(row -> byIndex.put((Integer) row.get(0), (String) row.get(1)));
    assertThat(byIndex).as("index rows are table rows").isEqualTo(entries);
    return new State(balances, (int) counter, entries);
  }

  private static Object value(SessionClient client, String sql) {
    return java.util.Objects.requireNonNull(client.query(sql).get(0).get(0));
  }
}

package io.mosql.testkit.history;

import io.mosql.testkit.SeededRandom;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A database of lists and registers that guarantees exactly its consistency level, with clients
 * that run statements interleaved by a seed. Each key is a list and a register. Not thread-safe.
 */
final class SimulatedDatabase {
  private static final int CLIENTS = 5;
  private static final int KEYS = 3;

  /**
   * A version of everything; never changed.
   *
   * @param changed number of the commit that changed a list last, by key
   * @param written the same for registers
   */
  private record State(
      Map<Long, List<Long>> lists,
      Map<Long, Long> registers,
      Map<Long, Integer> changed,
      Map<Long, Integer> written) {}

  private final ConsistencyModel level;
  private final SeededRandom random;
  private final boolean registers;
  private final List<Attempt> attempts = new ArrayList<>();
  private final @Nullable Client[] clients = new @Nullable Client[CLIENTS];
  private State newest = new State(Map.of(), Map.of(), Map.of(), Map.of());
  private int commits;
  private long moment;
  private long value;

  private SimulatedDatabase(ConsistencyModel level, long seed, boolean registers) {
    this.level = level;
    this.random = new SeededRandom(seed);
    this.registers = registers;
  }

  /**
   * A history of a number of attempts.
   *
   * @param registers whether registers are used, else lists
   */
  static History play(ConsistencyModel level, long seed, int attempts, boolean registers) {
    SimulatedDatabase database = new SimulatedDatabase(level, seed, registers);
    while (database.attempts.size() < attempts) {
      database.step(database.random.nextInt(CLIENTS));
    }
    for (int number = 0; number < CLIENTS; number++) {
      while (database.clients[number] != null) {
        database.step(number);
      }
    }
    return new History(database.attempts);
  }

  /** A running transaction. */
  private static final class Client {
    final long invoked;
    final List<TransactionStep> steps = new ArrayList<>();
    final Map<Long, List<Long>> appends = new HashMap<>();
    final Map<Long, Long> writes = new HashMap<>();
    final Set<Long> read = new HashSet<>();
    int left;
    int begunAt;
    @Nullable State snapshot;
    @Nullable AttemptOutcome outcome;

    Client(long invoked, int left) {
      this.invoked = invoked;
      this.left = left;
    }
  }

  private void step(int number) {
    Client client = clients[number];
    if (client == null) {
      clients[number] = new Client(++moment, 1 + random.nextInt(4));
    } else if (client.outcome != null) {
      attempts.add(new Attempt(number, client.invoked, ++moment, client.outcome, client.steps));
      clients[number] = null;
    } else if (level == ConsistencyModel.STRICT_SERIALIZABLE) {
      while (client.left-- > 0) {
        statement(client);
      }
      end(client);
    } else if (client.left-- > 0) {
      statement(client);
    } else {
      end(client);
    }
  }

  private State view(Client client) {
    if (client.snapshot == null || level == ConsistencyModel.READ_COMMITTED) {
      client.snapshot = newest;
      client.begunAt = commits;
    }
    return client.snapshot;
  }

  private void statement(Client client) {
    State view = view(client);
    long key = random.nextInt(KEYS);
    boolean change = random.percent(50);
    if (change) {
      value++;
    }
    if (registers && change) {
      client.steps.add(new TransactionStep.Write(key, value));
      client.writes.put(key, value);
    } else if (registers) {
      Long own = client.writes.get(key);
      if (own == null) {
        client.read.add(key);
      }
      client.steps.add(
          new TransactionStep.ReadValue(key, own == null ? view.registers().get(key) : own));
    } else if (change) {
      client.steps.add(new TransactionStep.Append(key, value));
      client.appends.computeIfAbsent(key, k -> new ArrayList<>()).add(value);
    } else {
      List<Long> all = new ArrayList<>(view.lists().getOrDefault(key, List.of()));
      all.addAll(client.appends.getOrDefault(key, List.of()));
      client.steps.add(new TransactionStep.ReadList(key, all));
    }
  }

  private void end(Client client) {
    int dice = random.nextInt(100);
    boolean commits = dice < 85 && !(level == ConsistencyModel.SNAPSHOT && hasLost(client));
    if (commits) {
      commit(client);
    }
    client.outcome =
        dice % 20 == 0
            ? AttemptOutcome.UNKNOWN
            : commits ? AttemptOutcome.OK : AttemptOutcome.FAILED;
  }

  /** Whether another attempt changed one of its keys as well, unless it writes blindly. */
  private boolean hasLost(Client client) {
    return client.appends.keySet().stream()
            .anyMatch(key -> newest.changed().getOrDefault(key, 0) > client.begunAt)
        || client.writes.keySet().stream()
            .anyMatch(
                key ->
                    client.read.contains(key)
                        && newest.written().getOrDefault(key, 0) > client.begunAt);
  }

  private void commit(Client client) {
    commits++;
    State next =
        new State(
            new HashMap<>(newest.lists()),
            new HashMap<>(newest.registers()),
            new HashMap<>(newest.changed()),
            new HashMap<>(newest.written()));
    client.appends.forEach(
        (key, values) -> {
          List<Long> all = new ArrayList<>(next.lists().getOrDefault(key, List.of()));
          all.addAll(values);
          next.lists().put(key, all);
          next.changed().put(key, commits);
        });
    client.writes.forEach(
        (key, written) -> {
          next.registers().put(key, written);
          next.written().put(key, commits);
        });
    newest = next;
  }
}

package io.mosql.testkit.history;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** One thing that a transaction did, with what it was answered. Immutable. */
public sealed interface TransactionStep {
  /** As a history is written; see {@link History#parse}. */
  String text();

  /** Put a value behind all others of a list, or into a set; no value twice in a history. */
  record Append(long key, long value) implements TransactionStep {
    @Override
    public String text() {
      return "append(" + key + "," + value + ")";
    }
  }

  /** Read a whole list, or set. */
  record ReadList(long key, List<Long> values) implements TransactionStep {
    public ReadList {
      values = List.copyOf(values);
    }

    @Override
    public String text() {
      return "list("
          + key
          + ")=["
          + values.stream().map(String::valueOf).collect(Collectors.joining(","))
          + "]";
    }
  }

  /** Gave a register a value; no value twice in a history. */
  record Write(long key, long value) implements TransactionStep {
    @Override
    public String text() {
      return "write(" + key + "," + value + ")";
    }
  }

  /**
   * Read a register or a counter.
   *
   * @param value null for a register that nobody has written
   */
  record ReadValue(long key, @Nullable Long value) implements TransactionStep {
    @Override
    public String text() {
      return "read(" + key + ")=" + value;
    }
  }

  /** Added to a counter or an account. */
  record Add(long key, long amount) implements TransactionStep {
    @Override
    public String text() {
      return "add(" + key + "," + amount + ")";
    }
  }

  /** Read all accounts. */
  record Scan(Map<Long, Long> balances) implements TransactionStep {
    public Scan {
      balances = Map.copyOf(balances);
    }

    @Override
    public String text() {
      return "scan={"
          + balances.entrySet().stream()
              .sorted(Map.Entry.comparingByKey())
              .map(account -> account.getKey() + ":" + account.getValue())
              .collect(Collectors.joining(","))
          + "}";
    }
  }

  /** Read the sum of all accounts. */
  record Total(long sum) implements TransactionStep {
    @Override
    public String text() {
      return "total=" + sum;
    }
  }

  /** An addition of the attempt was refused: its account would have come below the bound. */
  record Refused() implements TransactionStep {
    @Override
    public String text() {
      return "refused";
    }
  }

  /** What keeping it costs, in values. */
  default long weight() {
    if (this instanceof ReadList list) {
      return 1L + list.values().size();
    }
    return this instanceof Scan scan ? 1 + 2L * scan.balances().size() : 1;
  }
}

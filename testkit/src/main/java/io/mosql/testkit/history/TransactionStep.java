package io.mosql.testkit.history;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A step of a transaction, with its answer. Immutable. */
public sealed interface TransactionStep {
  /** The text form in a history; see {@link History#parse}. */
  String text();

  /** Appended a value to a list, or added it to a set; no value twice in a history. */
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

  /** Wrote a value to a register; no value twice in a history. */
  record Write(long key, long value) implements TransactionStep {
    @Override
    public String text() {
      return "write(" + key + "," + value + ")";
    }
  }

  /**
   * Read a register or a counter.
   *
   * @param value null for a register that was never written
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

  /** An addition of the attempt was rejected: its account would have fallen below the bound. */
  record Refused() implements TransactionStep {
    @Override
    public String text() {
      return "refused";
    }
  }

  /** The memory cost of keeping it, in values. */
  default long weight() {
    if (this instanceof ReadList list) {
      return 1L + list.values().size();
    }
    return this instanceof Scan scan ? 1 + 2L * scan.balances().size() : 1;
  }
}

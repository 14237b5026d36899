package io.mosql.benchmarks.tpcc.check;

/** Number of delivered orders of each district. Mutable, not thread-safe. */
public final class DeliveredOrders {
  private final int districts;
  private final long[] counts;

  public DeliveredOrders(int warehouses, int districts) {
    this.districts = districts;
    this.counts = new long[warehouses * districts];
  }

  /** Creates an instance of the same size with all counts zero. */
  DeliveredOrders(DeliveredOrders size) {
    this(size.counts.length / size.districts, size.districts);
  }

  /**
   * Adds a count; fails for an unknown warehouse or district, which indicates a damaged database.
   */
  public void add(int warehouse, int district, long count) {
    int at = (warehouse - 1) * districts + district - 1;
    if (district > districts || at < 0 || at >= counts.length) {
      throw new IllegalArgumentException("no district " + warehouse + ", " + district);
    }
    counts[at] += count;
  }

  public void addToEach(long count) {
    for (int i = 0; i < counts.length; i++) {
      counts[i] += count;
    }
  }

  /** Adds the counts of an instance of the same size. */
  public void add(DeliveredOrders other) {
    for (int i = 0; i < counts.length; i++) {
      counts[i] += other.counts[i];
    }
  }

  public long total() {
    long total = 0;
    for (long count : counts) {
      total += count;
    }
    return total;
  }

  /** Describes the first district with different counts; empty when all are equal. */
  String difference(DeliveredOrders found) {
    for (int i = 0; i < counts.length; i++) {
      if (counts[i] != found.counts[i]) {
        return "warehouse %d, district %d: %d delivered orders expected, %d found"
            .formatted(i / districts + 1, i % districts + 1, counts[i], found.counts[i]);
      }
    }
    return "";
  }
}

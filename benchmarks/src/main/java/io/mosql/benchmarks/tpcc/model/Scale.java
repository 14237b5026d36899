package io.mosql.benchmarks.tpcc.model;

/**
 * Rows of one warehouse (clause 4.2.2). Anything but {@link #SPECIFICATION} is for tests: the
 * figures of a smaller database say nothing about TPC-C.
 *
 * @param orders orders of a district after the load, one for each customer
 * @param undelivered how many of them, the newest ones, wait for delivery
 */
public record Scale(int items, int districts, int customers, int orders, int undelivered) {
  public static final Scale SPECIFICATION = new Scale(100_000, 10, 3_000, 3_000, 900);

  public Scale {
    if (items < 1 || districts < 1 || districts > 10 || customers < 1 || undelivered > orders) {
      throw new IllegalArgumentException("scale");
    }
    if (orders != customers) {
      throw new IllegalArgumentException("the load gives each customer one order");
    }
  }

  /** Orders of a district that the load has already delivered: 2100 by the specification. */
  public int delivered() {
    return orders - undelivered;
  }

  /** Rows that a load inserts, order lines at their average. */
  public long expectedRows(int warehouses) {
    long perDistrict = 1L + 2L * customers + 11L * orders + undelivered;
    return items + warehouses * (1L + items + districts * perDistrict);
  }
}

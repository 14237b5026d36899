package io.mosql.benchmarks.tpcc.model;

/**
 * Numbers of rows of one warehouse (clause 4.2.2). Values other than {@link #SPECIFICATION} are for
 * tests: results of a smaller database are not comparable with TPC-C.
 *
 * @param orders orders of a district after the load, one for each customer
 * @param undelivered number of these orders, the newest ones, that are not delivered
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

  /** Orders of a district delivered by the load: 2100 by the specification. */
  public int delivered() {
    return orders - undelivered;
  }

  /** Expected rows inserted by a load, with the average number of order lines. */
  public long expectedRows(int warehouses) {
    long perDistrict = 1L + 2L * customers + 11L * orders + undelivered;
    return items + warehouses * (1L + items + districts * perDistrict);
  }
}

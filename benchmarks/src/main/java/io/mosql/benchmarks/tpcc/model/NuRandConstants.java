package io.mosql.benchmarks.tpcc.model;

/**
 * The constants C of the non-uniform random function, one for each of its three uses (clause
 * 2.1.6). The constants of the load are stored in the database, since the constant of the last
 * names must differ between load and run by a prescribed distance.
 */
public record NuRandConstants(int lastName, int customer, int item) {
  private static final int LAST_NAME_A = 255;
  private static final int CUSTOMER_A = 1023;
  private static final int ITEM_A = 8191;

  public static NuRandConstants forLoad(TpccRandom random) {
    return new NuRandConstants(
        random.between(0, LAST_NAME_A), random.between(0, CUSTOMER_A), random.between(0, ITEM_A));
  }

  /** Draws the constants for a run (clause 2.1.6.1). */
  public static NuRandConstants forRun(TpccRandom random, int loadLastName) {
    int lastName;
    do {
      lastName = random.between(0, LAST_NAME_A);
    } while (!allowed(Math.abs(lastName - loadLastName)));
    return new NuRandConstants(lastName, random.between(0, CUSTOMER_A), random.between(0, ITEM_A));
  }

  static boolean allowed(int delta) {
    return delta >= 65 && delta <= 119 && delta != 96 && delta != 112;
  }

  public int customerId(TpccRandom random, Scale scale) {
    return random.nuRand(CUSTOMER_A, customer, 1, scale.customers());
  }

  public int itemId(TpccRandom random, Scale scale) {
    return random.nuRand(ITEM_A, item, 1, scale.items());
  }

  public String lastName(TpccRandom random, Scale scale) {
    int names = Math.min(LastNames.COUNT, scale.customers());
    return LastNames.of(random.nuRand(LAST_NAME_A, lastName, 0, names - 1));
  }
}

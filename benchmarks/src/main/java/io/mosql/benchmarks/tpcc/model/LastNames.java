package io.mosql.benchmarks.tpcc.model;

/** Customers' last names: three syllables chosen by the digits of a number (clause 4.3.2.3). */
public final class LastNames {
  /** Numbers that have a name: 0 to 999. */
  public static final int COUNT = 1000;

  private static final String[] SYLLABLES = {
    "BAR", "OUGHT", "ABLE", "PRI", "PRES", "ESE", "ANTI", "CALLY", "ATION", "EING"
  };
  private static final String[] NAMES = new String[COUNT];

  static {
    for (int i = 0; i < COUNT; i++) {
      NAMES[i] = SYLLABLES[i / 100] + SYLLABLES[i / 10 % 10] + SYLLABLES[i % 10];
    }
  }

  private LastNames() {}

  public static String of(int number) {
    return NAMES[number];
  }
}

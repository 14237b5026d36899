package io.mosql.storage.version;

/** Ids of the trees that exist from the start. */
public final class SystemTrees {
  /** Schema objects; written by the layer above. */
  public static final long CATALOG = 1;

  /** Counters of sequences and of ids; written by {@code Sequences} alone. */
  public static final long COUNTERS = 2;

  /** Outcomes of transactions by id. */
  public static final long OUTCOMES = 3;

  /** The timeline, the epoch and its leader. */
  public static final long EPOCH = 4;

  /** The least id that {@code Transaction.newId()} allocates. */
  public static final long FIRST_USER_ID = 100;

  static final long[] ALL = {CATALOG, COUNTERS, OUTCOMES, EPOCH};

  private SystemTrees() {}
}

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

  /** Prepared transactions; created with the first of them. */
  public static final long PREPARED = 5;

  /** Large objects; created with the first column that can have some. */
  public static final long LARGE_OBJECTS = 6;

  /** The least id that {@code Transaction.newId()} allocates. */
  public static final long FIRST_USER_ID = 100;

  /**
   * The least id of a temporary tree: one of the private store of a session, which no log has. Ids
   * of the database are below.
   */
  public static final long FIRST_TEMPORARY_ID = 1L << 62;

  static final long[] ALL = {CATALOG, COUNTERS, OUTCOMES, EPOCH};

  /** Whether a tree, or another object with such an id, is temporary. */
  public static boolean isTemporary(long id) {
    return id >= FIRST_TEMPORARY_ID;
  }

  private SystemTrees() {}
}

package io.mosql.storage.lock;

import io.mosql.storage.version.ColumnSet;

/**
 * Mode of a row lock. Two locks of one row are compatible unless one of them changes a column that
 * the other one reads or changes; additions to the same column are compatible, two FOR UPDATE are
 * not. Immutable.
 *
 * @param whole the row is inserted or deleted as a whole: compatible with no other mode
 * @param exclusive FOR UPDATE
 * @param reads ordinals of columns whose values the owner relies on
 * @param sets ordinals of columns that get a value
 * @param adds ordinals of columns to which a value is added
 */
public record LockMode(
    boolean whole, boolean exclusive, ColumnSet reads, ColumnSet sets, ColumnSet adds) {
  /** For a row that is inserted, deleted or replaced. */
  public static final LockMode WHOLE =
      new LockMode(true, false, ColumnSet.ALL, ColumnSet.ALL, ColumnSet.NONE);

  /** For a row that is read FOR UPDATE. */
  public static LockMode forUpdate(ColumnSet reads) {
    return new LockMode(false, true, reads, ColumnSet.NONE, ColumnSet.NONE);
  }

  /** For a row that must not change before the commit. */
  public static LockMode forShare(ColumnSet reads) {
    return new LockMode(false, false, reads, ColumnSet.NONE, ColumnSet.NONE);
  }

  /** For a row some of whose columns are changed. */
  public static LockMode change(ColumnSet reads, ColumnSet sets, ColumnSet adds) {
    return new LockMode(false, false, reads, sets, adds);
  }

  /** The same, when the transaction also relies on the columns to which it adds. */
  public LockMode withAdditionsRead() {
    return new LockMode(whole, exclusive, reads.union(adds), sets, adds);
  }

  public boolean isCompatibleWith(LockMode other) {
    if (whole || other.whole || (exclusive && other.exclusive)) {
      return false;
    }
    return !sets.intersects(other.reads)
        && !sets.intersects(other.sets)
        && !sets.intersects(other.adds)
        && !adds.intersects(other.reads)
        && !adds.intersects(other.sets)
        && !reads.intersects(other.sets)
        && !reads.intersects(other.adds);
  }

  /** Whether a lock of this mode includes one of the other mode. */
  boolean includes(LockMode other) {
    return whole
        || (!other.whole
            && (exclusive || !other.exclusive)
            && reads.containsAll(other.reads)
            && sets.containsAll(other.sets)
            && sets.union(adds).containsAll(other.adds));
  }

  LockMode union(LockMode other) {
    if (includes(other)) {
      return this;
    }
    if (other.includes(this)) {
      return other;
    }
    return new LockMode(
        false,
        exclusive || other.exclusive,
        reads.union(other.reads),
        sets.union(other.sets),
        adds.union(other.adds));
  }

  /** A description for system views. */
  public String text() {
    if (whole) {
      return "row";
    }
    StringBuilder text = new StringBuilder(exclusive ? "update" : "");
    append(text, "reads", reads);
    append(text, "sets", sets);
    append(text, "adds", adds);
    return text.length() == 0 ? "presence" : text.toString();
  }

  private static void append(StringBuilder text, String word, ColumnSet columns) {
    if (!columns.isEmpty()) {
      text.append(text.length() == 0 ? "" : " ").append(word).append(' ').append(columns);
    }
  }
}

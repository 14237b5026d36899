package io.mosql.storage.tree;

/**
 * The mark of one editor on the nodes that it makes, compared by identity, and the era in which it
 * makes them. Whoever writes trees to pages begins a new era with each version that it takes: nodes
 * of older eras are being written, or have been.
 */
final class Edit {
  /** Of nodes that no editor made. */
  static final Edit NOBODY = new Edit(Long.MIN_VALUE);

  private final long era;

  Edit(long era) {
    this.era = era;
  }

  long era() {
    return era;
  }
}

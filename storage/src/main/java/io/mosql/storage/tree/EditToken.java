package io.mosql.storage.tree;

/**
 * A token of one editor: marks the nodes that the editor created and may change in place. A thread
 * that writes trees to pages begins a new era with each version that it takes: nodes of older eras
 * are being written, or have been.
 */
final class EditToken {
  /** The token of nodes without an editor. */
  static final EditToken NONE = new EditToken(Long.MIN_VALUE);

  private final long era;

  EditToken(long era) {
    this.era = era;
  }

  long era() {
    return era;
  }
}

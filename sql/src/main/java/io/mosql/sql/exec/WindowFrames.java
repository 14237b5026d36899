package io.mosql.sql.exec;

import io.mosql.sql.plan.WindowFrame;

/**
 * The frame of each row of a partition: from a row up to, not including, another one, less what is
 * excluded.
 *
 * @param from first row of the frame, by row
 * @param to row after the last one; never before {@code from}
 */
record WindowFrames(
    WindowPartition partition, int[] from, int[] to, WindowFrame.Exclusion exclusion) {

  boolean excludes() {
    return exclusion != WindowFrame.Exclusion.NO_OTHERS;
  }

  /** Whether a row within the bounds of another row's frame is left out of it. */
  boolean isExcluded(int row, int current) {
    return switch (exclusion) {
      case NO_OTHERS -> false;
      case CURRENT_ROW -> row == current;
      case GROUP -> arePeers(row, current);
      case TIES -> row != current && arePeers(row, current);
    };
  }

  private boolean arePeers(int row, int current) {
    return row >= partition.peerStarts()[current] && row < partition.peerEnds()[current];
  }
}

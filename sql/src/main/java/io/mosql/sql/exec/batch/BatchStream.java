package io.mosql.sql.exec.batch;

import io.mosql.sql.exec.runtime.RowStream;
import org.jspecify.annotations.Nullable;

/** Batches of a running operator, pulled one at a time. Not thread-safe. */
@FunctionalInterface
interface BatchStream {
  /** The next batch, with at least one selected row; null at the end, also when called again. */
  @Nullable Batch next();

  /** Whether it is known, without reading or computing anything, that no batch follows. */
  default boolean isKnownEmpty() {
    return false;
  }

  /** The rows of all batches. */
  default RowStream rows() {
    return new RowStream() {
      private @Nullable Batch batch;
      private int at;
      private boolean done;

      @Override
      public @Nullable Object @Nullable [] next() {
        Batch current = batch;
        if (current == null || at == current.count()) {
          current = done ? null : BatchStream.this.next();
          batch = current;
          at = 0;
          done = current == null;
          if (current == null) {
            return null;
          }
        }
        return current.row(current.rows()[at++]);
      }

      @Override
      public boolean isKnownEmpty() {
        boolean ended = batch == null || at == batch.count();
        return ended && (done || BatchStream.this.isKnownEmpty());
      }
    };
  }
}

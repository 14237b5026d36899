package io.mosql.storage.commit;

import io.mosql.core.port.LogSnapshot;
import io.mosql.storage.version.Root;
import org.jspecify.annotations.Nullable;

/** The checkpoint operations that a replicated log uses. */
public interface CheckpointProvider {
  /** Of a database without files. */
  CheckpointProvider NONE =
      new CheckpointProvider() {
        @Override
        public void writeNow(Root root) {}

        @Override
        public @Nullable LogSnapshot snapshot() {
          return null;
        }

        @Override
        public void discard() {}
      };

  /** Writes a checkpoint of a root during recovery, before any other checkpoint. */
  void writeNow(Root root);

  /** The newest checkpoint, whose files are kept until it is closed; null when there is none. */
  @Nullable LogSnapshot snapshot();

  /** Stops writing: the files are abandoned for other ones. Does not block. */
  void discard();
}

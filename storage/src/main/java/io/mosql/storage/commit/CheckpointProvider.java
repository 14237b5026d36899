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

  /** Writes one of a root, before anything else does so. */
  void writeNow(Root root);

  /** The newest one, whose files stay until it is closed; null when there is none. */
  @Nullable LogSnapshot snapshot();

  /** Nothing is written any more: the files are given up for other ones. Waits for nobody. */
  void discard();
}

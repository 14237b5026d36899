package io.mosql.storage;

import io.mosql.core.port.LogSnapshot;
import org.jspecify.annotations.Nullable;

/** What a replicated log asks of a database's checkpoints. */
interface Checkpointing {
  /** Of a database without files. */
  Checkpointing NONE =
      new Checkpointing() {
        @Override
        public void relieve(Root root) {}

        @Override
        public @Nullable LogSnapshot snapshot() {
          return null;
        }

        @Override
        public void forsake() {}
      };

  /** Writes one of a root, before anything else does so. */
  void relieve(Root root);

  /** The newest one, whose files stay until it is closed; null when there is none. */
  @Nullable LogSnapshot snapshot();

  /** Nothing is written any more: the files are given up for other ones. Waits for nobody. */
  void forsake();
}

package io.mosql.storage.checkpoint;

import io.mosql.storage.page.Manifest;

/**
 * A checkpoint whose files are kept until this is closed.
 *
 * @param manifest that names them
 */
public record PinnedCheckpoint(Manifest manifest, AutoCloseable pin) implements AutoCloseable {
  @Override
  public void close() {
    try {
      pin.close();
    } catch (Exception e) {
      throw new IllegalStateException("could not release a snapshot", e);
    }
  }
}

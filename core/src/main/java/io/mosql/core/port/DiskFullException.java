package io.mosql.core.port;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Signals that the disk is full. Thrown by {@link StorageFile#resize}, which then has left the file
 * unchanged, and by writes.
 */
public final class DiskFullException extends IOException {
  private static final long serialVersionUID = 1L;

  public DiskFullException(String message) {
    this(message, null);
  }

  public DiskFullException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}

package io.mosql.storage.page;

import java.io.IOException;

/**
 * Signals that a sync or the rename of the manifest failed: the contents of the disk are unknown
 * for good. The store refuses to write from then on; the database has to close.
 */
public final class PageSyncException extends IOException {
  private static final long serialVersionUID = 1L;

  PageSyncException(String message, Throwable cause) {
    super(message, cause);
  }
}

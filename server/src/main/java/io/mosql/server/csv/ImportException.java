package io.mosql.server.csv;

import org.jspecify.annotations.Nullable;

/** An import that cannot go on; the message is for the user. */
public final class ImportException extends Exception {
  private static final long serialVersionUID = 1L;

  ImportException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}

package io.mosql.server.csv;

import org.jspecify.annotations.Nullable;

/** Error that ends an import; the message is for the user. */
public final class ImportException extends Exception {
  private static final long serialVersionUID = 1L;

  ImportException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}

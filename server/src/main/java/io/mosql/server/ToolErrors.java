package io.mosql.server;

import io.mosql.core.error.MosqlException;
import java.io.PrintWriter;

/** Prints errors of tools as those of statements are printed. */
final class ToolErrors {
  private ToolErrors() {}

  static void print(MosqlException e, PrintWriter err) {
    err.println("ERROR " + e.sqlState() + ": " + e.getMessage());
    err.flush();
  }
}

package io.mosql.server;

import io.mosql.core.error.MosqlException;
import java.io.PrintWriter;

/** Printer of errors of tools, in the same form as errors of statements. */
final class ToolErrors {
  private ToolErrors() {}

  static void print(MosqlException e, PrintWriter err) {
    err.println("ERROR " + e.sqlState() + ": " + e.getMessage());
    err.flush();
  }
}

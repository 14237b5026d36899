package io.mosql.server.shell;

import io.mosql.server.shell.Pieces.Open;

/**
 * What stands before input: the database, what is open, and {@code *} in a transaction.
 *
 * @param name of the database, or what stands for it
 * @param inTransaction whether a transaction is open
 */
record Prompt(String name, boolean inTransaction) {
  /** As it is shown when this is open. */
  String text(Open open) {
    return name + open.sign() + (inTransaction ? "*" : "") + "> ";
  }
}

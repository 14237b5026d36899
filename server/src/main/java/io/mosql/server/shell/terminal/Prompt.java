package io.mosql.server.shell.terminal;

import io.mosql.server.shell.input.InputSplitter.PromptStatus;

/**
 * Prompt of the shell: database, open quotes or parentheses, and {@code *} in a transaction: the
 * database, what is open, and {@code *} in a transaction.
 *
 * @param name of the database, or what stands for it
 * @param inTransaction whether a transaction is open
 */
public record Prompt(String name, boolean inTransaction) {
  /** As it is shown when this is open. */
  String text(PromptStatus open) {
    return name + open.symbol() + (inTransaction ? "*" : "") + "> ";
  }
}

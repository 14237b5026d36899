package io.mosql.server.shell.terminal;

import io.mosql.server.shell.input.InputSplitter.PromptStatus;

/**
 * Prompt of the shell: the database, the unfinished element such as quotes or parentheses, and
 * {@code *} in a transaction.
 *
 * @param name database name, or a placeholder
 * @param inTransaction whether a transaction is open
 */
public record Prompt(String name, boolean inTransaction) {
  /** Returns the prompt text for an unfinished element. */
  String text(PromptStatus open) {
    return name + open.symbol() + (inTransaction ? "*" : "") + "> ";
  }
}

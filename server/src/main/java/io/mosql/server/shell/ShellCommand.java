package io.mosql.server.shell;

import java.io.IOException;
import java.sql.SQLException;

/**
 * A command of the shell.
 *
 * @param name without the backslash
 * @param arguments as help shows them
 * @param help one line
 */
record ShellCommand(String name, String arguments, String help, Action action) {
  /** What it does. */
  @FunctionalInterface
  interface Action {
    Outcome run(Invocation call) throws ShellException, SQLException, IOException;
  }

  /** What it does when nothing but an exception can go wrong. */
  @FunctionalInterface
  interface Step {
    void run(Invocation call) throws ShellException, SQLException, IOException;
  }

  static ShellCommand of(String name, String arguments, String help, Step step) {
    return new ShellCommand(
        name,
        arguments,
        help,
        call -> {
          step.run(call);
          return Outcome.DONE;
        });
  }
}

package io.mosql.server.shell.command;

import io.mosql.server.shell.input.ShellException;
import java.io.IOException;
import java.sql.SQLException;

/**
 * Backslash command of the shell.
 *
 * @param name command name without the backslash
 * @param arguments argument syntax shown by help
 * @param help description, one line
 */
public record ShellCommand(String name, String arguments, String help, Action action) {
  /** Implementation of a command. */
  @FunctionalInterface
  interface Action {
    ScriptOutcome run(CommandInvocation call) throws ShellException, SQLException, IOException;
  }

  /** Implementation of a command that fails only by an exception. */
  @FunctionalInterface
  public interface Step {
    void run(CommandInvocation call) throws ShellException, SQLException, IOException;
  }

  public static ShellCommand of(String name, String arguments, String help, Step step) {
    return new ShellCommand(
        name,
        arguments,
        help,
        call -> {
          step.run(call);
          return ScriptOutcome.DONE;
        });
  }
}

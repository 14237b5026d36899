package io.mosql.server.shell.command;

import io.mosql.server.shell.input.ShellException;
import java.io.IOException;
import java.sql.SQLException;

/**
 * A command of the shell.
 *
 * @param name without the backslash
 * @param arguments as help shows them
 * @param help one line
 */
public record ShellCommand(String name, String arguments, String help, Action action) {
  /** What it does. */
  @FunctionalInterface
  interface Action {
    ScriptOutcome run(CommandInvocation call) throws ShellException, SQLException, IOException;
  }

  /** What it does when nothing but an exception can go wrong. */
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

package io.mosql.server.shell.command;

import io.mosql.server.result.ResultFormat;
import io.mosql.server.shell.input.InputSplitter.SqlText;
import io.mosql.server.shell.input.ShellException;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Backslash commands for the current statement, help and quit. */
final class QueryCommands {
  private static final double NANOS = 1e9;
  private static final int USAGE_WIDTH = 28;
  private static final double SECONDS_MAX = 86_400;

  private final ShellContext workspace;
  private final StatementPrinter runner;
  private final Supplier<List<ShellCommand>> commands;

  /**
   * @param commands all commands, for help
   */
  QueryCommands(
      ShellContext workspace, StatementPrinter runner, Supplier<List<ShellCommand>> commands) {
    this.workspace = workspace;
    this.runner = runner;
    this.commands = commands;
  }

  List<ShellCommand> all() {
    return List.of(
        ShellCommand.of("?", "", "show help", this::help),
        new ShellCommand(
            "q", "", "quit the shell; in a file, end the file", call -> ScriptOutcome.QUIT),
        new ShellCommand("g", "", "execute the statement, or repeat the last one", this::run),
        new ShellCommand("gx", "", "as \\g, with expanded output", this::runExpanded),
        new ShellCommand(
            "watch",
            "[SECONDS [TIMES]]",
            "execute the statement repeatedly until Ctrl-C",
            this::watch),
        ShellCommand.of("p", "", "show the query buffer", this::print),
        ShellCommand.of("r", "", "reset the query buffer", call -> call.pieces().clear()));
  }

  private void help(CommandInvocation call) {
    PrintWriter out = workspace.output().results();
    for (ShellCommand command : commands.get()) {
      String usage = "\\" + command.name() + " " + command.arguments();
      if (usage.length() > USAGE_WIDTH) {
        out.println("  " + usage);
        usage = "";
      }
      String format = "  %-" + USAGE_WIDTH + "s %s";
      out.println(String.format(Locale.ROOT, format, usage.strip(), command.help()));
    }
    out.println("A statement ends with a semicolon and may have several lines.");
  }

  private ScriptOutcome run(CommandInvocation call) throws ShellException, IOException {
    call.atMost(0);
    return runner.run(call.statement(), call.place(), workspace.settings().format());
  }

  private ScriptOutcome runExpanded(CommandInvocation call) throws ShellException, IOException {
    call.atMost(0);
    return runner.run(call.statement(), call.place(), ResultFormat.VERTICAL);
  }

  private void print(CommandInvocation call) throws ShellException {
    SqlText pending = call.pieces().pending();
    SqlText shown = pending == null ? call.previous() : pending;
    if (shown == null) {
      throw new ShellException("no previous statement");
    }
    workspace.output().results().println(shown.text());
  }

  private ScriptOutcome watch(CommandInvocation call) throws ShellException, IOException {
    call.atMost(2);
    double seconds = number(call.word(0), 2, SECONDS_MAX);
    double times = number(call.word(1), Double.MAX_VALUE, Double.MAX_VALUE);
    SqlText sql = call.statement();
    InterruptHandler interrupts = workspace.interrupts();
    for (long i = 1; i <= times; i++) {
      ScriptOutcome outcome = runner.run(sql, call.place(), workspace.settings().format());
      if (outcome != ScriptOutcome.DONE) {
        return outcome;
      }
      if (interrupts.isInterrupted() || i < times && !interrupts.pause((long) (seconds * NANOS))) {
        // Ctrl-C is the regular end of a watch, not an error.
        interrupts.clear();
        break;
      }
    }
    return ScriptOutcome.DONE;
  }

  private static double number(@Nullable String word, double otherwise, double max)
      throws ShellException {
    if (word == null) {
      return otherwise;
    }
    try {
      double number = Double.parseDouble(word);
      if (number > 0 && number <= max) {
        return number;
      }
    } catch (NumberFormatException e) {
      throw new ShellException(word + " is not a number", e);
    }
    throw new ShellException(word + " is out of range");
  }
}

package io.mosql.server.shell.command;

import io.mosql.server.shell.input.ShellException;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;

/** Backslash commands that use local files. */
final class FileCommands {
  private final ShellContext workspace;
  private final Interpreter interpreter;

  FileCommands(ShellContext workspace, Interpreter interpreter) {
    this.workspace = workspace;
    this.interpreter = interpreter;
  }

  List<ShellCommand> all() {
    return List.of(
        new ShellCommand("i", "FILE", "execute statements of a file", this::include),
        ShellCommand.of(
            "o", "[FILE]", "write results to a file, or to standard output", this::output),
        ShellCommand.of(
            "copy",
            "TABLE|(QUERY) FROM|TO 'FILE' [(OPTION, ..)]",
            "copy between a table and a CSV file of the client",
            this::copy));
  }

  private ScriptOutcome include(CommandInvocation call) throws ShellException, IOException {
    call.atMost(1);
    String file = call.need(0, "a file");
    try (BufferedReader script = open(Path.of(file))) {
      return interpreter.script(script, call.place().inside(file));
    }
  }

  private static BufferedReader open(Path file) throws ShellException {
    try {
      return Files.newBufferedReader(file, StandardCharsets.UTF_8);
    } catch (NoSuchFileException e) {
      throw new ShellException("no such file: " + file, e);
    } catch (IOException e) {
      throw new ShellException("could not read file " + file, e);
    }
  }

  private void output(CommandInvocation call) throws ShellException, IOException {
    call.atMost(1);
    String file = call.word(0);
    if (file == null) {
      workspace.output().toConsole();
      return;
    }
    try {
      workspace.output().toFile(Path.of(file));
    } catch (NoSuchFileException e) {
      throw new ShellException("no such directory for file " + file, e);
    } catch (IOException e) {
      throw new ShellException("could not write file " + file, e);
    }
  }

  private void copy(CommandInvocation call) throws ShellException, SQLException, IOException {
    new ShellCopy(workspace, CopyArguments.parse(call.rest())).run();
  }
}

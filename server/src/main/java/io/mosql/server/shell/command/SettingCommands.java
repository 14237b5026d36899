package io.mosql.server.shell.command;

import io.mosql.server.result.ResultFormat;
import io.mosql.server.shell.input.ShellException;
import io.mosql.server.shell.output.DisplaySettings;
import java.io.PrintWriter;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Backslash commands that change display settings. */
public final class SettingCommands {
  private final ShellContext workspace;

  SettingCommands(ShellContext workspace) {
    this.workspace = workspace;
  }

  List<ShellCommand> all() {
    return List.of(
        ShellCommand.of("x", "[on|off]", "toggle expanded output", this::expanded),
        ShellCommand.of("format", "[NAME]", "output format: " + names(), this::format),
        ShellCommand.of("null", "[TEXT]", "text for NULL", this::nullText),
        ShellCommand.of("timing", "[on|off]", "toggle timing of statements", this::timing),
        ShellCommand.of("echo", "[TEXT]", "print a text", this::echo));
  }

  /** Names of the formats. */
  public static String names() {
    return Arrays.stream(ResultFormat.values())
        .map(SettingCommands::name)
        .collect(Collectors.joining(", "));
  }

  private static String name(ResultFormat format) {
    return format.name().toLowerCase(Locale.ROOT);
  }

  /** Confirms the effect of an interactively entered command. */
  private void say(CommandInvocation call, String text) {
    if (workspace.settings().isInteractive() && call.place().file() == null) {
      PrintWriter out = workspace.output().messages();
      out.println(text);
    }
  }

  private void expanded(CommandInvocation call) throws ShellException {
    DisplaySettings settings = workspace.settings();
    settings.expanded(call.toggled(settings.isExpanded()));
    say(call, "Output format is " + name(settings.format()) + ".");
  }

  private void format(CommandInvocation call) throws ShellException {
    call.atMost(1);
    String wanted = call.word(0);
    if (wanted != null) {
      workspace
          .settings()
          .format(
              Arrays.stream(ResultFormat.values())
                  .filter(format -> name(format).equals(wanted.toLowerCase(Locale.ROOT)))
                  .findFirst()
                  .orElseThrow(
                      () ->
                          new ShellException(
                              "unknown format: " + wanted + "; expected one of " + names())));
    }
    say(call, "Output format is " + name(workspace.settings().format()) + ".");
  }

  private void nullText(CommandInvocation call) throws ShellException {
    call.atMost(1);
    String wanted = call.word(0);
    workspace.settings().nullText(wanted == null ? "" : wanted);
    say(call, "Null display is \"" + workspace.settings().style().nullText() + "\".");
  }

  private void timing(CommandInvocation call) throws ShellException {
    DisplaySettings settings = workspace.settings();
    settings.timing(call.toggled(settings.timing()));
    say(call, "Timing is " + (settings.timing() ? "on." : "off."));
  }

  private void echo(CommandInvocation call) {
    workspace.output().results().println(String.join(" ", call.words()));
  }
}

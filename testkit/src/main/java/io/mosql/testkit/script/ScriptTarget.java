package io.mosql.testkit.script;

import java.util.List;

/** The system under test of a golden script: a fresh instance for each script. */
@FunctionalInterface
public interface ScriptTarget {
  /**
   * Executes one command.
   *
   * @return its output, any number of lines, empty for none; a trailing line break does not count
   * @throws RuntimeException when the command fails; {@link #unknown} when there is no such command
   */
  String run(String command, List<String> args);

  /** The exception for an unknown command; never an expected failure. */
  static AssertionError unknown(String command, List<String> args) {
    return new AssertionError(
        "Unknown command: " + command + " with " + args.size() + " arguments");
  }
}

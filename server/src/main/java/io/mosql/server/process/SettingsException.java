package io.mosql.server.process;

import java.util.List;

/** Error of invalid settings, with all problems and their sources. */
final class SettingsException extends Exception {
  private static final long serialVersionUID = 1L;

  private final transient List<String> problems;

  SettingsException(List<String> problems) {
    super(String.join("; ", problems));
    this.problems = List.copyOf(problems);
  }

  List<String> problems() {
    return problems;
  }
}

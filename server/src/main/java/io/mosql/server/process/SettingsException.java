package io.mosql.server.process;

import java.util.List;

/** Invalid settings, with all problems and where each is. */
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

package io.mosql.server.process;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Parser of setting values, which collects problems. Not thread-safe. */
final class SettingReader {
  private final ServerSettings settings;
  private final List<String> problems = new ArrayList<>();

  SettingReader(ServerSettings settings) {
    this.settings = settings;
  }

  /**
   * @throws SettingsException when any problem was collected
   */
  void requireNoProblems() throws SettingsException {
    if (!problems.isEmpty()) {
      throw new SettingsException(problems);
    }
  }

  @Nullable String text(ServerSetting setting) {
    ServerSettings.Value value = settings.get(setting);
    return value == null || value.text().isEmpty() ? null : value.text();
  }

  String textOrDefault(ServerSetting setting, String otherwise) {
    String text = text(setting);
    return text == null ? otherwise : text;
  }

  /** Parses a whole number in a range; returns the smallest one after a problem. */
  int number(ServerSetting setting, int min, int max) {
    String text = textOrDefault(setting, "");
    try {
      int number = Integer.parseInt(text);
      if (number >= min && number <= max) {
        return number;
      }
    } catch (NumberFormatException e) {
      // The invalid number is reported below.
    }
    refuse(setting, "a number from " + min + " to " + max);
    return min;
  }

  /** Parses a size in bytes, such as 64MB; returns null when the setting is not set. */
  @Nullable Long size(ServerSetting setting) {
    String text = text(setting);
    if (text == null) {
      return null;
    }
    String value = text.toUpperCase(Locale.ROOT);
    if (!value.matches("[0-9]{1,9}(B|KB|MB|GB)?")) {
      refuse(setting, "a size such as 64MB");
      return null;
    }
    long number = Long.parseLong(value.replaceAll("[A-Z]", ""));
    if (value.endsWith("KB")) {
      return number << 10;
    }
    return value.endsWith("MB") ? number << 20 : value.endsWith("GB") ? number << 30 : number;
  }

  boolean flag(ServerSetting setting) {
    return choice(setting, Set.of("true", "false")).equals("true");
  }

  String choice(ServerSetting setting, Set<String> choices) {
    String text = textOrDefault(setting, "").toLowerCase(Locale.ROOT);
    if (!choices.contains(text)) {
      refuse(setting, "one of " + String.join(", ", choices.stream().sorted().toList()));
    }
    return text;
  }

  private void refuse(ServerSetting setting, String wanted) {
    ServerSettings.Value value = settings.get(setting);
    problem((value == null ? "" : value.origin() + ": ") + setting.key() + " is " + wanted);
  }

  void problem(String problem) {
    problems.add(problem);
  }
}

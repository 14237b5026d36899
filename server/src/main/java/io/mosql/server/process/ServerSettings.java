package io.mosql.server.process;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Values of all settings with their sources. The environment overrides the file, the command line
 * overrides both. Reading collects every problem before it fails. Immutable.
 */
final class ServerSettings {
  /** Environment variables with the same prefix that other commands read. */
  private static final Set<String> OTHERS =
      Set.of(
          "MOSQL_CONFIG", "MOSQL_CDS", "MOSQL_URL", "MOSQL_USER", "MOSQL_PASSWORD", "MOSQL_HOME");

  private static final Set<String> OTHER_PREFIXES = Set.of("MOSQL_POSTGRESQL_", "MOSQL_MARIADB_");

  /**
   * Value of a setting.
   *
   * @param origin source of the value, for display
   */
  record Value(String text, String origin) {}

  private final Map<ServerSetting, Value> values;

  private ServerSettings(Map<ServerSetting, Value> values) {
    this.values = values;
  }

  /**
   * @param file settings file, null for none
   * @param environment all variables of the process
   * @param flags of the command line
   * @throws SettingsException for unknown names
   */
  static ServerSettings of(
      @Nullable SettingsFile file,
      Map<String, String> environment,
      Map<ServerSetting, String> flags)
      throws SettingsException {
    Map<ServerSetting, Value> values = new EnumMap<>(ServerSetting.class);
    List<String> problems = new ArrayList<>();
    for (ServerSetting setting : ServerSetting.values()) {
      String otherwise = setting.defaultValue();
      if (otherwise != null) {
        values.put(setting, new Value(otherwise, "default"));
      }
    }
    if (file != null) {
      values.putAll(file.values());
      problems.addAll(file.problems());
    }
    environment.forEach(
        (name, text) -> {
          ServerSetting setting = ofVariable(name);
          if (setting != null) {
            values.put(setting, new Value(text, "environment " + name));
          } else if (name.startsWith("MOSQL_") && !isOfOthers(name)) {
            problems.add("environment: unknown setting " + name);
          }
        });
    flags.forEach((setting, text) -> values.put(setting, new Value(text, "--" + setting.key())));
    if (!problems.isEmpty()) {
      throw new SettingsException(problems);
    }
    return new ServerSettings(values);
  }

  private static boolean isOfOthers(String name) {
    return OTHERS.contains(name) || OTHER_PREFIXES.stream().anyMatch(name::startsWith);
  }

  private static @Nullable ServerSetting ofVariable(String name) {
    for (ServerSetting setting : ServerSetting.values()) {
      if (setting.variable().equals(name)) {
        return setting;
      }
    }
    return null;
  }

  /** Returns the value of a setting, or null when it is not set and has no default. */
  @Nullable Value get(ServerSetting setting) {
    return values.get(setting);
  }

  /** Lists each setting that has a value, with its source; the list contains no secrets. */
  List<String> lines(UnaryOperator<String> shown) {
    List<String> lines = new ArrayList<>();
    values.forEach(
        (setting, value) ->
            lines.add(
                setting.key() + " = " + shown.apply(value.text()) + "    # " + value.origin()));
    return lines;
  }
}

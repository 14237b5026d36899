package io.mosql.server.process;

import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.IDefaultValueProvider;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.TypeConversionException;

/**
 * Sources of settings besides the command line: the environment, and a file that it overrides. The
 * file has a {@code key = value} on each line, blank lines, and comments on lines of their own that
 * begin with #. Values are literal, with surrounding blanks removed; there is no quoting.
 *
 * <p>The sources are read once, when the first default value is needed or problems are asked for.
 * Not thread-safe.
 */
final class ServerSettings implements IDefaultValueProvider {
  static final String CONFIG = "--config";

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

  private final Map<String, String> environment;
  private final Map<ServerSetting, Value> values = new EnumMap<>(ServerSetting.class);
  private final List<String> problems = new ArrayList<>();
  private boolean read;

  /**
   * @param environment all variables of the process
   */
  ServerSettings(Map<String, String> environment) {
    this.environment = environment;
  }

  /** Returns the value of the sources; an invalid one is a problem and has no effect. */
  @Override
  public @Nullable String defaultValue(ArgSpec argument) throws Exception {
    String name = ((OptionSpec) argument).longestName();
    if (name.equals(CONFIG)) {
      return environment.get("MOSQL_CONFIG");
    }
    ServerSetting setting = ServerSetting.ofKey(name.substring(2));
    if (setting == null) {
      return null;
    }
    // The option of the file comes before the settings, so that it has its value.
    Value value = values(argument.command().findOption(CONFIG).getValue()).get(setting);
    if (value == null) {
      return null;
    }
    try {
      setting.type().converter().convert(value.text());
      return value.text();
    } catch (TypeConversionException e) {
      problems.add(value.origin() + ": " + setting.invalid(value.text(), e));
      return null;
    }
  }

  /** Returns the values of the sources, without defaults. */
  Map<ServerSetting, Value> values(@Nullable Path file) {
    if (!read) {
      read = true;
      if (file != null) {
        readFile(file);
      }
      readEnvironment();
    }
    return values;
  }

  /** Unknown names, malformed lines and invalid values. */
  List<String> problems() {
    return problems;
  }

  private void readFile(Path file) {
    List<String> lines;
    try {
      lines = Files.readAllLines(file);
    } catch (MalformedInputException e) {
      problems.add(file + ": invalid UTF-8");
      return;
    } catch (IOException | InvalidPathException e) {
      problems.add("could not read file \"" + file + "\": " + e);
      return;
    }
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i).strip();
      if (!line.isEmpty() && !line.startsWith("#")) {
        readLine(line, file + ":" + (i + 1));
      }
    }
  }

  private void readLine(String line, String origin) {
    int equals = line.indexOf('=');
    String key = equals < 0 ? line : line.substring(0, equals).strip();
    ServerSetting setting = ServerSetting.ofKey(key);
    if (equals < 0) {
      problems.add(origin + ": syntax error; expected key = value");
    } else if (setting == null) {
      problems.add(origin + ": unrecognized setting \"" + key + "\"");
    } else if (values.containsKey(setting)) {
      problems.add(origin + ": duplicate setting \"" + key + "\"");
    } else {
      values.put(setting, new Value(line.substring(equals + 1).strip(), origin));
    }
  }

  private void readEnvironment() {
    environment.forEach(
        (name, text) -> {
          ServerSetting setting = ServerSetting.ofVariable(name);
          if (setting != null) {
            values.put(setting, new Value(text, "environment " + name));
          } else if (name.startsWith("MOSQL_")
              && !OTHERS.contains(name)
              && OTHER_PREFIXES.stream().noneMatch(name::startsWith)) {
            problems.add("environment: unrecognized setting \"" + name + "\"");
          }
        });
  }
}

package io.mosql.server.process;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.TypeConversionException;

/**
 * Settings of a parsed command line, its environment and its file, with all their problems. A
 * setting with an invalid value has its default. Not thread-safe.
 */
final class ParsedSettings {
  private final ParseResult result;
  private final Map<ServerSetting, ServerSettings.Value> sources;
  private final List<String> problems;

  ParsedSettings(ParseResult result, ServerSettings sources) {
    this.result = result;
    this.sources =
        sources.values(result.commandSpec().findOption(ServerSettings.CONFIG).getValue());
    this.problems = new ArrayList<>(sources.problems());
    result.errors().forEach(error -> problems.add(description(error)));
  }

  private static String description(Exception error) {
    if (error instanceof ParameterException invalid
        && invalid.getCause() instanceof TypeConversionException cause
        && invalid.getArgSpec() instanceof OptionSpec option) {
      ServerSetting setting = ServerSetting.ofKey(option.longestName().substring(2));
      if (setting != null) {
        return setting.invalid(invalid.getValue(), cause);
      }
    }
    return String.valueOf(error.getMessage());
  }

  /**
   * @throws SettingsException when there is any problem
   */
  void requireNoProblems() throws SettingsException {
    if (!problems.isEmpty()) {
      throw new SettingsException(problems);
    }
  }

  void problem(String problem) {
    problems.add(problem);
  }

  void requireReadable(Path file) {
    if (!Files.isReadable(file)) {
      problem("could not read file \"" + file + "\"");
    }
  }

  private @Nullable Object value(ServerSetting setting) {
    return result.commandSpec().findOption("--" + setting.key()).getValue();
  }

  @Nullable String optionalText(ServerSetting setting) {
    String text = text(setting);
    return text.isEmpty() ? null : text;
  }

  /** Returns the text of a setting; where it is empty, the default, and without one no text. */
  String text(ServerSetting setting) {
    String text = (String) value(setting);
    String otherwise = setting.defaultValue();
    return text != null && !text.isEmpty() ? text : otherwise != null ? otherwise : "";
  }

  int number(ServerSetting setting) {
    return (Integer) Objects.requireNonNull(value(setting));
  }

  boolean flag(ServerSetting setting) {
    return text(setting).equals("true");
  }

  @Nullable Long size(ServerSetting setting) {
    return (Long) value(setting);
  }

  @Nullable Path path(ServerSetting setting) {
    return (Path) value(setting);
  }

  Path path(ServerSetting setting, Path otherwise) {
    Path path = path(setting);
    return path == null ? otherwise.toAbsolutePath() : path;
  }

  /** Lists each setting that has a value, with its source; the list contains no secrets. */
  List<String> lines() {
    List<String> lines = new ArrayList<>();
    for (ServerSetting setting : ServerSetting.values()) {
      OptionSpec matched = result.matchedOption("--" + setting.key());
      ServerSettings.Value source = sources.get(setting);
      String otherwise = setting.defaultValue();
      if (matched != null) {
        String text = matched.originalStringValues().get(0);
        lines.add(setting.key() + " = " + text + "    # --" + setting.key());
      } else if (source != null) {
        lines.add(setting.key() + " = " + source.text() + "    # " + source.origin());
      } else if (otherwise != null) {
        lines.add(setting.key() + " = " + otherwise + "    # default");
      }
    }
    return lines;
  }
}

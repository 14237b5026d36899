package io.mosql.server.process;

import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * File of settings: a {@code key = value} on each line, blank lines, and comments on lines of their
 * own that begin with #. Values are literal, with surrounding blanks removed; there is no quoting.
 *
 * @param values values of known settings
 * @param problems invalid lines, each with its number
 */
record SettingsFile(Map<ServerSetting, ServerSettings.Value> values, List<String> problems) {
  /**
   * @throws SettingsException when the file cannot be read
   */
  static SettingsFile read(Path path) throws SettingsException {
    try {
      return parse(path.toString(), Files.readAllLines(path));
    } catch (MalformedInputException e) {
      throw new SettingsException(List.of(path + ": is not UTF-8"));
    } catch (IOException e) {
      throw new SettingsException(List.of("cannot read " + path + ": " + e));
    }
  }

  static SettingsFile parse(String name, List<String> lines) {
    Map<ServerSetting, ServerSettings.Value> values = new EnumMap<>(ServerSetting.class);
    List<String> problems = new ArrayList<>();
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i).strip();
      String where = name + ":" + (i + 1);
      if (line.isEmpty() || line.startsWith("#")) {
        continue;
      }
      int equals = line.indexOf('=');
      String key = equals < 0 ? line : line.substring(0, equals).strip();
      ServerSetting setting = ServerSetting.ofKey(key);
      if (equals < 0) {
        problems.add(where + ": not of the form key = value");
      } else if (setting == null) {
        problems.add(where + ": unknown setting " + key);
      } else if (values.containsKey(setting)) {
        problems.add(where + ": " + key + " is set a second time");
      } else {
        values.put(setting, new ServerSettings.Value(line.substring(equals + 1).strip(), where));
      }
    }
    return new SettingsFile(values, problems);
  }
}

package io.mosql.benchmarks.storage.step;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;

/**
 * Input of a step: named values, database URL and connection properties. Immutable; passed as
 * command line arguments {@code name=value}.
 */
public final class StepInput {
  private static final String URL = "url";
  private static final String PROPERTY = "property.";

  private final Map<String, String> values;

  private StepInput(Map<String, String> values) {
    this.values = values;
  }

  public static StepInput of(String url, Map<String, String> properties) {
    Map<String, String> values = new TreeMap<>();
    values.put(URL, url);
    properties.forEach((name, value) -> values.put(PROPERTY + name, value));
    return new StepInput(values);
  }

  static StepInput parse(List<String> arguments) {
    Map<String, String> values = new TreeMap<>();
    for (String argument : arguments) {
      int equals = argument.indexOf('=');
      values.put(argument.substring(0, equals), argument.substring(equals + 1));
    }
    return new StepInput(values);
  }

  public List<String> arguments() {
    List<String> arguments = new ArrayList<>();
    values.forEach((name, value) -> arguments.add(name + "=" + value));
    return arguments;
  }

  public StepInput with(String name, Object value) {
    Map<String, String> more = new TreeMap<>(values);
    more.put(name, value.toString());
    return new StepInput(more);
  }

  String text(String name) {
    String value = values.get(name);
    if (value == null) {
      throw new IllegalArgumentException("the step lacks its " + name);
    }
    return value;
  }

  long number(String name) {
    return Long.parseLong(text(name));
  }

  int count(String name) {
    return Integer.parseInt(text(name));
  }

  boolean flag(String name) {
    return Boolean.parseBoolean(text(name));
  }

  public Connection connect() throws SQLException {
    Properties properties = new Properties();
    values.forEach(
        (name, value) -> {
          if (name.startsWith(PROPERTY)) {
            properties.setProperty(name.substring(PROPERTY.length()), value);
          }
        });
    return DriverManager.getConnection(text(URL), properties);
  }
}

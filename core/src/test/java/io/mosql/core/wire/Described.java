package io.mosql.core.wire;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Messages as text, with their classes and the contents of their arrays: two different messages
 * have different texts.
 */
final class Described {
  private Described() {}

  static String of(@Nullable Object value) {
    if (value == null) {
      return "null";
    }
    if (value instanceof Record) {
      return ofRecord(value);
    }
    if (value instanceof byte[] bytes) {
      return "x'" + HexFormat.of().formatHex(bytes) + "'";
    }
    if (value instanceof long[] numbers) {
      return java.util.Arrays.toString(numbers);
    }
    if (value instanceof Object[] values) {
      return all("(", java.util.Arrays.asList(values), ")");
    }
    if (value instanceof List<?> values) {
      return all("[", values, "]");
    }
    if (value instanceof Map<?, ?> map) {
      List<Object> entries = new ArrayList<>();
      map.forEach((key, entry) -> entries.add(key + "=" + entry));
      return entries.toString();
    }
    if (value instanceof String text) {
      return '"' + text.replace("\\", "\\\\").replace("\n", "\\n") + '"';
    }
    if (value instanceof Enum<?> || value instanceof Boolean) {
      return value.toString();
    }
    return value.getClass().getSimpleName() + " " + value;
  }

  private static String all(String open, List<?> values, String close) {
    List<String> texts = new ArrayList<>();
    values.forEach(each -> texts.add(of(each)));
    return open + String.join(", ", texts) + close;
  }

  private static String ofRecord(Object value) {
    List<String> parts = new ArrayList<>();
    try {
      for (RecordComponent component : value.getClass().getRecordComponents()) {
        component.getAccessor().setAccessible(true);
        parts.add(component.getName() + "=" + of(component.getAccessor().invoke(value)));
      }
    } catch (IllegalAccessException | InvocationTargetException e) {
      throw new LinkageError(e.getMessage(), e);
    }
    return value.getClass().getSimpleName() + "{" + String.join(", ", parts) + "}";
  }
}

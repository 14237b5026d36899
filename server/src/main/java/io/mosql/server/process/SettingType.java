package io.mosql.server.process;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Form of a setting's value.
 *
 * @param label placeholder of the value in a usage text
 * @param converter from text; the message of its exception says what the value has to be
 */
record SettingType(String label, ITypeConverter<?> converter) {
  static final SettingType BOOL = choice("BOOL", "false", "true");
  static final SettingType DIR = path("DIR");
  static final SettingType FILE = path("FILE");
  static final SettingType SECONDS = number("SECONDS", 0, Integer.MAX_VALUE);
  static final SettingType SIZE = size(0, Long.MAX_VALUE, "a size such as 64MB");

  static SettingType text(String label) {
    return new SettingType(label, text -> text);
  }

  /** Paths are absolute after conversion; an empty text is none. */
  private static SettingType path(String label) {
    return new SettingType(label, SettingType::toPath);
  }

  private static @Nullable Path toPath(String text) {
    try {
      return text.isEmpty() ? null : Path.of(text).toAbsolutePath().normalize();
    } catch (InvalidPathException e) {
      throw expected("a path: " + e.getReason());
    }
  }

  static SettingType number(String label, int min, int max) {
    return new SettingType(
        label,
        text -> {
          try {
            int number = Integer.parseInt(text);
            if (number >= min && number <= max) {
              return number;
            }
          } catch (NumberFormatException e) {
            // The invalid number is reported below.
          }
          throw expected("a number from " + min + " to " + max);
        });
  }

  /** Sizes are numbers of bytes after conversion; an empty text is none. */
  static SettingType size(long min, long max, String form) {
    return new SettingType(
        "SIZE",
        text -> {
          if (text.isEmpty()) {
            return null;
          }
          String value = text.toUpperCase(Locale.ROOT);
          if (value.matches("[0-9]{1,9}(B|KB|MB|GB)?")) {
            long number = Long.parseLong(value.replaceAll("[A-Z]", "")) << shift(value);
            if (number >= min && number <= max) {
              return number;
            }
          }
          throw expected(form);
        });
  }

  private static int shift(String size) {
    return size.endsWith("KB") ? 10 : size.endsWith("MB") ? 20 : size.endsWith("GB") ? 30 : 0;
  }

  static SettingType choice(String label, String... choices) {
    List<String> list = List.of(choices);
    return new SettingType(
        label,
        text -> {
          String choice = text.toLowerCase(Locale.ROOT);
          if (!list.contains(choice)) {
            throw expected("one of " + String.join(", ", list));
          }
          return choice;
        });
  }

  /** This type, with the text itself after conversion. */
  SettingType checkedText() {
    return new SettingType(
        label,
        text -> {
          converter.convert(text);
          return text;
        });
  }

  private static TypeConversionException expected(String form) {
    return new TypeConversionException("expected " + form);
  }
}

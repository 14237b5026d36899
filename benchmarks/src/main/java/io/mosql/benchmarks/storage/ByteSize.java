package io.mosql.benchmarks.storage;

import java.util.Locale;
import picocli.CommandLine.ITypeConverter;

/** Parser of sizes on a command line: {@code 2g}, {@code 512m}, {@code 64k}, {@code 1000}. */
final class ByteSize implements ITypeConverter<Long> {
  @Override
  public Long convert(String text) {
    String number = text.toLowerCase(Locale.ROOT);
    int shift =
        switch (number.isEmpty() ? ' ' : number.charAt(number.length() - 1)) {
          case 'k' -> 10;
          case 'm' -> 20;
          case 'g' -> 30;
          default -> 0;
        };
    long value = Long.parseLong(shift == 0 ? number : number.substring(0, number.length() - 1));
    if (value < 1) {
      throw new IllegalArgumentException("a size is positive: " + text);
    }
    return Math.multiplyExact(value, 1L << shift);
  }
}

package io.mosql.sql.session.transaction;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The base units of settings that are amounts of time or memory. As in PostgreSQL, an amount is
 * written as a number of base units, or with a unit of its own: {@code 100ms}, {@code 1.5 GB}. It
 * is shown with the largest unit that divides it. Immutable.
 */
public enum SettingUnits {
  MILLISECONDS(1_000, Unit.OF_TIME),
  SECONDS(1_000_000, Unit.OF_TIME),
  BYTES(1, Unit.OF_MEMORY),
  KILOBYTES(1_024, Unit.OF_MEMORY),
  /** Pages of 8 kB. */
  PAGES(8_192, Unit.OF_MEMORY);

  private static final Pattern AMOUNT =
      Pattern.compile(
          "(\\+?(?:[0-9]{1,15}(?:\\.[0-9]{0,15})?|\\.[0-9]{1,15})(?:[eE][+-]?[0-9]{1,2})?)"
              + " *([a-zA-Z]*)");

  private static final BigDecimal MAX = BigDecimal.valueOf(999_999_999_999_999L);

  private final long size;

  @SuppressWarnings("ImmutableEnumChecker") // made by List.of
  private final List<Unit> units;

  /**
   * @param size of the base unit: in microseconds, or in bytes
   */
  SettingUnits(long size, List<Unit> units) {
    this.size = size;
    this.units = units;
  }

  /** A unit by its name; its size is in microseconds, or in bytes. */
  private record Unit(String name, long size) {
    private static final List<Unit> OF_TIME =
        List.of(
            new Unit("d", 86_400_000_000L),
            new Unit("h", 3_600_000_000L),
            new Unit("min", 60_000_000),
            new Unit("s", 1_000_000),
            new Unit("ms", 1_000),
            new Unit("us", 1));

    private static final List<Unit> OF_MEMORY =
        List.of(
            new Unit("TB", 1L << 40),
            new Unit("GB", 1L << 30),
            new Unit("MB", 1L << 20),
            new Unit("kB", 1L << 10),
            new Unit("B", 1));
  }

  /** The base units that a text says, rounded; null when it is no amount. */
  public @Nullable Long read(String text) {
    Matcher amount = AMOUNT.matcher(text.strip());
    if (!amount.matches()) {
      return null;
    }
    BigDecimal number = new BigDecimal(amount.group(1));
    String name = amount.group(2);
    if (!name.isEmpty()) {
      Unit unit =
          units.stream().filter(u -> u.name.equalsIgnoreCase(name)).findFirst().orElse(null);
      if (unit == null) {
        return null;
      }
      number =
          number
              .multiply(BigDecimal.valueOf(unit.size))
              .divide(BigDecimal.valueOf(size), 15, RoundingMode.HALF_EVEN);
    }
    BigDecimal rounded = number.setScale(0, RoundingMode.HALF_EVEN);
    return rounded.compareTo(MAX) > 0 ? null : rounded.longValueExact();
  }

  /** The text of an amount in base units, as SHOW returns it: {@code 1min} of 60,000 ms. */
  public String shown(long amount) {
    if (amount != 0) {
      BigDecimal exact = BigDecimal.valueOf(amount).multiply(BigDecimal.valueOf(size));
      for (Unit unit : units) {
        BigDecimal[] parts = exact.divideAndRemainder(BigDecimal.valueOf(unit.size));
        if (parts[1].signum() == 0) {
          return parts[0].toBigInteger() + unit.name;
        }
      }
    }
    return Long.toString(amount);
  }
}

package io.mosql.core.codec;

import io.mosql.core.type.Interval;
import io.mosql.core.type.Jsonb;
import io.mosql.core.type.SqlArray;
import io.mosql.core.type.SqlType;
import io.mosql.core.type.TypeKind;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Values of every type: the ones at the edges, and random ones. */
final class Samples {
  static final List<SqlType> TYPES =
      List.of(
          SqlType.BOOLEAN,
          SqlType.SMALLINT,
          SqlType.INTEGER,
          SqlType.BIGINT,
          SqlType.decimal(38, 0),
          SqlType.decimal(38, 10),
          SqlType.decimal(5, 2),
          SqlType.REAL,
          SqlType.DOUBLE,
          SqlType.charOf(20),
          SqlType.varchar(20),
          SqlType.TEXT,
          SqlType.of(TypeKind.VARBINARY),
          SqlType.DATE,
          SqlType.TIME,
          SqlType.TIMESTAMP,
          SqlType.UUID,
          SqlType.TIMESTAMPTZ,
          SqlType.INTERVAL,
          SqlType.JSONB,
          SqlType.NUMERIC,
          SqlType.arrayOf(SqlType.INTEGER),
          SqlType.arrayOf(SqlType.TEXT),
          SqlType.arrayOf(SqlType.decimal(5, 2)),
          SqlType.arrayOf(SqlType.JSONB),
          SqlType.BLOB,
          SqlType.CLOB);

  private Samples() {}

  /** Values without NULL. */
  static List<Object> values(SqlType type, Random random) {
    List<Object> values = new ArrayList<>();
    switch (type.kind()) {
      case BOOLEAN -> values.addAll(List.of(true, false));
      case SMALLINT -> values.addAll(List.of(-32768, -129, -1, 0, 1, 127, 255, 32767));
      case INTEGER, DATE -> {
        values.addAll(List.of(Integer.MIN_VALUE, -65536, -1, 0, 1, 255, 65535, Integer.MAX_VALUE));
        random.ints(20).forEach(values::add);
      }
      case BIGINT, TIME, TIMESTAMP, TIMESTAMPTZ -> {
        values.addAll(List.of(Long.MIN_VALUE, -256L, -1L, 0L, 1L, 128L, 1L << 40, Long.MAX_VALUE));
        random.longs(20).forEach(value -> values.add(value >> random.nextInt(64)));
      }
      case DECIMAL -> decimals(values, type, random);
      case NUMERIC -> numerics(values, random);
      case UUID -> uuids(values, random);
      case INTERVAL -> intervals(values, random);
      case JSONB -> documents(values, random);
      case ARRAY -> arrays(values, type.elementType(), random);
      case REAL ->
          values.addAll(
              List.of(
                  -Float.MAX_VALUE,
                  -1.5f,
                  -Float.MIN_VALUE,
                  0f,
                  -0f,
                  1e-30f,
                  1.5f,
                  Float.MAX_VALUE,
                  Float.NaN,
                  Float.NEGATIVE_INFINITY,
                  Float.POSITIVE_INFINITY));
      case DOUBLE -> {
        values.addAll(
            List.of(
                -Double.MAX_VALUE,
                -1.5,
                -Double.MIN_VALUE,
                0d,
                -0d,
                1e-300,
                1.5,
                Double.MAX_VALUE,
                Double.NaN,
                Double.NEGATIVE_INFINITY,
                Double.POSITIVE_INFINITY));
        random.doubles(20, -1e9, 1e9).forEach(values::add);
      }
      case CHAR, VARCHAR, TEXT, CLOB ->
          values.addAll(
              List.of(
                  "",
                  "\0",
                  "\0\0",
                  "\0a",
                  "a",
                  "a\0",
                  "a\0b",
                  "a\u0001",
                  "aa",
                  "ab",
                  "\u007F",
                  "\u0080",
                  "\u07FF",
                  "\u0800",
                  "\uD7FF",
                  "\uE000",
                  "\uFFFF",
                  "\uD83D\uDE00",
                  "\uD800\uDC00",
                  "a\uD83D\uDE00z"));
      case VARBINARY, BLOB -> {
        values.addAll(
            List.of(
                new byte[0],
                new byte[] {0},
                new byte[] {0, 0},
                new byte[] {0, -1},
                new byte[] {0, 1},
                new byte[] {-1},
                new byte[] {-1, -1},
                new byte[] {1}));
        for (int i = 0; i < 20; i++) {
          byte[] bytes = new byte[random.nextInt(5)];
          random.nextBytes(bytes);
          values.add(bytes);
        }
      }
    }
    return values;
  }

  private static void uuids(List<Object> values, Random random) {
    for (long high : new long[] {Long.MIN_VALUE, -1, 0, 1, Long.MAX_VALUE}) {
      for (long low : new long[] {Long.MIN_VALUE, -1, 0, 1, Long.MAX_VALUE}) {
        values.add(new UUID(high, low));
      }
    }
    values.add(new UUID(random.nextLong(), random.nextLong()));
  }

  private static void intervals(List<Object> values, Random random) {
    for (int months : new int[] {Integer.MIN_VALUE, -1, 0, 1, 13, Integer.MAX_VALUE}) {
      for (int days : new int[] {Integer.MIN_VALUE, -30, -1, 0, 30, Integer.MAX_VALUE}) {
        for (long micros : new long[] {Long.MIN_VALUE, -1, 0, 86_400_000_000L, Long.MAX_VALUE}) {
          values.add(new Interval(months, days, micros));
        }
      }
    }
    values.add(new Interval(random.nextInt(100), random.nextInt(100), random.nextLong()));
  }

  private static void documents(List<Object> values, Random random) {
    for (String text :
        List.of(
            "[]",
            "{}",
            "null",
            "true",
            "false",
            "0",
            "-0.5",
            "10",
            "1e400",
            "-1e-30",
            "\"\"",
            "\"a\\u0001\"",
            "\"ab\"",
            "[[]]",
            "[null]",
            "[1, 2]",
            "[1, 1.5]",
            "[\"a\", \"\"]",
            "{\"a\": 1}",
            "{\"b\": 0}",
            "{\"aa\": 1, \"b\": []}",
            "{\"a\": {\"x\": 1}}")) {
      values.add(Jsonb.parse(text));
    }
    for (int i = 0; i < 60; i++) {
      values.add(Jsonb.of(tree(random, 3)));
    }
  }

  /** A random document. */
  private static Object tree(Random random, int depth) {
    return switch (random.nextInt(depth > 0 ? 7 : 5)) {
      case 0 -> Jsonb.Null.NULL;
      case 1 -> random.nextBoolean();
      case 2 -> new BigDecimal(BigInteger.valueOf(random.nextInt(200) - 100), random.nextInt(4));
      case 3 -> new BigDecimal(new BigInteger(90, random), random.nextInt(40));
      case 4 ->
          random.nextInt(3) == 0
              ? "\u20ac\0x".substring(random.nextInt(3))
              : "a".repeat(random.nextInt(3));
      case 5 -> {
        List<Object> items = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
          items.add(tree(random, depth - 1));
        }
        yield items;
      }
      default -> {
        Map<String, Object> fields = new HashMap<>();
        for (int i = random.nextInt(4); i > 0; i--) {
          fields.put("kx".repeat(random.nextInt(3)) + random.nextInt(3), tree(random, depth - 1));
        }
        yield fields;
      }
    };
  }

  private static void arrays(List<Object> values, SqlType element, Random random) {
    List<Object> elements = values(element, random);
    values.add(SqlArray.empty(element));
    for (int i = 0; i < 60; i++) {
      int[] lengths = new int[1 + random.nextInt(3)];
      int[] lowers = new int[lengths.length];
      int count = 1;
      for (int k = 0; k < lengths.length; k++) {
        lengths[k] = 1 + random.nextInt(3);
        lowers[k] = random.nextInt(3) == 0 ? random.nextInt(5) - 3 : 1;
        count *= lengths[k];
      }
      Object[] items = new Object[count];
      for (int k = 0; k < count; k++) {
        // few different ones, so that arrays begin alike
        items[k] = random.nextInt(4) == 0 ? null : elements.get(random.nextInt(3));
      }
      values.add(SqlArray.of(element, lengths, lowers, items));
    }
  }

  private static void decimals(List<Object> values, SqlType type, Random random) {
    for (int bits = 0; bits < type.precision() * 3; bits += 4) {
      BigInteger edge = BigInteger.ONE.shiftLeft(bits);
      for (BigInteger unscaled :
          List.of(edge, edge.subtract(BigInteger.ONE), new BigInteger(bits + 1, random))) {
        values.add(new BigDecimal(unscaled, type.scale()));
        values.add(new BigDecimal(unscaled.negate(), type.scale()));
      }
    }
  }

  /** Of different scales; no two are equal, as keys do not contain trailing zeros. */
  private static void numerics(List<Object> values, Random random) {
    for (String number :
        List.of("0", "1.5", "-1.5", "1e900", "-1e900", "1e-900", "0.1", "0.01", "10", "100.001")) {
      BigDecimal value = new BigDecimal(number);
      values.add(value.scale() < 0 ? value.setScale(0) : value);
    }
    for (int bits = 2; bits < 800; bits += 9) {
      BigInteger unscaled = new BigInteger(bits, random).setBit(bits).setBit(0);
      BigDecimal value = new BigDecimal(unscaled, random.nextInt(900)).stripTrailingZeros();
      values.add(value);
      values.add(value.negate());
    }
  }

  /** SQL's order, NULL first: what keys must keep. */
  static int compare(@Nullable Object a, @Nullable Object b) {
    if (a == null || b == null) {
      return a == b ? 0 : a == null ? -1 : 1;
    }
    if (a instanceof byte[] x && b instanceof byte[] y) {
      return Arrays.compareUnsigned(x, y);
    }
    if (a instanceof String x && b instanceof String y) {
      return Arrays.compare(x.codePoints().toArray(), y.codePoints().toArray());
    }
    if (a instanceof Double x && b instanceof Double y) {
      return x.equals(y) || x == 0 && y == 0 ? 0 : Double.compare(x, y);
    }
    if (a instanceof Float x && b instanceof Float y) {
      return x.equals(y) || x == 0 && y == 0 ? 0 : Float.compare(x, y);
    }
    if (a instanceof UUID x && b instanceof UUID y) {
      return x.toString().compareTo(y.toString());
    }
    return compareSame(a, b);
  }

  @SuppressWarnings("unchecked")
  private static int compareSame(Object a, Object b) {
    return ((Comparable<Object>) a).compareTo(b);
  }
}

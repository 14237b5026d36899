package io.mosql.storage;

import io.mosql.core.codec.KeyReader;
import io.mosql.core.codec.KeyWriter;
import io.mosql.core.codec.RowFormat;
import io.mosql.core.type.SqlType;
import java.math.BigDecimal;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Measures the cost of writing and reading keys of three integers, and rows of ten fields like
 * those of an order line.
 *
 * <pre>
 * ./mvnw -q -pl storage -am test-compile dependency:build-classpath -Dmdep.outputFile=target/cp.txt
 * java -cp storage/target/test-classes:storage/target/classes:$(cat storage/target/cp.txt) \
 *   org.openjdk.jmh.Main CodecBenchmark
 * </pre>
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class CodecBenchmark {
  private static final SqlType[] TYPES = {
    SqlType.INTEGER,
    SqlType.INTEGER,
    SqlType.INTEGER,
    SqlType.INTEGER,
    SqlType.INTEGER,
    SqlType.TIMESTAMP,
    SqlType.decimal(6, 2),
    SqlType.INTEGER,
    SqlType.INTEGER,
    SqlType.charOf(24)
  };
  private static final int PATCHED = 6;

  private final KeyWriter writer = new KeyWriter();
  private final @Nullable Object[] values = {
    1,
    7,
    3001,
    5,
    77_123,
    1_700_000_000_000_000L,
    new BigDecimal("123.45"),
    5,
    1,
    "abcdefghijklmnopqrstuvwx"
  };
  private final byte[] key = writeKey();
  private final byte[] row = writeRow();
  private final byte[] field = RowFormat.encodeField(TYPES[PATCHED], new BigDecimal("543.21"));

  @Benchmark
  public byte[] writeKey() {
    return writer
        .reset()
        .column(SqlType.INTEGER, values[0])
        .column(SqlType.INTEGER, values[1])
        .column(SqlType.INTEGER, values[2])
        .toKey();
  }

  @Benchmark
  public int readKey() {
    KeyReader reader = new KeyReader(key);
    int sum = 0;
    while (reader.hasNext()) {
      sum += reader.column(SqlType.INTEGER, false) instanceof Integer number ? number : 0;
    }
    return sum;
  }

  @Benchmark
  public byte[] writeRow() {
    byte[][] fields = new byte[TYPES.length][];
    for (int i = 0; i < fields.length; i++) {
      fields[i] = RowFormat.encodeField(TYPES[i], values[i]);
    }
    return RowFormat.row(fields);
  }

  @Benchmark
  public @Nullable Object[] readRow() {
    Object[] decoded = new Object[TYPES.length];
    for (int i = 0; i < decoded.length; i++) {
      decoded[i] = RowFormat.decode(row, i, TYPES[i]);
    }
    return decoded;
  }

  @Benchmark
  public @Nullable Object readOneField() {
    return RowFormat.decode(row, PATCHED, TYPES[PATCHED]);
  }

  @Benchmark
  public byte[] patchOneField() {
    return RowFormat.withFields(row, new int[] {PATCHED}, new byte[][] {field});
  }
}

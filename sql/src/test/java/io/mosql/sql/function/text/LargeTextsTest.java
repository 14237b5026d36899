package io.mosql.sql.function.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.core.port.Interrupts;
import io.mosql.sql.exec.runtime.HeapGuard;
import io.mosql.sql.function.FunctionTable;
import io.mosql.sql.function.define.ScalarFunction;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests that functions announce the memory that they allocate. They may allocate three times as
 * much in total, because buffers that have grown are garbage.
 */
final class LargeTextsTest {
  private static final String LATIN = "ab".repeat(1_000_000);
  private static final String EURO = "\u20ac".repeat(1_000_000);
  private static final String SHARP = "\u00df".repeat(300_000);

  /** Bytes for small objects of a call. */
  private static final long SMALL = 1 << 20;

  static Stream<Arguments> calls() {
    return Stream.of(
        of("lpad", () -> CodePoints.pad("a", 2_000_000, "\u20ac", true)),
        of("lpad", () -> CodePoints.pad("a", 2_000_000, "xyz", true)),
        of("rpad", () -> CodePoints.pad("\u20ac", 2_000_000, "xyz", false)),
        of("upper", () -> CodePoints.upper(LATIN)),
        of("upper", () -> CodePoints.upper(SHARP)),
        of("lower", () -> CodePoints.lower(EURO)),
        of("initcap", () -> CodePoints.initCap(EURO)),
        of("overlay", () -> CodePoints.overlay(LATIN, EURO, 5, 0)),
        call("SPACE", 4_000_000),
        call("CONCAT", LATIN, EURO, LATIN),
        call("CONCAT_WS", "\u20ac", LATIN, LATIN, LATIN),
        call("REGEXP_REPLACE", LATIN, "(a)(b)", "\\2\\1\\2\\1", "g"),
        call("NORMALIZE", "\ufdfa".repeat(100_000), "NFKD"),
        call("ENCODE", LATIN.getBytes(StandardCharsets.UTF_8), "hex"),
        call("ENCODE", LATIN.getBytes(StandardCharsets.UTF_8), "base64"),
        call("ENCODE", LATIN.getBytes(StandardCharsets.UTF_8), "escape"),
        call("QUOTE_LITERAL", "'".repeat(1_000_000)),
        call("FORMAT", "%s%s", LATIN, EURO));
  }

  private static Arguments of(String name, Supplier<?> call) {
    return Arguments.of(name, call);
  }

  private static Arguments call(String name, Object... values) {
    ScalarFunction function =
        Objects.requireNonNull(FunctionTable.find(name), "there is no function " + name);
    return of(name, () -> function.apply(values, null));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("calls")
  void announceWhatTheyAllocate(String name, Supplier<?> call) {
    Assumptions.assumeTrue(HeapGuard.bytesAllocatedByThread() > 0);
    // The first call loads classes and tables.
    assertThat(call.get()).as(name).isNotNull();
    AtomicLong announced = new AtomicLong();
    Interrupts.Memory counted =
        bytes -> {
          announced.addAndGet(bytes);
          return true;
        };
    Interrupts before = new Interrupts(() -> false, counted).begin();
    long start = HeapGuard.bytesAllocatedByThread();
    try {
      call.get();
    } finally {
      Interrupts.end(before);
    }
    assertThat(HeapGuard.bytesAllocatedByThread() - start).isLessThan(3 * announced.get() + SMALL);
  }
}

package io.mosql.sql.planner.error;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.sql.error.SqlErrorMessage;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.calcite.runtime.CalciteException;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.util.Util;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests that failures inside Calcite are reported as not supported, and other failures are not. */
final class UnsupportedStatementExceptionTest {
  private static final SqlParserPos AT = new SqlParserPos(1, 8);

  @Test
  void whatGoesWellComesBack() {
    assertThat(UnsupportedStatementException.guard(() -> 5, () -> AT)).isEqualTo(5);
  }

  @Test
  void aFailureOfCalciteIsNotSupported() {
    Throwable thrown = thrown(UnsupportedStatementExceptionTest::unexpected);

    assertThat(thrown).isInstanceOf(UnsupportedStatementException.class);
    MosqlException error = PlanErrors.translate(thrown, "SELECT x");
    assertThat(error.state()).isEqualTo(SqlState.FEATURE_NOT_SUPPORTED);
    assertThat(error.position()).isEqualTo(8);
    assertThat(error).hasCauseInstanceOf(AssertionError.class);
    // the message contains a class name
    assertThat(error)
        .hasMessage("the statement is not understood: a part of it cannot stand where it does");
  }

  @Test
  void itsWordsAreToldWhereTheyAreNotOfItsInside() {
    Throwable thrown =
        thrown(() -> ofCalcite(new AssertionError("not a query: ROW(1)\nof which more is known")));

    assertThat(thrown).hasMessage("the statement is not understood: not a query: ROW(1)");
  }

  @Test
  void onlyWhatWasThrownFirstCounts() {
    Throwable within = catchThrowable(UnsupportedStatementExceptionTest::unexpected);

    assertThat(thrown(() -> fail(new IllegalStateException("while converting", within))))
        .isInstanceOf(UnsupportedStatementException.class);
    assertThat(thrown(() -> ofCalcite(new IllegalStateException(new IllegalStateException()))))
        .isNotInstanceOf(UnsupportedStatementException.class);
  }

  @Test
  void whatTheJvmThrowsWithoutAStackWasThrownOften() {
    NullPointerException bare = new NullPointerException();
    bare.setStackTrace(new StackTraceElement[0]);

    assertThat(thrown(() -> fail(bare))).isInstanceOf(UnsupportedStatementException.class);
  }

  static Stream<Throwable> deliberate() {
    return Stream.of(
        new MosqlException(SqlState.QUERY_CANCELED, "the statement was cancelled"),
        new IllegalStateException(new MosqlException(SqlState.QUERY_CANCELED, "cancelled")),
        PlanErrors.at(SqlErrorMessage.ROW_LENGTHS_DIFFER, AT),
        new CalciteException("Column 'x' not found", null),
        new IllegalStateException(new StackOverflowError()),
        new IllegalStateException(new ArithmeticException("/ by zero")),
        new NumberFormatException("x"),
        new AssertionError("Conversion to relational algebra failed to preserve datatypes:\n.."));
  }

  @ParameterizedTest
  @MethodSource("deliberate")
  void deliberateExceptionsAreNotTranslated(Throwable deliberate) {
    assertThat(thrown(() -> ofCalcite(deliberate))).isSameAs(deliberate);
  }

  @Test
  void aFaultOfOursStaysOne() {
    assertThat(thrown(() -> fail(new IllegalStateException("ours"))))
        .isInstanceOf(IllegalStateException.class);
    assertThat(thrown(() -> List.of().get(0))).isInstanceOf(IndexOutOfBoundsException.class);
  }

  private static Throwable thrown(Supplier<Object> work) {
    return catchThrowable(() -> UnsupportedStatementException.guard(work, () -> AT));
  }

  private static Object unexpected() {
    throw Util.unexpected(SqlKind.MOD);
  }

  /** Throws the exception with a stack trace from Calcite. */
  private static Object ofCalcite(Throwable thrown) {
    Throwable model = catchThrowable(UnsupportedStatementExceptionTest::unexpected);
    thrown.setStackTrace(model.getStackTrace());
    return fail(thrown);
  }

  private static Object fail(Throwable thrown) {
    if (thrown instanceof Error error) {
      throw error;
    }
    throw (RuntimeException) thrown;
  }
}

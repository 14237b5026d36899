package io.mosql.jdbc;

import io.mosql.core.error.SqlState;
import io.mosql.core.session.ParameterInfo;
import io.mosql.core.type.TypeKind;
import io.mosql.jdbc.base.SqlErrors;
import io.mosql.jdbc.conversion.JdbcTypes;
import io.mosql.jdbc.conversion.ParameterConversions;
import io.mosql.jdbc.conversion.TemporalConversions;
import java.math.BigDecimal;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Date;
import java.sql.NClob;
import java.sql.SQLException;
import java.sql.SQLType;
import java.sql.Time;
import java.sql.Timestamp;
import java.util.Arrays;
import java.util.Calendar;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The setters of parameter values. Values stay bound from one execution to the next. The engine
 * coerces them to the parameters' types; this class only converts the classes of java.sql, and
 * dates and times to text, which the engine cannot do.
 */
abstract class ValueParameterStatement extends StreamParameterStatement {
  private static final Object UNSET = new Object();

  private final TypeKind[] kinds;
  private final @Nullable Object[] values;

  ValueParameterStatement(
      MosqlConnection connection, boolean scrollable, List<ParameterInfo> parameters) {
    super(connection, scrollable);
    kinds = new TypeKind[parameters.size()];
    for (int i = 0; i < kinds.length; i++) {
      kinds[i] = parameters.get(i).type().kind();
    }
    values = new @Nullable Object[kinds.length];
    Arrays.fill(values, UNSET);
  }

  /** All bound values, in an array that is reused. 07001 when one is missing. */
  final @Nullable Object[] bound() throws SQLException {
    for (int i = 0; i < values.length; i++) {
      if (values[i] == UNSET) {
        throw SqlErrors.of(
            SqlState.WRONG_PARAMETER_COUNT, "Parameter number " + (i + 1) + " is not set");
      }
    }
    return values;
  }

  @Override
  public final void clearParameters() throws SQLException {
    checkOpen();
    Arrays.fill(values, UNSET);
  }

  @Override
  final void set(int index, @Nullable Object value) throws SQLException {
    check(index);
    values[index - 1] = value;
  }

  private void check(int index) throws SQLException {
    if (index < 1 || index > values.length) {
      throw SqlErrors.of(
          SqlState.WRONG_PARAMETER_COUNT,
          "The statement has "
              + values.length
              + " parameters; there is no parameter number "
              + index);
    }
    if (isClosed()) {
      checkOpen();
    }
  }

  private TypeKind kind(int index) throws SQLException {
    check(index);
    return kinds[index - 1];
  }

  @Override
  public final void setNull(int index, int sqlType) throws SQLException {
    set(index, null);
  }

  @Override
  public final void setNull(int index, int sqlType, @Nullable String typeName) throws SQLException {
    set(index, null);
  }

  @Override
  public final void setBoolean(int index, boolean x) throws SQLException {
    set(index, x);
  }

  @Override
  public final void setByte(int index, byte x) throws SQLException {
    set(index, (int) x);
  }

  @Override
  public final void setShort(int index, short x) throws SQLException {
    set(index, (int) x);
  }

  @Override
  public final void setInt(int index, int x) throws SQLException {
    set(index, x);
  }

  @Override
  public final void setLong(int index, long x) throws SQLException {
    set(index, x);
  }

  @Override
  public final void setFloat(int index, float x) throws SQLException {
    set(index, x);
  }

  @Override
  public final void setDouble(int index, double x) throws SQLException {
    set(index, x);
  }

  @Override
  public final void setBigDecimal(int index, @Nullable BigDecimal x) throws SQLException {
    set(index, x);
  }

  @Override
  public final void setString(int index, @Nullable String x) throws SQLException {
    set(index, x);
  }

  @Override
  public final void setNString(int index, @Nullable String x) throws SQLException {
    set(index, x);
  }

  @Override
  public final void setBytes(int index, byte @Nullable [] x) throws SQLException {
    set(index, x == null ? null : x.clone());
  }

  @Override
  public final void setDate(int index, @Nullable Date x) throws SQLException {
    setDate(index, x, null);
  }

  @Override
  public final void setDate(int index, @Nullable Date x, @Nullable Calendar calendar)
      throws SQLException {
    setTemporal(index, x == null ? null : TemporalConversions.localDate(x, calendar));
  }

  @Override
  public final void setTime(int index, @Nullable Time x) throws SQLException {
    setTime(index, x, null);
  }

  @Override
  public final void setTime(int index, @Nullable Time x, @Nullable Calendar calendar)
      throws SQLException {
    setTemporal(index, x == null ? null : TemporalConversions.localTime(x, calendar));
  }

  @Override
  public final void setTimestamp(int index, @Nullable Timestamp x) throws SQLException {
    setTimestamp(index, x, null);
  }

  @Override
  public final void setTimestamp(int index, @Nullable Timestamp x, @Nullable Calendar calendar)
      throws SQLException {
    if (x != null && kind(index) == TypeKind.TIMESTAMPTZ) {
      set(index, TemporalConversions.moment(x));
    } else {
      setTemporal(index, x == null ? null : TemporalConversions.localDateTime(x, calendar));
    }
  }

  /**
   * Binds a date or time of the java.sql classes, converted to the type of the parameter in the
   * statement.
   */
  private void setTemporal(int index, @Nullable Object value) throws SQLException {
    set(index, value == null ? null : ParameterConversions.coerce(value, kind(index)));
  }

  @Override
  public final void setBlob(int index, @Nullable Blob x) throws SQLException {
    setObject(index, x);
  }

  @Override
  public final void setClob(int index, @Nullable Clob x) throws SQLException {
    setObject(index, x);
  }

  @Override
  public final void setNClob(int index, @Nullable NClob x) throws SQLException {
    setObject(index, x);
  }

  @Override
  public final void setObject(int index, @Nullable Object x) throws SQLException {
    Object moment =
        x != null && kind(index) == TypeKind.TIMESTAMPTZ ? TemporalConversions.moment(x) : null;
    if (x instanceof Number number) {
      set(index, ParameterConversions.number(number));
    } else if (moment != null) {
      set(index, moment);
    } else if (x instanceof java.util.Date || x instanceof Calendar) {
      setTemporal(index, ParameterConversions.of(x));
    } else {
      set(index, x == null ? null : ParameterConversions.of(x));
    }
  }

  @Override
  public final void setObject(int index, @Nullable Object x, int targetSqlType)
      throws SQLException {
    setObject(index, x, targetSqlType, ParameterConversions.NO_SCALE);
  }

  @Override
  public final void setObject(int index, @Nullable Object x, int targetSqlType, int scaleOrLength)
      throws SQLException {
    if (!JdbcTypes.isKnownCode(targetSqlType)) {
      throw SqlErrors.unsupportedProbe("The target type of setObject");
    }
    boolean moment =
        x != null && kind(index) == TypeKind.TIMESTAMPTZ && TemporalConversions.moment(x) != null;
    setObject(
        index,
        x == null || moment ? x : ParameterConversions.convert(x, targetSqlType, scaleOrLength));
  }

  @Override
  public final void setObject(int index, @Nullable Object x, SQLType targetSqlType)
      throws SQLException {
    setObject(index, x, targetSqlType.getVendorTypeNumber());
  }

  @Override
  public final void setObject(
      int index, @Nullable Object x, SQLType targetSqlType, int scaleOrLength) throws SQLException {
    setObject(index, x, targetSqlType.getVendorTypeNumber(), scaleOrLength);
  }
}

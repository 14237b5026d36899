package io.mosql.jdbc;

import io.mosql.core.error.MosqlException;
import io.mosql.core.lexer.StatementSplitter.Piece;
import io.mosql.core.session.BatchFailure;
import io.mosql.core.session.ColumnInfo;
import io.mosql.core.session.ParameterInfo;
import io.mosql.core.session.PreparedStatementHandle;
import io.mosql.core.session.Session;
import io.mosql.core.session.StatementResult;
import io.mosql.core.session.StatementResult.Rows;
import io.mosql.core.session.StatementResult.Update;
import io.mosql.core.type.JdbcTypes;
import io.mosql.core.type.TypeKind;
import io.mosql.jdbc.base.BatchErrors;
import io.mosql.jdbc.base.DriverErrorMessage;
import io.mosql.jdbc.base.SqlErrors;
import io.mosql.jdbc.conversion.ParameterConversions;
import io.mosql.jdbc.conversion.ParameterStreamReader;
import io.mosql.jdbc.conversion.TemporalConversions;
import io.mosql.jdbc.metadata.MosqlParameterMetaData;
import io.mosql.jdbc.result.MosqlResultSetMetaData;
import io.mosql.jdbc.result.ResultShape;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.math.BigDecimal;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.sql.Array;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Date;
import java.sql.NClob;
import java.sql.ParameterMetaData;
import java.sql.PreparedStatement;
import java.sql.Ref;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.RowId;
import java.sql.SQLException;
import java.sql.SQLType;
import java.sql.SQLXML;
import java.sql.Time;
import java.sql.Timestamp;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Calendar;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A statement planned once and executed many times. One execution costs one acquisition of the
 * session lock and a result set, without look-ups by name.
 *
 * <p>Values stay bound from one execution to the next. The engine coerces them to the parameters'
 * types; a setter only reads streams, to their end and at once, and converts the classes of
 * java.sql, and dates and times to text, which the engine cannot do.
 */
class MosqlPreparedStatement extends MosqlStatement implements PreparedStatement {
  private static final Object UNSET = new Object();

  /** The statement, or the first one of several. */
  private final PreparedStatementHandle handle;

  /** All statements of the text, when there are several; else empty. */
  private final List<PreparedStep> sequence;

  private final boolean returnsRows;
  private final @Nullable List<String> keyColumns;
  private ResultShape shape;

  /** Columns of the last execution, for which the cached shape is valid. */
  private List<ColumnInfo> lastColumns;

  /** Number of parameters before the first one that is bound: the value of a call. */
  private final int outputs;

  private final TypeKind[] kinds;
  private final List<ParameterInfo> parameters;
  private final @Nullable Object[] values;
  private @Nullable List<@Nullable Object[]> tuples;

  MosqlPreparedStatement(
      MosqlConnection connection,
      List<Piece> texts,
      List<PreparedStatementHandle> handles,
      ResultSetMode mode,
      @Nullable List<String> keyColumns) {
    this(connection, texts, handles, mode, keyColumns, 0);
  }

  /**
   * @param texts the statements of the text
   * @param handles one for each of them
   * @param outputs number of parameters before the first one of the statements
   */
  MosqlPreparedStatement(
      MosqlConnection connection,
      List<Piece> texts,
      List<PreparedStatementHandle> handles,
      ResultSetMode mode,
      @Nullable List<String> keyColumns,
      int outputs) {
    super(connection, mode);
    this.outputs = outputs;
    this.handle = handles.get(0);
    this.returnsRows = handle.returnsRows();
    this.keyColumns = keyColumns;
    this.lastColumns = List.of();
    this.shape = new ResultShape(lastColumns);
    this.sequence = handles.size() == 1 ? List.of() : steps(texts, handles);
    this.parameters =
        sequence.isEmpty()
            ? handle.parameters()
            : handles.stream().flatMap(each -> each.parameters().stream()).toList();
    this.kinds = new TypeKind[parameters.size()];
    for (int i = 0; i < kinds.length; i++) {
      kinds[i] = parameters.get(i).type().kind();
    }
    this.values = new @Nullable Object[kinds.length];
    Arrays.fill(values, UNSET);
  }

  private List<PreparedStep> steps(List<Piece> texts, List<PreparedStatementHandle> handles) {
    List<PreparedStep> steps = new ArrayList<>();
    int from = 0;
    for (int i = 0; i < handles.size(); i++) {
      steps.add(new PreparedStep(texts.get(i), handles.get(i), from));
      from += handles.get(i).parameters().size();
    }
    return List.copyOf(steps);
  }

  /** One statement of several, with its part of the values. */
  private final class PreparedStep implements StatementSequence.Step {
    private final Piece text;
    private final PreparedStatementHandle handle;
    private final int from;

    PreparedStep(Piece text, PreparedStatementHandle handle, int from) {
      this.text = text;
      this.handle = handle;
      this.from = from;
    }

    @Override
    public boolean beginsTransaction() {
      return text.beginsTransaction();
    }

    @Override
    public StatementResult execute(Session session) throws SQLException {
      writeStreams(session, values);
      @Nullable Object[] bound =
          Arrays.copyOfRange(values, from, from + handle.parameters().size());
      try {
        return StatementSequence.buffered(session.execute(handle, bound, options(keyColumns)));
      } catch (MosqlException e) {
        throw e.inTextAt(text.start());
      }
    }
  }

  @Override
  public ResultSet executeQuery() throws SQLException {
    run(ExpectedResult.ROWS);
    return currentResult();
  }

  @Override
  public long executeLargeUpdate() throws SQLException {
    run(ExpectedResult.COUNT);
    return getLargeUpdateCount();
  }

  @Override
  public int executeUpdate() throws SQLException {
    return BatchErrors.narrow(executeLargeUpdate());
  }

  @Override
  public boolean execute() throws SQLException {
    return run(ExpectedResult.ANYTHING);
  }

  private boolean run(ExpectedResult expect) throws SQLException {
    begin();
    if (sequence.isEmpty()) {
      check(expect, returnsRows);
      return run(bound());
    }
    if (expect == ExpectedResult.ROWS) {
      throw DriverErrorMessage.SEVERAL_STATEMENTS.sqlException();
    }
    for (PreparedStep step : sequence) {
      check(expect, step.handle.returnsRows());
    }
    bound();
    return showAll(runSequence(sequence));
  }

  private boolean run(@Nullable Object[] parameters) throws SQLException {
    SessionLock gate = sessionLock();
    Session session = gate.acquire(this);
    try {
      writeStreams(session, parameters);
      StatementResult outcome = session.execute(handle, parameters, options(keyColumns));
      addWarnings(session);
      if (outcome instanceof Rows rows) {
        show(rows, shapeOf(rows.columns()), handle.sql());
        return true;
      }
      show((Update) outcome);
      return false;
    } catch (RuntimeException | Error e) {
      throw failure(e);
    } finally {
      gate.release();
    }
  }

  /** Writes the streams of parameters as large objects, which take their place. */
  private void writeStreams(Session session, @Nullable Object[] parameters) throws SQLException {
    for (int i = 0; i < parameters.length; i++) {
      if (parameters[i] instanceof StreamParameter stream) {
        parameters[i] = stream.write(session, transferCheck());
      }
    }
  }

  private ResultShape shapeOf(List<ColumnInfo> columns) {
    if (columns != lastColumns) {
      lastColumns = columns;
      if (!shape.describes(columns)) {
        shape = new ResultShape(columns);
      }
    }
    return shape;
  }

  @Override
  public void addBatch() throws SQLException {
    checkOpen();
    if (!sequence.isEmpty()) {
      throw severalInBatch();
    }
    if (tuples == null) {
      tuples = new ArrayList<>();
    }
    tuples.add(bound().clone());
  }

  @Override
  public void clearBatch() throws SQLException {
    checkOpen();
    tuples = null;
  }

  @Override
  public long[] executeLargeBatch() throws SQLException {
    begin();
    List<@Nullable Object[]> batch = tuples;
    tuples = null;
    if (batch == null) {
      return new long[0];
    }
    check(ExpectedResult.COUNT, returnsRows);
    return keyColumns == null ? runBatch(batch) : runForKeys(batch);
  }

  private long[] runBatch(List<@Nullable Object[]> batch) throws SQLException {
    SessionLock gate = sessionLock();
    Session session = gate.acquire(this);
    boolean single = false;
    try {
      single = MosqlConnection.commitsEachStatement(session);
      for (@Nullable Object[] tuple : batch) {
        writeStreams(session, tuple);
      }
      long[] counts = session.executeBatch(handle, batch, options(null));
      addWarnings(session);
      return counts;
    } catch (BatchFailure e) {
      long[] counts = new long[batch.size()];
      long[] done = e.updateCounts();
      System.arraycopy(done, 0, counts, 0, done.length);
      throw BatchErrors.of(failure(e.failure()), counts, done.length, single);
    } catch (RuntimeException | Error e) {
      throw BatchErrors.of(failure(e), new long[batch.size()], 0, single);
    } finally {
      gate.release();
    }
  }

  /**
   * Executes the batch one by one, since a batch of the engine returns counts but no generated
   * keys.
   */
  private long[] runForKeys(List<@Nullable Object[]> batch) throws SQLException {
    List<@Nullable Object[]> keys = new ArrayList<>();
    List<List<ColumnInfo>> columns = new ArrayList<>(1);
    long[] counts =
        runAtOnce(
            batch.size(),
            i -> {
              run(batch.get(i));
              Update update = shownUpdate();
              keys.addAll(update.generatedKeys());
              if (columns.isEmpty()) {
                columns.add(update.keyColumns());
              }
              return update.updateCount();
            });
    showKeys(columns.isEmpty() ? List.of() : columns.get(0), keys);
    return counts;
  }

  @Override
  public @Nullable ResultSetMetaData getMetaData() throws SQLException {
    checkOpen();
    if (!returnsRows) {
      return null;
    }
    List<ColumnInfo> columns = lastColumns;
    try {
      if (columns.isEmpty()) {
        columns = handle.columns();
      }
    } catch (RuntimeException e) {
      throw SqlErrors.of(e);
    }
    return new MosqlResultSetMetaData(columns, connection().getCatalog());
  }

  @Override
  public ParameterMetaData getParameterMetaData() throws SQLException {
    checkOpen();
    if (outputs == 0) {
      return new MosqlParameterMetaData(parameters, 0);
    }
    List<ParameterInfo> all = new ArrayList<>();
    try {
      for (int i = 0; i < outputs; i++) {
        all.add(new ParameterInfo(handle.columns().get(i).type(), true));
      }
    } catch (RuntimeException e) {
      throw SqlErrors.of(e);
    }
    all.addAll(parameters);
    return new MosqlParameterMetaData(all, outputs);
  }

  @Override
  void checkTextAllowed() throws SQLException {
    throw DriverErrorMessage.TEXT_OF_PREPARED_STATEMENT.sqlException();
  }

  @Override
  void release() throws SQLException {
    if (sessionLock().isClosed()) {
      return;
    }
    if (sequence.isEmpty()) {
      closeHandle(handle);
    }
    for (PreparedStep step : sequence) {
      closeHandle(step.handle);
    }
  }

  // ---- parameters ----

  /** All bound values, in an array that is reused. 07001 when one is missing. */
  private @Nullable Object[] bound() throws SQLException {
    for (int i = 0; i < values.length; i++) {
      if (values[i] == UNSET) {
        throw DriverErrorMessage.PARAMETER_NOT_SET.sqlException(i + 1 + outputs);
      }
    }
    return values;
  }

  @Override
  public void clearParameters() throws SQLException {
    checkOpen();
    Arrays.fill(values, UNSET);
  }

  /** Binds a value that the engine accepts without conversion. */
  private void set(int index, @Nullable Object value) throws SQLException {
    int slot = slot(index);
    values[slot] = value instanceof String text ? ParameterConversions.encodable(text) : value;
  }

  /** The zero-based position of a parameter among the values. */
  private int slot(int index) throws SQLException {
    int slot = index - 1 - outputs;
    if (slot < 0 || slot >= values.length) {
      throw index >= 1 && index <= outputs
          ? DriverErrorMessage.OUTPUT_PARAMETER_SET.sqlException(index)
          : DriverErrorMessage.INVALID_PARAMETER_NUMBER.sqlException(
              index, values.length + outputs);
    }
    if (isClosed()) {
      checkOpen();
    }
    return slot;
  }

  private TypeKind kind(int index) throws SQLException {
    return kinds[slot(index)];
  }

  @Override
  public void setNull(int index, int sqlType) throws SQLException {
    set(index, null);
  }

  @Override
  public void setNull(int index, int sqlType, @Nullable String typeName) throws SQLException {
    set(index, null);
  }

  @Override
  public void setBoolean(int index, boolean x) throws SQLException {
    set(index, x);
  }

  @Override
  public void setByte(int index, byte x) throws SQLException {
    set(index, (int) x);
  }

  @Override
  public void setShort(int index, short x) throws SQLException {
    set(index, (int) x);
  }

  @Override
  public void setInt(int index, int x) throws SQLException {
    set(index, x);
  }

  @Override
  public void setLong(int index, long x) throws SQLException {
    set(index, x);
  }

  @Override
  public void setFloat(int index, float x) throws SQLException {
    set(index, x);
  }

  @Override
  public void setDouble(int index, double x) throws SQLException {
    set(index, x);
  }

  @Override
  public void setBigDecimal(int index, @Nullable BigDecimal x) throws SQLException {
    set(index, x);
  }

  @Override
  public void setString(int index, @Nullable String x) throws SQLException {
    set(index, x);
  }

  @Override
  public void setNString(int index, @Nullable String x) throws SQLException {
    set(index, x);
  }

  @Override
  public void setBytes(int index, byte @Nullable [] x) throws SQLException {
    set(index, x == null ? null : x.clone());
  }

  @Override
  public void setDate(int index, @Nullable Date x) throws SQLException {
    setDate(index, x, null);
  }

  @Override
  public void setDate(int index, @Nullable Date x, @Nullable Calendar calendar)
      throws SQLException {
    setTemporal(index, x == null ? null : TemporalConversions.localDate(x, calendar));
  }

  @Override
  public void setTime(int index, @Nullable Time x) throws SQLException {
    setTime(index, x, null);
  }

  @Override
  public void setTime(int index, @Nullable Time x, @Nullable Calendar calendar)
      throws SQLException {
    setTemporal(index, x == null ? null : TemporalConversions.localTime(x, calendar));
  }

  @Override
  public void setTimestamp(int index, @Nullable Timestamp x) throws SQLException {
    setTimestamp(index, x, null);
  }

  @Override
  public void setTimestamp(int index, @Nullable Timestamp x, @Nullable Calendar calendar)
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
  public void setBlob(int index, @Nullable Blob x) throws SQLException {
    setObject(index, x);
  }

  @Override
  public void setClob(int index, @Nullable Clob x) throws SQLException {
    setObject(index, x);
  }

  @Override
  public void setNClob(int index, @Nullable NClob x) throws SQLException {
    setObject(index, x);
  }

  @Override
  public void setObject(int index, @Nullable Object x) throws SQLException {
    Object moment =
        x != null && kind(index) == TypeKind.TIMESTAMPTZ ? TemporalConversions.moment(x) : null;
    Object large = largeOf(index, x);
    if (x != null && ParameterConversions.isArray(x)) {
      set(index, MosqlArray.valueOf(x, connection()));
    } else if (large != null) {
      set(index, large);
    } else if (x instanceof Number number) {
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
  public void setObject(int index, @Nullable Object x, int targetSqlType) throws SQLException {
    setObject(index, x, targetSqlType, ParameterConversions.NO_SCALE);
  }

  @Override
  public void setObject(int index, @Nullable Object x, int targetSqlType, int scaleOrLength)
      throws SQLException {
    if (!JdbcTypes.isKnownCode(targetSqlType)) {
      throw DriverErrorMessage.OPTIONAL_FEATURE_NOT_SUPPORTED.sqlException(
          "the target type of setObject");
    }
    boolean moment =
        x != null && kind(index) == TypeKind.TIMESTAMPTZ && TemporalConversions.moment(x) != null;
    Object large = largeOf(index, x);
    if (large != null) {
      set(index, large);
    } else {
      setObject(
          index,
          x == null || moment || ParameterConversions.isArray(x)
              ? x
              : ParameterConversions.convert(x, targetSqlType, scaleOrLength));
    }
  }

  @Override
  public void setObject(int index, @Nullable Object x, SQLType targetSqlType) throws SQLException {
    setObject(index, x, targetSqlType.getVendorTypeNumber());
  }

  @Override
  public void setObject(int index, @Nullable Object x, SQLType targetSqlType, int scaleOrLength)
      throws SQLException {
    setObject(index, x, targetSqlType.getVendorTypeNumber(), scaleOrLength);
  }

  // ---- streams, and types that do not exist ----

  /** The value of a stream: for a BLOB parameter of a session that has them, a large object. */
  private Object bytesOf(int index, InputStream stream, long length) throws SQLException {
    return isLarge(index, TypeKind.BLOB)
        ? StreamParameter.bytes(stream, length)
        : ParameterStreamReader.bytes(stream, length);
  }

  private Object textOf(int index, Reader reader, long length) throws SQLException {
    return isLarge(index, TypeKind.CLOB)
        ? StreamParameter.text(reader, length)
        : ParameterStreamReader.text(reader, length);
  }

  private Object asciiOf(int index, InputStream stream, long length) throws SQLException {
    return isLarge(index, TypeKind.CLOB)
        ? StreamParameter.text(new InputStreamReader(stream, StandardCharsets.US_ASCII), length)
        : ParameterStreamReader.ascii(stream, length);
  }

  private boolean isLarge(int index, TypeKind kind) throws SQLException {
    return kind(index) == kind && sessionLock().hasLargeObjects();
  }

  /** The value of a Blob, Clob, stream or reader of a parameter of that type; null for others. */
  private @Nullable Object largeOf(int index, @Nullable Object x) throws SQLException {
    if (x instanceof InputStream stream && isLarge(index, TypeKind.BLOB)) {
      return StreamParameter.bytes(stream, ParameterStreamReader.ALL);
    }
    if (x instanceof Reader reader && isLarge(index, TypeKind.CLOB)) {
      return StreamParameter.text(reader, ParameterStreamReader.ALL);
    }
    if (x instanceof Blob blob && isLarge(index, TypeKind.BLOB)) {
      StoredContent stored = blob instanceof StoredBlob own ? own.stored() : null;
      return stored != null && stored.isOf(sessionLock())
          ? stored.object()
          : StreamParameter.bytes(blob.getBinaryStream(), blob.length());
    }
    if (x instanceof Clob clob && isLarge(index, TypeKind.CLOB)) {
      StoredContent stored = clob instanceof StoredClob own ? own.stored() : null;
      return stored != null && stored.isOf(sessionLock())
          ? stored.object()
          : StreamParameter.text(clob.getCharacterStream(), clob.length());
    }
    return null;
  }

  @Override
  public void setAsciiStream(int index, @Nullable InputStream x) throws SQLException {
    set(index, x == null ? null : asciiOf(index, x, ParameterStreamReader.ALL));
  }

  @Override
  public void setAsciiStream(int index, @Nullable InputStream x, int length) throws SQLException {
    set(index, x == null ? null : asciiOf(index, x, length));
  }

  @Override
  public void setAsciiStream(int index, @Nullable InputStream x, long length) throws SQLException {
    set(index, x == null ? null : asciiOf(index, x, length));
  }

  @Override
  public void setBinaryStream(int index, @Nullable InputStream x) throws SQLException {
    set(index, x == null ? null : bytesOf(index, x, ParameterStreamReader.ALL));
  }

  @Override
  public void setBinaryStream(int index, @Nullable InputStream x, int length) throws SQLException {
    set(index, x == null ? null : bytesOf(index, x, length));
  }

  @Override
  public void setBinaryStream(int index, @Nullable InputStream x, long length) throws SQLException {
    set(index, x == null ? null : bytesOf(index, x, length));
  }

  @Override
  public void setCharacterStream(int index, @Nullable Reader x) throws SQLException {
    set(index, x == null ? null : textOf(index, x, ParameterStreamReader.ALL));
  }

  @Override
  public void setCharacterStream(int index, @Nullable Reader x, int length) throws SQLException {
    set(index, x == null ? null : textOf(index, x, length));
  }

  @Override
  public void setCharacterStream(int index, @Nullable Reader x, long length) throws SQLException {
    set(index, x == null ? null : textOf(index, x, length));
  }

  @Override
  public void setNCharacterStream(int index, @Nullable Reader x) throws SQLException {
    set(index, x == null ? null : textOf(index, x, ParameterStreamReader.ALL));
  }

  @Override
  public void setNCharacterStream(int index, @Nullable Reader x, long length) throws SQLException {
    set(index, x == null ? null : textOf(index, x, length));
  }

  @Override
  public void setClob(int index, @Nullable Reader x) throws SQLException {
    set(index, x == null ? null : textOf(index, x, ParameterStreamReader.ALL));
  }

  @Override
  public void setClob(int index, @Nullable Reader x, long length) throws SQLException {
    set(index, x == null ? null : textOf(index, x, length));
  }

  @Override
  public void setNClob(int index, @Nullable Reader x) throws SQLException {
    set(index, x == null ? null : textOf(index, x, ParameterStreamReader.ALL));
  }

  @Override
  public void setNClob(int index, @Nullable Reader x, long length) throws SQLException {
    set(index, x == null ? null : textOf(index, x, length));
  }

  @Override
  public void setBlob(int index, @Nullable InputStream x) throws SQLException {
    set(index, x == null ? null : bytesOf(index, x, ParameterStreamReader.ALL));
  }

  @Override
  public void setBlob(int index, @Nullable InputStream x, long length) throws SQLException {
    set(index, x == null ? null : bytesOf(index, x, length));
  }

  @Override
  public void setRef(int index, @Nullable Ref x) throws SQLException {
    throw DriverErrorMessage.OPTIONAL_FEATURE_NOT_SUPPORTED.sqlException("type Ref");
  }

  @Override
  public void setArray(int index, @Nullable Array x) throws SQLException {
    set(index, x == null ? null : MosqlArray.valueOf(x, connection()));
  }

  @Override
  public void setRowId(int index, @Nullable RowId x) throws SQLException {
    set(index, x == null ? null : x.getBytes());
  }

  @Override
  public void setSQLXML(int index, @Nullable SQLXML x) throws SQLException {
    throw DriverErrorMessage.OPTIONAL_FEATURE_NOT_SUPPORTED.sqlException("type SQLXML");
  }

  @Override
  public void setURL(int index, @Nullable URL x) throws SQLException {
    throw DriverErrorMessage.OPTIONAL_FEATURE_NOT_SUPPORTED.sqlException("type URL");
  }

  @Override
  @Deprecated
  public void setUnicodeStream(int index, @Nullable InputStream x, int length) throws SQLException {
    throw DriverErrorMessage.OPTIONAL_FEATURE_NOT_SUPPORTED.sqlException("setUnicodeStream");
  }
}

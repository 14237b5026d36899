package io.mosql.sql.session.prepare;

import io.mosql.core.error.CoreErrorMessage;
import io.mosql.core.session.ColumnInfo;
import io.mosql.core.session.ParameterInfo;
import io.mosql.core.session.PreparedStatementHandle;
import io.mosql.core.session.StatementKind;
import io.mosql.core.session.StatementText;
import io.mosql.core.type.SqlType;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A session's prepared statement: its newest plan, and plan variants for other parameter types. Not
 * thread-safe.
 */
public final class StatementHandle implements PreparedStatementHandle {
  private final String sql;
  private final String displayText;
  private List<@Nullable SqlType> parameterTypes;
  private static final int VARIANTS_MAX = 16;

  private final Map<List<@Nullable SqlType>, Prepared.Planned> variants =
      new LinkedHashMap<>(0, 0.75f, true);
  private final CallSampler sample = new CallSampler();
  private @Nullable StatementCounters counts;
  private Prepared prepared;
  private @Nullable Runnable onClosed;
  private boolean closed;

  public StatementHandle(String sql, List<@Nullable SqlType> parameterTypes, Prepared prepared) {
    this.sql = sql;
    this.displayText = StatementText.redacted(sql);
    this.parameterTypes = parameterTypes;
    this.prepared = prepared;
  }

  @Override
  public String sql() {
    return sql;
  }

  public List<@Nullable SqlType> parameterTypes() {
    return parameterTypes;
  }

  /** Sets the parameter types for planning. */
  public void setParameterTypes(List<@Nullable SqlType> types) {
    parameterTypes = types;
  }

  public Prepared prepared() {
    if (closed) {
      throw CoreErrorMessage.PREPARED_STATEMENT_CLOSED.error();
    }
    return prepared;
  }

  /** The prepared statement, even if the handle is closed. */
  public Prepared preparedEvenIfClosed() {
    return prepared;
  }

  /** The text for display, without secrets. */
  public String displayText() {
    return displayText;
  }

  /** Selects the calls to time. */
  public CallSampler sample() {
    return sample;
  }

  /** The counters of its calls. */
  public StatementCounters counts(StatementStatistics figures, String database) {
    StatementCounters known = counts;
    if (known == null || known.isEvicted()) {
      known = figures.of(database, displayText);
      counts = known;
    }
    return known;
  }

  public void setPrepared(Prepared newer) {
    prepared = newer;
    variants.clear();
  }

  /** The plan for values of these types, or null. */
  public Prepared.@Nullable Planned variant(List<@Nullable SqlType> types) {
    return variants.get(types);
  }

  /** Keeps a plan for values of these types; the least recently used one is evicted. */
  public void addVariant(List<@Nullable SqlType> types, Prepared.Planned planned) {
    variants.put(types, planned);
    if (variants.size() > VARIANTS_MAX) {
      Iterator<List<@Nullable SqlType>> eldest = variants.keySet().iterator();
      eldest.next();
      eldest.remove();
    }
  }

  @Override
  public boolean returnsRows() {
    if (prepared instanceof Prepared.Deferred unresolved) {
      return unresolved.returnsRows();
    }
    return !prepared.columns().isEmpty()
        || prepared instanceof Prepared.Planned planned && planned.plan().returnsRows();
  }

  @Override
  public List<ColumnInfo> columns() {
    return prepared.columns();
  }

  @Override
  public List<ParameterInfo> parameters() {
    return prepared.parameters();
  }

  /** Sets an action to run on close. */
  public StatementHandle onClose(Runnable listener) {
    onClosed = listener;
    return this;
  }

  @Override
  public StatementKind kind() {
    return prepared.kind();
  }

  @Override
  public String setting() {
    if (prepared instanceof Prepared.SchemaStatement change) {
      return StatementClassifier.setting(change.statement());
    }
    return prepared instanceof Prepared.Command command
        ? StatementClassifier.setting(command.statement())
        : "";
  }

  @Override
  public void close() {
    closed = true;
    Runnable listener = onClosed;
    if (listener != null) {
      onClosed = null;
      listener.run();
    }
  }
}

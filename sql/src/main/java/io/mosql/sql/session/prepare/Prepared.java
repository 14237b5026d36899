package io.mosql.sql.session.prepare;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.core.session.ColumnInfo;
import io.mosql.core.session.ParameterInfo;
import io.mosql.core.session.StatementKind;
import io.mosql.core.type.SqlType;
import io.mosql.sql.catalog.Catalog;
import io.mosql.sql.catalog.RequiredPrivilege;
import io.mosql.sql.exec.CompiledPlan;
import io.mosql.sql.parser.MosqlParser;
import io.mosql.sql.parser.ast.dml.DataModifyingWith;
import io.mosql.sql.parser.ast.dml.DeleteRows;
import io.mosql.sql.parser.ast.dml.InsertRows;
import io.mosql.sql.parser.ast.dml.UpdateRows;
import io.mosql.sql.parser.ast.query.LockingQuery;
import io.mosql.storage.transaction.ConflictHistory;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.jspecify.annotations.Nullable;

/**
 * The outcome of preparing a statement's text under one version of the catalog. Immutable, shared
 * between sessions.
 */
public sealed interface Prepared {
  List<ColumnInfo> columns();

  List<ParameterInfo> parameters();

  /** The side effects of an execution. */
  StatementKind kind();

  /**
   * A query or modification.
   *
   * @param catalogVersion that it was planned under; -1 for an uncommitted one
   * @param slots conversion of the parameter values
   * @param kind side effects of an execution
   * @param eager whether it moves a sequence, so that a query does its work when it is executed
   * @param locking whether it is a query that locks its rows, FOR UPDATE or FOR SHARE
   * @param conflictHistory history of conflicts on the tables that it reads
   * @param catalogKeys keys of the catalog rows that it depends on
   */
  record Planned(
      CompiledPlan plan,
      long catalogVersion,
      String schema,
      ParameterConversion slots,
      StatementKind kind,
      boolean eager,
      boolean locking,
      ConflictHistory conflictHistory,
      List<byte[]> catalogKeys)
      implements Prepared {
    @Override
    public List<ColumnInfo> columns() {
      return plan.statement().columns();
    }

    @Override
    public List<ParameterInfo> parameters() {
      return plan.statement().parameters();
    }

    /** The privileges that an execution requires. */
    public List<RequiredPrivilege> needs() {
      return plan.statement().requiredPrivileges();
    }

    public boolean isFor(long version, String currentSchema) {
      return catalogVersion == version
          && version != Catalog.CHANGED
          && schema.equals(currentSchema);
    }
  }

  /** A change to the schema. */
  record SchemaStatement(SqlNode statement) implements Prepared {
    @Override
    public StatementKind kind() {
      return StatementClassifier.of(statement);
    }

    @Override
    public List<ColumnInfo> columns() {
      return List.of();
    }

    @Override
    public List<ParameterInfo> parameters() {
      return List.of();
    }
  }

  /** Anything else: transaction control, settings, SHOW, EXPLAIN. */
  record Command(String sql, SqlNode statement, List<ColumnInfo> columns) implements Prepared {
    @Override
    public StatementKind kind() {
      return StatementClassifier.of(statement);
    }

    @Override
    public List<ParameterInfo> parameters() {
      return List.of();
    }
  }

  /**
   * A query or modification that refers to missing objects, or that cannot be typed without the
   * types of its parameters. Planning is repeated when the statement is executed; until then only
   * its text is known.
   *
   * @param parameters number of parameters, of types not known yet
   * @param returnsRows whether it is a query
   * @param kind side effects of an execution
   * @param missing error to report when it is used
   */
  record Deferred(
      List<ParameterInfo> parameters,
      boolean returnsRows,
      StatementKind kind,
      MosqlException missing)
      implements Prepared {
    private static final Set<SqlState> STATES =
        EnumSet.of(
            SqlState.UNDEFINED_TABLE, SqlState.UNDEFINED_COLUMN, SqlState.UNDEFINED_FUNCTION);

    /**
     * @return null when the error is not about a missing name or type
     */
    public static @Nullable Deferred of(String sql, MosqlException missing) {
      boolean untyped = missing.state() == SqlState.DATATYPE_MISMATCH;
      if (!untyped && !STATES.contains(missing.state())) {
        return null;
      }
      SqlNode node = MosqlParser.parse(sql);
      int count = ParameterCounter.count(node);
      if (untyped && count == 0) {
        return null;
      }
      ParameterInfo unknown = new ParameterInfo(SqlType.TEXT, true);
      return new Deferred(
          Collections.nCopies(count, unknown),
          node.isA(SqlKind.QUERY) || node instanceof LockingQuery || returns(node),
          StatementClassifier.of(node),
          missing);
    }

    private static boolean returns(SqlNode node) {
      return node instanceof InsertRows insert && !insert.returning().isEmpty()
          || node instanceof UpdateRows update && !update.returning().isEmpty()
          || node instanceof DeleteRows delete && !delete.returning().isEmpty()
          || node instanceof DataModifyingWith with
              && (with.body().isA(SqlKind.QUERY)
                  || with.body() instanceof LockingQuery
                  || returns(with.body()));
    }

    /** Throws the error about the missing object, since no columns are known. */
    @Override
    public List<ColumnInfo> columns() {
      throw missing;
    }
  }

  /** Nothing: an empty text. */
  record Empty() implements Prepared {
    @Override
    public StatementKind kind() {
      return StatementKind.READ;
    }

    @Override
    public List<ColumnInfo> columns() {
      return List.of();
    }

    @Override
    public List<ParameterInfo> parameters() {
      return List.of();
    }
  }

  /** Types of values that will be bound, as a cache key. */
  static List<@Nullable SqlType> typesKey(List<@Nullable SqlType> types) {
    return types.stream().allMatch(java.util.Objects::isNull)
        ? List.of()
        : java.util.Collections.unmodifiableList(types);
  }
}

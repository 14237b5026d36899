package io.mosql.sql.ddl;

import io.mosql.core.session.ColumnInfo;
import io.mosql.core.type.SqlType;
import io.mosql.sql.catalog.Catalog;
import io.mosql.sql.catalog.ColumnDef;
import io.mosql.sql.catalog.TableDef;
import io.mosql.sql.exec.expression.TableExpressionProvider;
import io.mosql.sql.exec.runtime.SequenceAccess;
import io.mosql.storage.transaction.Transaction;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Plans and evaluates expressions for schema changes; implemented by the session. */
public interface SchemaExpressions {
  /**
   * A condition over whole rows of the table that is true for rows that break the check.
   *
   * @throws io.mosql.core.error.MosqlException 42xxx when the expression is wrong
   */
  Predicate<@Nullable Object[]> violationTest(
      String checkSql, TableDef table, Catalog catalog, Transaction transaction);

  /**
   * Makes sure that a generated column's expression can be planned and stored, and gives the same
   * for the same row whenever it is asked.
   */
  void requireValidExpression(ColumnDef column, TableDef table, Catalog catalog);

  /**
   * The type of what an index is over.
   *
   * @param condition whether it is to be a condition
   * @throws io.mosql.core.error.MosqlException 42P17 when it does not always give the same, 42xxx
   */
  SqlType expressionType(String sql, boolean condition, TableDef table, Catalog catalog);

  /** The sequences of the session. */
  SequenceAccess sequences();

  /** What the expressions of tables are planned by. */
  TableExpressionProvider tableExpressions();

  /**
   * Works out values over whole rows of a table.
   *
   * @param sql an expression over the row
   * @param column that takes the values
   * @throws io.mosql.core.error.MosqlException 42xxx when the expression is wrong
   */
  Function<@Nullable Object[], @Nullable Object> values(
      String sql, ColumnDef column, TableDef table, Catalog catalog, Transaction transaction);

  /**
   * What a query's result looks like; it is not run.
   *
   * @param judged whether whoever runs the statement must be allowed to ask it: 42501
   * @throws io.mosql.core.error.MosqlException 42xxx; 0A000 for what no view may hold
   */
  List<ColumnInfo> queryColumns(String sql, Catalog catalog, boolean judged);

  /**
   * Makes sure that a DEFAULT expression can be planned and stored, and evaluates it when it is
   * constant.
   *
   * @return the value, coerced; null when NULL or not constant
   */
  @Nullable Object constantDefault(
      String defaultSql, SqlType type, Catalog catalog, Transaction transaction);
}

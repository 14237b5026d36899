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
   * A condition over whole rows of the table that is true for rows that violate the check.
   *
   * @throws io.mosql.core.error.MosqlException 42xxx when the expression is wrong
   */
  Predicate<@Nullable Object[]> violationTest(
      String checkSql, TableDef table, Catalog catalog, Transaction transaction);

  /** Checks that a generated column's expression can be planned and stored, and is immutable. */
  void requireValidExpression(ColumnDef column, TableDef table, Catalog catalog);

  /**
   * The type of an index expression.
   *
   * @param condition whether the expression must be a condition
   * @throws io.mosql.core.error.MosqlException 42P17 when it is not immutable, 42xxx
   */
  SqlType expressionType(String sql, boolean condition, TableDef table, Catalog catalog);

  /** The sequences of the session. */
  SequenceAccess sequences();

  /** The planner of the tables' stored expressions. */
  TableExpressionProvider tableExpressions();

  /**
   * Computes values over whole rows of a table.
   *
   * @param sql an expression over the row
   * @param column column that receives the values
   * @throws io.mosql.core.error.MosqlException 42xxx when the expression is wrong
   */
  Function<@Nullable Object[], @Nullable Object> values(
      String sql, ColumnDef column, TableDef table, Catalog catalog, Transaction transaction);

  /**
   * The columns of a query's result; the query is not run.
   *
   * @param judged whether to check the account's privileges on the query: 42501
   * @throws io.mosql.core.error.MosqlException 42xxx; 0A000 for a query that a view cannot have
   */
  List<ColumnInfo> queryColumns(String sql, Catalog catalog, boolean judged);

  /**
   * Checks that a DEFAULT expression can be planned and stored, and evaluates it when it is
   * constant.
   *
   * @return the value, coerced; null when NULL or not constant
   */
  @Nullable Object constantDefault(
      String defaultSql, SqlType type, Catalog catalog, Transaction transaction);
}

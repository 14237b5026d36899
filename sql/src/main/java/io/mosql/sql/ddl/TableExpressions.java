package io.mosql.sql.ddl;

import io.mosql.core.type.SqlType;
import io.mosql.sql.catalog.Catalog;
import io.mosql.sql.catalog.TableDef;
import io.mosql.storage.Transaction;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** What schema changes ask of the planner and executor. */
public interface TableExpressions {
  /**
   * A condition over whole rows of the table that is true for rows that break the check.
   *
   * @throws io.mosql.core.error.MosqlException 42xxx when the expression is wrong
   */
  Predicate<@Nullable Object[]> failing(
      String checkSql, TableDef table, Catalog catalog, Transaction transaction);

  /**
   * Makes sure that a DEFAULT expression can be planned and stored, and evaluates it when it is
   * constant.
   *
   * @return the value, coerced; null when NULL or not constant
   */
  @Nullable Object constantDefault(
      String defaultSql, SqlType type, Catalog catalog, Transaction transaction);
}

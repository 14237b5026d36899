package io.mosql.sql.exec.expression;

import io.mosql.sql.catalog.Catalog;
import io.mosql.sql.catalog.CheckDef;
import io.mosql.sql.catalog.ColumnDef;
import io.mosql.sql.catalog.TableDef;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexNode;

/**
 * Plans the expressions that belong to table definitions: CHECK conditions, generated columns and
 * defaults. Thread-safe.
 */
public interface TableExpressionProvider {
  RelDataTypeFactory types();

  /** The condition of a CHECK, over the table's full row. */
  RexNode check(CheckDef check, TableDef table, Catalog catalog);

  /** The expression of a generated column, over the table's full row. */
  RexNode generated(ColumnDef column, TableDef table, Catalog catalog);

  /** The default value of a column, without input. */
  RexNode defaultValue(ColumnDef column, Catalog catalog);
}

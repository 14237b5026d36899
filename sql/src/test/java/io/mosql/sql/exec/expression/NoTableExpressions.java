package io.mosql.sql.exec.expression;

import io.mosql.sql.catalog.Catalog;
import io.mosql.sql.catalog.CheckDef;
import io.mosql.sql.catalog.ColumnDef;
import io.mosql.sql.catalog.TableDef;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexNode;

/** Table expressions for statements that change only the table that they name. */
public enum NoTableExpressions implements TableExpressionProvider {
  INSTANCE;

  @Override
  public RelDataTypeFactory types() {
    throw new UnsupportedOperationException();
  }

  @Override
  public RexNode check(CheckDef check, TableDef table, Catalog catalog) {
    throw new UnsupportedOperationException();
  }

  @Override
  public RexNode generated(ColumnDef column, TableDef table, Catalog catalog) {
    throw new UnsupportedOperationException();
  }

  @Override
  public RexNode defaultValue(ColumnDef column, Catalog catalog) {
    throw new UnsupportedOperationException();
  }
}

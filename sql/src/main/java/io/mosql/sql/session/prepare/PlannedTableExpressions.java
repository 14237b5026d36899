package io.mosql.sql.session.prepare;

import io.mosql.sql.catalog.Catalog;
import io.mosql.sql.catalog.CheckDef;
import io.mosql.sql.catalog.ColumnDef;
import io.mosql.sql.catalog.TableDef;
import io.mosql.sql.exec.expression.TableExpressionProvider;
import io.mosql.sql.planner.Planner;
import java.util.Objects;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexNode;

/** Plans the expressions stored with tables: checks, generated columns, defaults. */
public final class PlannedTableExpressions implements TableExpressionProvider {
  private final Planner planner;

  PlannedTableExpressions(Planner planner) {
    this.planner = planner;
  }

  /** A provider for reading a database without a session. */
  public static TableExpressionProvider standalone() {
    return new PlannedTableExpressions(new Planner(table -> 0));
  }

  @Override
  public RelDataTypeFactory types() {
    return planner.types();
  }

  @Override
  public RexNode check(CheckDef check, TableDef table, Catalog catalog) {
    return planner.planCheck(check.sql(), table, catalog);
  }

  @Override
  public RexNode generated(ColumnDef column, TableDef table, Catalog catalog) {
    return planner.planFormula(
        Objects.requireNonNull(column.generatedSql()), column, table, catalog);
  }

  @Override
  public RexNode defaultValue(ColumnDef column, Catalog catalog) {
    return planner.planDefault(Objects.requireNonNull(column.defaultSql()), column.type(), catalog);
  }
}

package io.mosql.sql.session;

import io.mosql.sql.catalog.Catalog;
import io.mosql.sql.catalog.CheckDef;
import io.mosql.sql.catalog.ColumnDef;
import io.mosql.sql.catalog.TableDef;
import io.mosql.sql.exec.expression.TableExpressionProvider;
import io.mosql.sql.planner.Planner;
import java.util.Objects;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexNode;

/** The formulas of tables, by the planner. */
public final class PlannedFormulas implements TableExpressionProvider {
  private final Planner planner;

  PlannedFormulas(Planner planner) {
    this.planner = planner;
  }

  /** For those who look at a database without asking it anything. */
  public static TableExpressionProvider standalone() {
    return new PlannedFormulas(new Planner(table -> 0));
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

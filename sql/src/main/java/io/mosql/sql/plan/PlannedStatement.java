package io.mosql.sql.plan;

import io.mosql.core.session.ColumnInfo;
import io.mosql.core.session.ParameterInfo;
import io.mosql.sql.catalog.Need;
import java.util.List;

/**
 * A planned statement.
 *
 * @param root its plan
 * @param columns result columns; empty for a modification without RETURNING
 * @param parameters types of the parameters
 * @param tables ids of the tables that the plan was made from, with those at the other ends of the
 *     foreign keys of a table that it changes
 * @param needs rights on tables that whoever runs it must have
 */
public record PlannedStatement(
    PlanNode root,
    List<ColumnInfo> columns,
    List<ParameterInfo> parameters,
    List<Long> tables,
    List<Need> needs) {
  public PlannedStatement {
    columns = List.copyOf(columns);
    parameters = List.copyOf(parameters);
    tables = List.copyOf(tables);
    needs = List.copyOf(needs);
  }

  /** Whether it is a query; modifications may return rows too. */
  public boolean returnsRows() {
    return !(root instanceof PlanNode.Insert
        || root instanceof PlanNode.Update
        || root instanceof PlanNode.Delete
        || root instanceof PlanNode.Merge);
  }
}

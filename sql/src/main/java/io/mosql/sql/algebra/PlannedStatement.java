package io.mosql.sql.algebra;

import io.mosql.core.session.ColumnInfo;
import io.mosql.core.session.ParameterInfo;
import io.mosql.sql.catalog.RequiredPrivilege;
import java.util.List;

/**
 * A planned statement.
 *
 * @param root its plan
 * @param columns result columns; empty for a modification without RETURNING
 * @param parameters types of the parameters
 * @param parameterUses what they are used for, beside them
 * @param relations ids of the tables and views that the plan was made from, with the tables at the
 *     other ends of the foreign keys of a table that it changes
 * @param requiredPrivileges rights that whoever runs it must have, and before these those that
 *     owners of views must have
 */
public record PlannedStatement(
    PlanNode root,
    List<ColumnInfo> columns,
    List<ParameterInfo> parameters,
    List<ParameterUse> parameterUses,
    List<Long> relations,
    List<RequiredPrivilege> requiredPrivileges) {
  public PlannedStatement {
    columns = List.copyOf(columns);
    parameters = List.copyOf(parameters);
    parameterUses = List.copyOf(parameterUses);
    relations = List.copyOf(relations);
    requiredPrivileges = List.copyOf(requiredPrivileges);
  }

  /** Whether it is a query; modifications may return rows too. */
  public boolean returnsRows() {
    return !root.changesRows();
  }
}

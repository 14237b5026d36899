package io.mosql.sql.algebra;

import io.mosql.core.session.ColumnInfo;
import io.mosql.core.session.ParameterInfo;
import io.mosql.sql.catalog.RequiredPrivilege;
import java.util.List;

/**
 * A planned statement. Immutable.
 *
 * @param root the physical plan
 * @param columns result columns; empty for a modification without RETURNING
 * @param parameters types of the parameters
 * @param parameterUses their uses, parallel to the types
 * @param relations ids of the tables and views that the plan depends on, including tables that are
 *     linked to a changed table by foreign keys
 * @param requiredPrivileges privileges that the owners of views need, followed by those that the
 *     executing account needs
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

  /** Whether the statement is a query; DML statements may return rows too. */
  public boolean returnsRows() {
    return !root.changesRows();
  }
}

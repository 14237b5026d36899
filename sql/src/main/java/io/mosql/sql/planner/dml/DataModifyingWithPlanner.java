package io.mosql.sql.planner.dml;

import io.mosql.core.session.ColumnInfo;
import io.mosql.core.session.ParameterInfo;
import io.mosql.sql.algebra.ParameterUse;
import io.mosql.sql.algebra.PlanNode;
import io.mosql.sql.algebra.PlannedStatement;
import io.mosql.sql.catalog.RequiredPrivilege;
import io.mosql.sql.error.SqlErrorMessage;
import io.mosql.sql.parser.ast.dml.DataModifyingWith;
import io.mosql.sql.planner.error.PlanErrors;
import io.mosql.sql.planner.validate.CteTables;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.SqlDynamicParam;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlWith;
import org.apache.calcite.sql.SqlWithItem;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.jspecify.annotations.Nullable;

/**
 * The planner of a statement with a data-modifying WITH: plans each item, which may refer to the
 * items before it, then the body. One for each statement.
 */
public final class DataModifyingWithPlanner {
  private final RelDataTypeFactory types;
  private final BiFunction<SqlNode, CteTables, PlannedStatement> planner;
  private final CteTables tables = new CteTables();
  private final Set<String> names = new HashSet<>();
  private final List<PlanNode.With.Item> items = new ArrayList<>();
  private final List<@Nullable ParameterInfo> parameters = new ArrayList<>();
  private final List<ParameterUse> uses = new ArrayList<>();
  private final Set<Long> relations = new LinkedHashSet<>();
  private final Set<RequiredPrivilege> required = new LinkedHashSet<>();

  /**
   * Creates a planner for one statement.
   *
   * @param planner of a part, which may refer to the items before it
   */
  public DataModifyingWithPlanner(
      RelDataTypeFactory types, BiFunction<SqlNode, CteTables, PlannedStatement> planner) {
    this.types = types;
    this.planner = planner;
  }

  public PlannedStatement plan(DataModifyingWith statement) {
    for (SqlWithItem item : statement.items()) {
      if (!names.add(item.name.getSimple())) {
        throw PlanErrors.at(
            SqlErrorMessage.DUPLICATE_WITH_QUERY, item.name.getParserPosition(), item.name);
      }
      boolean change = DmlPlanner.isDml(item.query);
      PlannedStatement planned =
          part(
              change
                  ? DataModifyingWith.prependQueries(tables.queries(), item.query)
                  : query(item));
      items.add(new PlanNode.With.Item(item.name.getSimple(), planned.root()));
      tables.add(
          item.name,
          change && planned.columns().isEmpty()
              ? null
              : rowType(planned, change ? item.columnList : null));
    }
    PlannedStatement body =
        part(DataModifyingWith.prependQueries(tables.queries(), statement.body()));
    List<ParameterInfo> infos = new ArrayList<>();
    for (ParameterInfo info : parameters) {
      if (info == null) {
        throw new IllegalStateException("a parameter is in no part of the statement");
      }
      infos.add(info);
    }
    return new PlannedStatement(
        new PlanNode.With(items, body.root()),
        body.columns(),
        infos,
        uses,
        List.copyOf(relations),
        List.copyOf(required));
  }

  /** Returns a query for all rows of an item, which may refer to itself in WITH RECURSIVE. */
  private SqlNode query(SqlWithItem item) {
    SqlNodeList list = tables.queries();
    list.add(item);
    return new SqlWith(item.getParserPosition(), list, CteTables.all(item.name));
  }

  private PlannedStatement part(SqlNode part) {
    BitSet used = parametersIn(part);
    PlannedStatement planned = planner.apply(part, tables);
    for (int i = used.nextSetBit(0); i >= 0; i = used.nextSetBit(i + 1)) {
      while (parameters.size() <= i) {
        parameters.add(null);
        uses.add(ParameterUse.FREE);
      }
      parameters.set(i, planned.parameters().get(i));
      uses.set(i, planned.parameterUses().get(i));
    }
    relations.addAll(planned.relations());
    required.addAll(planned.requiredPrivileges());
    return planned;
  }

  private static BitSet parametersIn(SqlNode part) {
    BitSet used = new BitSet();
    part.accept(
        new SqlBasicVisitor<@Nullable Void>() {
          @Override
          public @Nullable Void visit(SqlDynamicParam parameter) {
            used.set(parameter.getIndex());
            return null;
          }
        });
    return used;
  }

  /**
   * Returns the row type of an item for the following parts.
   *
   * @param columns names for the first columns; null for none
   */
  private RelDataType rowType(PlannedStatement planned, @Nullable SqlNodeList columns) {
    RelDataTypeFactory.Builder builder = types.builder();
    List<ColumnInfo> infos = planned.columns();
    if (columns != null && columns.size() > infos.size()) {
      throw PlanErrors.at(
          SqlErrorMessage.TOO_MANY_WITH_COLUMNS,
          columns.get(infos.size()).getParserPosition(),
          infos.size(),
          columns.size());
    }
    for (int i = 0; i < infos.size(); i++) {
      builder.add(
          columns != null && i < columns.size() ? columns.get(i).toString() : infos.get(i).label(),
          planned.root().rowType().getFieldList().get(i).getType());
    }
    return builder.build();
  }
}

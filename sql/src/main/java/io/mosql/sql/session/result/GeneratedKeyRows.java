package io.mosql.sql.session.result;

import io.mosql.core.session.ColumnInfo;
import io.mosql.core.session.StatementResult;
import io.mosql.sql.algebra.PlanNode;
import io.mosql.sql.catalog.ColumnDef;
import io.mosql.sql.catalog.IndexDef;
import io.mosql.sql.catalog.KeyColumn;
import io.mosql.sql.catalog.TableDef;
import io.mosql.sql.error.SqlErrorMessage;
import io.mosql.sql.exec.CompiledPlan;
import io.mosql.sql.exec.runtime.ExecutionContext;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Selects the columns of inserted rows that a client requested as generated keys. */
public final class GeneratedKeyRows {
  private GeneratedKeyRows() {}

  /**
   * @param wanted names; empty for the auto-increment columns, or the primary key where there are
   *     none
   */
  public static StatementResult.Update result(
      long count, CompiledPlan plan, ExecutionContext context, List<String> wanted) {
    List<@Nullable Object[]> inserted = context.insertedRows();
    PlanNode root = plan.statement().root();
    PlanNode change = root instanceof PlanNode.With with ? with.body() : root;
    if (!(change instanceof PlanNode.Insert insert) || inserted == null) {
      return StatementResult.Update.of(count);
    }
    TableDef table = insert.table();
    List<Integer> columns = wanted.isEmpty() ? usual(table) : named(table, wanted);
    List<ColumnInfo> infos =
        columns.stream().map(c -> info(table, table.columns().get(c))).toList();
    List<@Nullable Object[]> keys = new ArrayList<>();
    for (Object[] row : inserted) {
      keys.add(columns.stream().map(c -> row[c]).toArray());
    }
    return new StatementResult.Update(count, infos, keys);
  }

  private static List<Integer> usual(TableDef table) {
    List<Integer> columns = new ArrayList<>();
    for (int i = 0; i < table.columns().size(); i++) {
      if (table.columns().get(i).autoIncrement()) {
        columns.add(i);
      }
    }
    IndexDef key = table.primaryKey();
    if (columns.isEmpty() && key != null) {
      key.columns().stream().map(KeyColumn::column).forEach(columns::add);
    }
    return columns;
  }

  private static List<Integer> named(TableDef table, List<String> wanted) {
    List<Integer> columns = new ArrayList<>();
    for (String name : wanted) {
      int column = table.columnIndex(name);
      for (int i = 0; column < 0 && i < table.columns().size(); i++) {
        column = table.columns().get(i).name().equalsIgnoreCase(name) ? i : -1;
      }
      if (column < 0 || table.columns().get(column).hidden()) {
        throw SqlErrorMessage.UNDEFINED_COLUMN_OF_TABLE.error(name, table.name());
      }
      columns.add(column);
    }
    return columns;
  }

  private static ColumnInfo info(TableDef table, ColumnDef column) {
    return new ColumnInfo(
        column.name(),
        column.type(),
        column.nullable(),
        column.autoIncrement(),
        table.schema(),
        table.name(),
        column.name());
  }
}

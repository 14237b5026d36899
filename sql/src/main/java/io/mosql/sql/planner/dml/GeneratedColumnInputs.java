package io.mosql.sql.planner.dml;

import io.mosql.sql.catalog.ColumnDef;
import io.mosql.sql.catalog.TableDef;
import io.mosql.sql.parser.MosqlParser;
import java.util.BitSet;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.jspecify.annotations.Nullable;

/** Finds the columns that generated columns of a table are computed from. Pure. */
final class GeneratedColumnInputs {
  private GeneratedColumnInputs() {}

  /** Returns the columns that generated columns are computed from. */
  static BitSet of(TableDef table) {
    BitSet inputs = new BitSet();
    for (ColumnDef column : table.columns()) {
      inputs.or(of(column, table));
    }
    return inputs;
  }

  /** Adds the generated columns that depend on changed columns. */
  static void addChanging(TableDef table, BitSet changed) {
    BitSet given = (BitSet) changed.clone();
    for (int i = 0; i < table.columns().size(); i++) {
      if (of(table.columns().get(i), table).intersects(given)) {
        changed.set(i);
      }
    }
  }

  private static BitSet of(ColumnDef column, TableDef table) {
    BitSet inputs = new BitSet();
    if (column.generatedSql() != null) {
      MosqlParser.parseExpression(column.generatedSql())
          .accept(
              new SqlBasicVisitor<@Nullable Void>() {
                @Override
                public @Nullable Void visit(SqlIdentifier id) {
                  int input = table.columnIndex(id.names.get(id.names.size() - 1));
                  if (input >= 0) {
                    inputs.set(input);
                  }
                  return null;
                }
              });
    }
    return inputs;
  }
}

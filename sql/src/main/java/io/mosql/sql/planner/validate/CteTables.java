package io.mosql.sql.planner.validate;

import io.mosql.sql.error.SqlErrorMessage;
import io.mosql.sql.planner.error.PlanErrors;
import io.mosql.sql.planner.rewrite.PlainSelect;
import io.mosql.sql.planner.schema.RelationResolver;
import io.mosql.sql.planner.schema.RelationScan;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelOptTable;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.schema.Table;
import org.apache.calcite.schema.TranslatableTable;
import org.apache.calcite.schema.impl.AbstractTable;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlWithItem;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.jspecify.annotations.Nullable;

/**
 * The planned items of a data-modifying WITH, as tables for the later parts of the statement. Used
 * by one thread.
 */
public final class CteTables {
  /** A schema name that cannot occur in a statement. */
  private static final String SCHEMA = "\u0000with";

  /** The column of an item without columns. */
  private static final String NOTHING = "\u0000nothing";

  private final List<Item> items = new ArrayList<>();

  /**
   * A planned item.
   *
   * @param rowType null for a DML statement without RETURNING
   */
  private record Item(SqlIdentifier name, @Nullable RelDataType rowType) {}

  /**
   * Adds an item, which later parts may refer to.
   *
   * @param rowType null for a DML statement without RETURNING
   */
  public void add(SqlIdentifier name, @Nullable RelDataType rowType) {
    items.add(new Item(name, rowType));
  }

  boolean isEmpty() {
    return items.isEmpty();
  }

  /** Returns a WITH list for the next part, in which the name of each item refers to its rows. */
  public SqlNodeList queries() {
    SqlNodeList queries = new SqlNodeList(SqlParserPos.ZERO);
    for (int i = 0; i < items.size(); i++) {
      queries.add(
          new SqlWithItem(
              items.get(i).name().getParserPosition(),
              new SqlIdentifier(items.get(i).name().getSimple(), SqlParserPos.ZERO),
              null,
              all(new SqlIdentifier(List.of(SCHEMA, String.valueOf(i)), SqlParserPos.ZERO)),
              SqlLiteral.createBoolean(false, SqlParserPos.ZERO)));
    }
    return queries;
  }

  /** Returns a query for all columns of a relation. */
  public static SqlNode all(SqlIdentifier from) {
    return PlainSelect.of(
        new SqlNodeList(List.of(SqlIdentifier.star(SqlParserPos.ZERO)), SqlParserPos.ZERO),
        from,
        null);
  }

  /** Returns a resolver that also resolves the items. */
  RelationResolver over(RelationResolver relations) {
    return new RelationResolver() {
      @Override
      public boolean hasSchema(String schema) {
        return schema.equals(SCHEMA) || relations.hasSchema(schema);
      }

      @Override
      public @Nullable Table table(String schema, String name) {
        if (!schema.equals(SCHEMA)) {
          return relations.table(schema, name);
        }
        int number = Integer.parseInt(name);
        return new CteTable(number, items.get(number));
      }
    };
  }

  private static final class CteTable extends AbstractTable implements TranslatableTable {
    private final int number;
    private final Item item;

    CteTable(int number, Item item) {
      this.number = number;
      this.item = item;
    }

    @Override
    public RelDataType getRowType(RelDataTypeFactory factory) {
      return item.rowType == null
          ? factory.builder().add(NOTHING, SqlTypeName.BOOLEAN).build()
          : item.rowType;
    }

    @Override
    public RelNode toRel(RelOptTable.ToRelContext context, RelOptTable relOptTable) {
      if (item.rowType == null) {
        throw PlanErrors.at(
            SqlErrorMessage.WITH_QUERY_WITHOUT_RETURNING, item.name.getParserPosition(), item.name);
      }
      return new CteTableScan(context.getCluster(), relOptTable, this);
    }
  }

  /** A scan of the rows of an item, in relational algebra. */
  public static final class CteTableScan extends RelationScan {
    private final CteTable cte;

    private CteTableScan(RelOptCluster cluster, RelOptTable relOptTable, CteTable cte) {
      super(cluster, relOptTable, cte.item.name().getSimple());
      this.cte = cte;
    }

    @Override
    public RelDataType deriveRowType() {
      return cte.getRowType(getCluster().getTypeFactory());
    }

    public int item() {
      return cte.number;
    }

    public String name() {
      return cte.item.name.getSimple();
    }
  }
}

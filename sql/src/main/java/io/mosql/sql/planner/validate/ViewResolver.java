package io.mosql.sql.planner.validate;

import io.mosql.core.error.MosqlException;
import io.mosql.core.port.Interrupts;
import io.mosql.sql.catalog.Catalog;
import io.mosql.sql.catalog.KeyColumn;
import io.mosql.sql.catalog.SystemView;
import io.mosql.sql.catalog.TableDef;
import io.mosql.sql.catalog.ViewDef;
import io.mosql.sql.error.SqlErrorMessage;
import io.mosql.sql.parser.MosqlParser;
import io.mosql.sql.planner.error.PlanErrors;
import io.mosql.sql.planner.rewrite.PlainSelect;
import io.mosql.sql.planner.rewrite.SyntaxTreeRewrite;
import io.mosql.sql.planner.schema.CatalogSchema;
import io.mosql.sql.planner.schema.CatalogTable;
import io.mosql.sql.planner.schema.ProjectedTable;
import io.mosql.sql.planner.schema.RelationResolver;
import io.mosql.sql.planner.schema.SystemViewTable;
import io.mosql.sql.view.UpdatableView;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.schema.Table;
import org.apache.calcite.schema.TranslatableTable;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/**
 * Resolves the relations that one statement names, and expands the views among them. A view's query
 * refers to the relations that existed when it was created, even if they have been renamed. Views
 * may be nested up to {@link #MAX_DEPTH} levels, and a statement may expand at most {@link
 * #MAX_QUERIES} view queries: 54001. Not thread-safe.
 */
final class ViewResolver implements RelationResolver {
  private static final int MAX_DEPTH = 32;
  private static final int MAX_QUERIES = 500;

  private final Catalog catalog;
  private final RelDataTypeFactory types;
  private final ReferencedRelations references;
  private final Interrupts cancellation;
  private final Map<Long, RelDataType> rowTypes = new HashMap<>();
  private final Deque<Long> open = new ArrayDeque<>();
  private int queries;

  ViewResolver(
      Catalog catalog,
      RelDataTypeFactory types,
      ReferencedRelations references,
      Interrupts cancellation) {
    this.catalog = catalog;
    this.types = types;
    this.references = references;
    this.cancellation = cancellation;
  }

  @Override
  public boolean hasSchema(String schema) {
    return catalog.hasSchema(schema);
  }

  @Override
  public @Nullable Table table(String schema, String name) {
    TableDef table = catalog.table(schema, name);
    if (table != null) {
      references.addDirect(table.id());
      return new CatalogTable(table, false);
    }
    ViewDef view = catalog.view(schema, name);
    if (view != null) {
      references.addDirect(view.id());
      return new StoredViewTable(view, this);
    }
    SystemView system = catalog.systemView(schema, name);
    return system == null ? null : new SystemViewTable(system);
  }

  /** Returns the row type of a view. */
  RelDataType rowType(ViewDef view) {
    RelDataType known = rowTypes.get(view.id());
    if (known == null) {
      known = within(view, () -> named(analyzer(view, null).rowType(query(view)), view));
      rowTypes.put(view.id(), known);
    }
    return known;
  }

  private RelDataType named(RelDataType rowType, ViewDef view) {
    if (rowType.getFieldCount() != view.columns().size()) {
      throw SqlErrorMessage.VIEW_COLUMN_MISSING.error(view.qualifiedName());
    }
    RelDataTypeFactory.Builder builder = types.builder();
    for (int i = 0; i < rowType.getFieldCount(); i++) {
      builder.add(view.columns().get(i).name(), rowType.getFieldList().get(i).getType());
    }
    return builder.build();
  }

  /** Returns the expanded query of a view. */
  RelNode rows(ViewDef view, RelOptCluster cluster) {
    return within(view, () -> analyzer(view, cluster).convert(query(view)));
  }

  /** Returns a resolver that also has a target view, in the schema of targets. */
  RelationResolver withTarget(UpdatableView target, boolean filtered) {
    return new RelationResolver() {
      @Override
      public boolean hasSchema(String schema) {
        return schema.equals(CatalogSchema.TARGETS) || ViewResolver.this.hasSchema(schema);
      }

      @Override
      public @Nullable Table table(String schema, String name) {
        if (!schema.equals(CatalogSchema.TARGETS)) {
          return ViewResolver.this.table(schema, name);
        }
        references.addDirect(target.view().id());
        return new ViewTargetTable(target, ViewResolver.this, filtered);
      }
    };
  }

  /** Returns the row type of a target view. */
  RelDataType targetType(UpdatableView target, boolean filtered) {
    return within(
        target.view(),
        () -> targetFrontend(target, filtered, null).rowType(targetQuery(target, filtered)));
  }

  /** Returns the rows of a target view. */
  RelNode target(UpdatableView target, boolean filtered, RelOptCluster cluster) {
    return within(
        target.view(),
        () -> targetFrontend(target, filtered, cluster).convert(targetQuery(target, filtered)));
  }

  /** Returns the condition of a view over the rows of its table, as the only column of a query. */
  RelNode condition(UpdatableView target, RelOptCluster cluster) {
    SqlNodeList items =
        new SqlNodeList(List.of(Objects.requireNonNull(target.condition())), SqlParserPos.ZERO);
    SqlNode query = SyntaxTreeRewrite.rewrite(PlainSelect.of(items, targetFrom(target), null));
    return within(target.view(), () -> targetFrontend(target, false, cluster).convert(query));
  }

  private QueryAnalyzer targetFrontend(
      UpdatableView target, boolean filtered, @Nullable RelOptCluster cluster) {
    return new QueryAnalyzer(new TargetScope(target, filtered), types, cluster, cancellation);
  }

  private static SqlNode targetQuery(UpdatableView target, boolean filtered) {
    List<SqlNode> items = new ArrayList<>();
    for (int i = 0; i < target.items().size(); i++) {
      SqlNode item = target.items().get(i);
      SqlNode value = item.getKind() == SqlKind.AS ? ((SqlCall) item).operand(0) : item;
      items.add(named(value, target.view().columns().get(i).name()));
    }
    for (int i = 0; i < target.table().primary().columns().size(); i++) {
      String key = DmlTarget.KEY + i;
      items.add(named(new SqlIdentifier(key, SqlParserPos.ZERO), key));
    }
    return SyntaxTreeRewrite.rewrite(
        PlainSelect.of(
            new SqlNodeList(items, SqlParserPos.ZERO),
            targetFrom(target),
            filtered ? target.condition() : null));
  }

  private static SqlNode named(SqlNode node, String name) {
    return SqlStdOperatorTable.AS.createCall(
        SqlParserPos.ZERO, node, new SqlIdentifier(name, SqlParserPos.ZERO));
  }

  /** Returns the relation that the view selects from, by its name in the view's query. */
  private static SqlNode targetFrom(UpdatableView target) {
    SqlNode from = target.from();
    SqlNode name = from.getKind() == SqlKind.AS ? ((SqlCall) from).operand(1) : from;
    List<String> names = ((SqlIdentifier) name).names;
    return named(
        new SqlIdentifier(List.of(CatalogSchema.TARGETS, "t"), SqlParserPos.ZERO),
        names.get(names.size() - 1));
  }

  private QueryAnalyzer analyzer(ViewDef view, @Nullable RelOptCluster cluster) {
    return new QueryAnalyzer(new Scope(view), types, cluster, cancellation);
  }

  private static SqlNode query(ViewDef view) {
    return SyntaxTreeRewrite.rewrite(MosqlParser.parse(view.sql()));
  }

  private <T> T within(ViewDef view, Supplier<T> work) {
    if (open.contains(view.id())) {
      throw SqlErrorMessage.VIEW_RECURSION.error(view.qualifiedName());
    }
    if (open.size() >= MAX_DEPTH || ++queries > MAX_QUERIES) {
      throw SqlErrorMessage.VIEWS_NESTED_TOO_DEEPLY.error();
    }
    open.push(view.id());
    try {
      return work.get();
    } catch (RuntimeException e) {
      if (open.size() > 1) {
        throw e; // The outermost view reports the error.
      }
      // The position of the error is in the view's text.
      MosqlException plain = PlanErrors.translate(e, null);
      throw plain.withMessage(String.valueOf(plain.getMessage()));
    } finally {
      open.pop();
    }
  }

  /**
   * The resolver for the query of a target view: the schema of targets contains the relation that
   * the view selects from, with the key columns of the table.
   */
  private final class TargetScope implements RelationResolver {
    private final UpdatableView target;
    private final boolean filtered;
    private final Scope scope;

    TargetScope(UpdatableView target, boolean filtered) {
      this.target = target;
      this.filtered = filtered;
      this.scope = new Scope(target.view());
    }

    @Override
    public boolean hasSchema(String schema) {
      return schema.equals(CatalogSchema.TARGETS) || scope.hasSchema(schema);
    }

    @Override
    public @Nullable Table table(String schema, String name) {
      if (!schema.equals(CatalogSchema.TARGETS)) {
        return scope.table(schema, name);
      }
      UpdatableView inner = target.inner();
      TableDef table = target.table();
      TranslatableTable whole =
          inner == null
              ? new CatalogTable(table, true)
              : new ViewTargetTable(inner, ViewResolver.this, filtered);
      long object = inner == null ? table.id() : inner.view().id();
      references.addThroughView(target.view().id(), object);
      List<String> present = whole.getRowType(types).getFieldNames();
      List<Integer> fields = new ArrayList<>();
      List<String> names = new ArrayList<>();
      for (ViewDef.Source source : target.view().sources()) {
        if (source.object() != object) {
          continue;
        }
        for (ViewDef.Part part : source.columns()) {
          int field = inner == null ? table.columnAt(part.ordinal()) : present.indexOf(part.name());
          if (field >= 0 && !names.contains(part.name())) {
            fields.add(field);
            names.add(part.name());
          }
        }
      }
      int key = 0;
      for (KeyColumn part : table.primary().columns()) {
        String keyName = DmlTarget.KEY + key++;
        fields.add(inner == null ? part.column() : present.indexOf(keyName));
        names.add(keyName);
      }
      return new ProjectedTable(whole, fields, names);
    }
  }

  /** The resolver for names in a view's query. */
  private final class Scope implements RelationResolver {
    private final ViewDef view;

    Scope(ViewDef view) {
      this.view = view;
    }

    @Override
    public boolean hasSchema(String schema) {
      return view.sources().stream().anyMatch(source -> source.schema().equals(schema));
    }

    @Override
    public @Nullable Table table(String schema, String name) {
      for (ViewDef.Source source : view.sources()) {
        if (source.name().equals(name) && source.schema().equals(schema)) {
          return table(source);
        }
      }
      return null;
    }

    private @Nullable Table table(ViewDef.Source source) {
      if (source.object() == 0) {
        SystemView system = catalog.systemView(source.schema(), source.name());
        return system == null ? null : part(new SystemViewTable(system), source, null);
      }
      TableDef table = catalog.table(source.object());
      ViewDef other = catalog.view(source.object());
      if (table == null && other == null) {
        return null;
      }
      references.addThroughView(view.id(), source.object());
      return table != null
          ? part(CatalogTable.ofView(table), source, table)
          : part(
              new StoredViewTable(Objects.requireNonNull(other), ViewResolver.this), source, null);
    }

    /** Returns the columns that existed when the view was created, by the names that they had. */
    private TranslatableTable part(
        TranslatableTable whole, ViewDef.Source source, @Nullable TableDef table) {
      List<String> present = whole.getRowType(types).getFieldNames();
      List<Integer> fields = new ArrayList<>();
      List<String> names = new ArrayList<>();
      for (ViewDef.Part part : source.columns()) {
        int field = table == null ? present.indexOf(part.name()) : table.columnAt(part.ordinal());
        if (field >= 0) {
          fields.add(field);
          names.add(part.name());
        }
      }
      return names.equals(present) ? whole : new ProjectedTable(whole, fields, names);
    }
  }
}

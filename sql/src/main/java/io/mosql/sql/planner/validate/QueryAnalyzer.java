package io.mosql.sql.planner.validate;

import io.mosql.core.port.Interrupts;
import io.mosql.core.session.ColumnInfo;
import io.mosql.core.session.ParameterInfo;
import io.mosql.core.type.SqlType;
import io.mosql.sql.algebra.ParameterUse;
import io.mosql.sql.algebra.RelTypes;
import io.mosql.sql.catalog.Catalog;
import io.mosql.sql.catalog.ColumnDef;
import io.mosql.sql.catalog.TableDef;
import io.mosql.sql.error.SqlErrorMessage;
import io.mosql.sql.planner.error.UnsupportedStatementException;
import io.mosql.sql.planner.expression.MosqlRexBuilder;
import io.mosql.sql.planner.rewrite.LateralRewrite;
import io.mosql.sql.planner.rewrite.RecursiveWithRewrite;
import io.mosql.sql.planner.schema.CatalogSchema;
import io.mosql.sql.planner.schema.RelationResolver;
import io.mosql.sql.view.UpdatableView;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelOptCost;
import org.apache.calcite.plan.hep.HepPlanner;
import org.apache.calcite.plan.hep.HepProgram;
import org.apache.calcite.prepare.CalciteCatalogReader;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.metadata.MetadataHandler;
import org.apache.calcite.rel.metadata.MetadataHandlerProvider;
import org.apache.calcite.rel.metadata.RelMetadataQuery;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDynamicParam;
import org.apache.calcite.sql.SqlExplainLevel;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.apache.calcite.sql2rel.SqlRexConvertlet;
import org.apache.calcite.sql2rel.SqlToRelConverter;
import org.apache.calcite.sql2rel.StandardConvertletTable;
import org.apache.calcite.util.ImmutableBitSet;
import org.jspecify.annotations.Nullable;

/**
 * The analyzer of one query: validates it and converts it to relational algebra. It generates no
 * code: Calcite's metadata queries, which would generate code, return "unknown".
 */
public final class QueryAnalyzer {
  private static final SqlToRelConverter.Config CONFIG =
      SqlToRelConverter.config()
          .withExpand(false)
          .withTrimUnusedFields(false)
          // a query within another one without its own order determines the order
          .withRemoveSortInSubQuery(false)
          .withDecorrelationEnabled(false)
          .withCreateValuesRel(false)
          .withInSubQueryThreshold(Integer.MAX_VALUE)
          // MoSQL has its own JSON functions; for rows of VALUES the option takes quadratic time
          .withAddJsonTypeOperatorEnabled(false)
          .withRelBuilderConfigTransform(
              config ->
                  config
                      // Calcite loses sub-queries that refer to a projection which it merges with
                      // the one below; the logical builder merges projections itself.
                      .withBloat(-1)
                      .withSimplify(false)
                      .withSimplifyLimit(false)
                      .withSimplifyValues(false)
                      .withPruneInputOfAggregate(false)
                      .withAggregateUnique(true)
                      .withRemoveRedundantDistinct(false)
                      .withConvertCorrelateToJoin(false));

  private final @Nullable Catalog catalog;
  private final @Nullable TableDef target;
  private final RelOptCluster cluster;
  private final CalciteCatalogReader reader;
  private final MosqlValidator validator;
  private final Interrupts cancellation;
  private final CteTables ctes;
  private final ReferencedRelations referencedRelations = new ReferencedRelations();
  private final @Nullable ViewResolver views;

  /**
   * Creates an analyzer for one query.
   *
   * @param target table that is also in the schema {@link CatalogSchema#TARGETS}, or null
   * @param ctes tables of a data-modifying WITH that the statement may refer to
   */
  public QueryAnalyzer(
      Catalog catalog,
      String currentSchema,
      @Nullable TableDef target,
      RelDataTypeFactory factory,
      List<? extends @Nullable SqlType> boundTypes,
      CteTables ctes,
      Interrupts cancellation) {
    this(catalog, currentSchema, target, null, factory, boundTypes, ctes, cancellation);
  }

  /**
   * Creates an analyzer for a DML statement.
   *
   * @param target target of the statement; null when it is not read
   * @param filtered whether a target view has only its own rows instead of all rows of its table
   */
  public QueryAnalyzer(
      Catalog catalog,
      String currentSchema,
      @Nullable DmlTarget target,
      boolean filtered,
      RelDataTypeFactory factory,
      List<? extends @Nullable SqlType> boundTypes,
      CteTables ctes,
      Interrupts cancellation) {
    this(
        catalog,
        currentSchema,
        target == null || target.view() != null ? null : target.table(),
        target == null || target.view() == null ? null : new ViewAsTarget(target.view(), filtered),
        factory,
        boundTypes,
        ctes,
        cancellation);
  }

  private record ViewAsTarget(UpdatableView view, boolean filtered) {}

  private QueryAnalyzer(
      Catalog catalog,
      String currentSchema,
      @Nullable TableDef target,
      @Nullable ViewAsTarget view,
      RelDataTypeFactory factory,
      List<? extends @Nullable SqlType> boundTypes,
      CteTables ctes,
      Interrupts cancellation) {
    this.catalog = catalog;
    this.target = target;
    this.cancellation = cancellation;
    this.ctes = ctes;
    this.views = new ViewResolver(catalog, factory, referencedRelations, cancellation);
    RelationResolver relations = view == null ? views : views.withTarget(view.view, view.filtered);
    this.reader = CatalogSchema.reader(ctes.over(relations), currentSchema, target, factory);
    this.validator = new MosqlValidator(reader, factory, boundTypes, cancellation);
    this.cluster = newCluster(factory, cancellation);
  }

  /**
   * Creates an analyzer for the query of a view.
   *
   * @param relations relations of the query, each qualified by its schema
   * @param cluster of the statement that reads the view; null to validate only
   */
  QueryAnalyzer(
      RelationResolver relations,
      RelDataTypeFactory factory,
      @Nullable RelOptCluster cluster,
      Interrupts cancellation) {
    this.catalog = null;
    this.target = null;
    this.views = null;
    this.cancellation = cancellation;
    this.ctes = new CteTables();
    this.reader = CatalogSchema.reader(relations, "", null, factory);
    this.validator = new MosqlValidator(reader, factory, List.of(), cancellation);
    this.cluster = cluster == null ? newCluster(factory, cancellation) : cluster;
  }

  private static RelOptCluster newCluster(RelDataTypeFactory factory, Interrupts cancellation) {
    RelOptCluster cluster =
        RelOptCluster.create(
            new HepPlanner(HepProgram.builder().build()),
            new MosqlRexBuilder(factory, cancellation));
    cluster.setMetadataQuerySupplier(NoMetadata::new);
    return cluster;
  }

  /**
   * A validated query in relational algebra.
   *
   * @param validated the validated syntax tree
   */
  public record Query(RelNode rel, List<ColumnInfo> columns, SqlNode validated) {}

  public MosqlValidator validator() {
    return validator;
  }

  public RelOptCluster cluster() {
    return cluster;
  }

  public Interrupts cancellation() {
    return cancellation;
  }

  /** Whether the statement may have changed rows before the query reads. */
  public boolean isAfterChanges() {
    return !ctes.isEmpty();
  }

  /** Returns the condition of a view over the rows of its table, as the only column of a query. */
  public RelNode condition(UpdatableView view) {
    return Objects.requireNonNull(views).condition(view, cluster);
  }

  /** Returns the tables and views that were resolved by name, and those that views read. */
  public ReferencedRelations referencedRelations() {
    return referencedRelations;
  }

  /** Validates a query, modifying the tree, and returns its row type. */
  RelDataType rowType(SqlNode query) {
    return validator.getValidatedNodeType(validate(query));
  }

  public List<ParameterInfo> parameters(SqlNode statement) {
    return validator.parameters().infos(parameterCount(statement));
  }

  public List<ParameterUse> parameterUses(SqlNode statement) {
    return validator.parameters().uses(parameterCount(statement));
  }

  private static int parameterCount(SqlNode statement) {
    int[] count = {0};
    statement.accept(
        new SqlBasicVisitor<Void>() {
          @Override
          public Void visit(SqlDynamicParam parameter) {
            count[0] = Math.max(count[0], parameter.getIndex() + 1);
            return null;
          }
        });
    return count[0];
  }

  /** Validates and converts a query, modifying the tree. */
  public RelNode convert(SqlNode query) {
    return rel(validate(query));
  }

  private SqlNode validate(SqlNode query) {
    return UnsupportedStatementException.guard(
        () -> {
          validator.parameters().prepare(query);
          return validator.validate(query);
        },
        validator::currentPosition);
  }

  private RelNode rel(SqlNode validated) {
    SqlToRelConverter converter =
        MosqlSqlToRelConverter.of(validator, reader, cluster, QueryAnalyzer::convertlet, CONFIG);
    return UnsupportedStatementException.guard(
        () -> convert(converter, validated), () -> SqlParserPos.ZERO);
  }

  private static RelNode convert(SqlToRelConverter converter, SqlNode validated) {
    try {
      return converter.convertQuery(validated, false, true).project();
    } catch (AssertionError | RuntimeException e) {
      OuterReferenceMasking.refuseUngrouped(e);
      if (!(e instanceof AssertionError || e instanceof IllegalStateException)) {
        throw e;
      }
      if (LateralRewrite.isInOuterJoin(e)) {
        throw LateralRewrite.inOuterJoin(e);
      }
      if (String.valueOf(e.getMessage()).startsWith("Conversion to relational algebra failed")) {
        throw RecursiveWithRewrite.in(validated)
            ? RecursiveWithRewrite.growingType(e)
            : SqlErrorMessage.NO_COMMON_TYPE.causedBy(e);
      }
      throw e;
    }
  }

  /**
   * Returns the conversion of a call to an expression. An exception within AND and OR, such as a
   * cancellation, is not wrapped with the text of each call, because thousands of them may be
   * nested. GREATEST and LEAST remain calls: as CASE they would evaluate operands twice and return
   * the last of equal ones.
   */
  private static @Nullable SqlRexConvertlet convertlet(SqlCall call) {
    return switch (call.getKind()) {
      case AND, OR, GREATEST_PG, LEAST_PG -> StandardConvertletTable.INSTANCE::convertCall;
      default -> StandardConvertletTable.INSTANCE.get(call);
    };
  }

  /** Validates and converts a query as {@link #convert} does, with the columns for the client. */
  public Query convertQuery(SqlNode query) {
    SqlNode validated = validate(query);
    RelDataType rowType = validator.getValidatedNodeType(validated);
    List<String> names = validator.columnNames(validated);
    List<List<String>> origins = validator.getFieldOrigins(validated);
    List<SqlType> plain =
        rowType.getFieldList().stream().map(field -> RelTypes.sqlType(field.getType())).toList();
    RelNode rel = rel(validated);
    List<ColumnInfo> columns = new ArrayList<>();
    for (int i = 0; i < plain.size(); i++) {
      SqlType type = DeclaredTypes.of(rel, i, plain.get(i));
      boolean nullable = rowType.getFieldList().get(i).getType().isNullable();
      columns.add(column(names.get(i), type, nullable, origins.get(i)));
    }
    return new Query(rel, columns, validated);
  }

  private ColumnInfo column(
      String label, SqlType type, boolean nullable, @Nullable List<String> origin) {
    if (origin != null && origin.size() >= 3) {
      int size = origin.size();
      String schema = origin.get(size - 3);
      String relation = origin.get(size - 2);
      TableDef table =
          schema.equals(CatalogSchema.TARGETS)
              ? target
              : Objects.requireNonNull(catalog).table(schema, relation);
      int index = table == null ? -1 : table.columnIndex(origin.get(size - 1));
      if (table != null && index >= 0) {
        ColumnDef column = table.columns().get(index);
        return new ColumnInfo(
            label,
            type,
            nullable,
            column.autoIncrement(),
            table.schema(),
            table.name(),
            column.name());
      }
      if (catalog != null && catalog.view(schema, relation) != null) {
        return new ColumnInfo(label, type, nullable, false, schema, relation, origin.get(size - 1));
      }
    }
    return new ColumnInfo(label, type, nullable, false, "", "", "");
  }

  /** A metadata query that returns "unknown", so that no code is generated. */
  private static final class NoMetadata extends RelMetadataQuery {
    private static final MetadataHandlerProvider NONE =
        new MetadataHandlerProvider() {
          @Override
          @SuppressWarnings({"NullAway", "TypeParameterUnusedInFormals"})
          public <MH extends MetadataHandler<?>> MH handler(Class<MH> handlerClass) {
            return null;
          }
        };

    NoMetadata() {
      super(NONE);
    }

    @Override
    public @Nullable Boolean areColumnsUnique(RelNode rel, ImmutableBitSet columns) {
      return null;
    }

    @Override
    public @Nullable Double getMaxRowCount(RelNode rel) {
      return null;
    }

    @Override
    public @Nullable Double getMinRowCount(RelNode rel) {
      return null;
    }

    /** Called when Calcite logs a graph of rewrites, if the application enables DEBUG logging. */
    @Override
    @SuppressWarnings(
        "NullAway") // Calcite's type says that it is never null, its comment that it is
    public @Nullable Double getRowCount(RelNode rel) {
      return null;
    }

    /** Called as {@link #getRowCount}. */
    @Override
    public @Nullable RelOptCost getCumulativeCost(RelNode rel) {
      return null;
    }

    /** Called when Calcite logs the converted query, if the application enables DEBUG logging. */
    @Override
    public Boolean isVisibleInExplain(RelNode rel, SqlExplainLevel level) {
      return true;
    }
  }
}

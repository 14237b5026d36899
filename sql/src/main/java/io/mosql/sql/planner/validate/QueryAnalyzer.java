package io.mosql.sql.planner.validate;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.core.port.Interrupts;
import io.mosql.core.session.ColumnInfo;
import io.mosql.core.session.ParameterInfo;
import io.mosql.core.type.SqlType;
import io.mosql.sql.algebra.ParameterUse;
import io.mosql.sql.algebra.RelTypes;
import io.mosql.sql.catalog.Catalog;
import io.mosql.sql.catalog.ColumnDef;
import io.mosql.sql.catalog.TableDef;
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
 * Validates one query and converts it to relational algebra. Nothing here generates code: Calcite's
 * metadata, which would, is answered with "unknown".
 */
public final class QueryAnalyzer {
  private static final SqlToRelConverter.Config CONFIG =
      SqlToRelConverter.config()
          .withExpand(false)
          .withTrimUnusedFields(false)
          // a query around another one without an order of its own has that one's
          .withRemoveSortInSubQuery(false)
          .withDecorrelationEnabled(false)
          .withCreateValuesRel(false)
          .withInSubQueryThreshold(Integer.MAX_VALUE)
          // our functions of JSON are others; for rows of VALUES it takes quadratic time
          .withAddJsonTypeOperatorEnabled(false)
          .withRelBuilderConfigTransform(
              config ->
                  config
                      // Calcite loses sub-queries that refer to a projection which it merges
                      // with the one below; the logical builder merges them itself.
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
  private final ReferencedRelations referencedRelations = new ReferencedRelations();
  private final @Nullable ViewResolver views;

  /**
   * @param target table that is also found in the schema {@link CatalogSchema#TARGETS}, or null
   * @param ctes that the statement may name
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
   * For a statement that changes rows.
   *
   * @param target of the statement; null when it is not looked at
   * @param filtered whether a view as the target has its own rows alone, and not all of its table
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
    this.views = new ViewResolver(catalog, factory, referencedRelations, cancellation);
    RelationResolver relations = view == null ? views : views.withTarget(view.view, view.filtered);
    this.reader = CatalogSchema.reader(ctes.over(relations), currentSchema, target, factory);
    this.validator = new MosqlValidator(reader, factory, boundTypes, cancellation);
    this.cluster = newCluster(factory, cancellation);
  }

  /**
   * For the query of a view.
   *
   * @param relations that it names, each with its schema
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
   * A query in relational algebra.
   *
   * @param validated the tree that it was made from
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

  /** The condition of a view over the rows of its table, as the only column of a query. */
  public RelNode condition(UpdatableView view) {
    return Objects.requireNonNull(views).condition(view, cluster);
  }

  /** The tables and views that were found by name, and what is behind those. */
  public ReferencedRelations referencedRelations() {
    return referencedRelations;
  }

  /** Validates; the tree is used up. */
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

  /** Validates and converts; the tree is used up. */
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
            : new MosqlException(
                SqlState.DATATYPE_MISMATCH,
                "values of types that have none in common: CAST them to the same type",
                e);
      }
      throw e;
    }
  }

  /**
   * How a call becomes an expression. What fails within AND and OR, also a cancelled statement, is
   * not wrapped in the text of each: they may be thousands, one within the other. GREATEST and
   * LEAST stay calls: as CASE they would evaluate operands twice, and take the last of equal ones.
   */
  private static @Nullable SqlRexConvertlet convertlet(SqlCall call) {
    return switch (call.getKind()) {
      case AND, OR, GREATEST_PG, LEAST_PG -> StandardConvertletTable.INSTANCE::convertCall;
      default -> StandardConvertletTable.INSTANCE.get(call);
    };
  }

  /** As {@link #convert}, with what a client learns about the columns. */
  public Query convertQuery(SqlNode query) {
    SqlNode validated = validate(query);
    RelDataType rowType = validator.getValidatedNodeType(validated);
    List<String> names = validator.columnNames(validated);
    List<List<String>> origins = validator.getFieldOrigins(validated);
    List<ColumnInfo> columns = new ArrayList<>();
    for (int i = 0; i < rowType.getFieldCount(); i++) {
      columns.add(column(names.get(i), rowType.getFieldList().get(i).getType(), origins.get(i)));
    }
    return new Query(rel(validated), columns, validated);
  }

  private ColumnInfo column(String label, RelDataType type, @Nullable List<String> origin) {
    SqlType sqlType = RelTypes.sqlType(type);
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
            sqlType,
            type.isNullable(),
            column.autoIncrement(),
            table.schema(),
            table.name(),
            column.name());
      }
      if (catalog != null && catalog.view(schema, relation) != null) {
        return new ColumnInfo(
            label, sqlType, type.isNullable(), false, schema, relation, origin.get(size - 1));
      }
    }
    return new ColumnInfo(label, sqlType, type.isNullable(), false, "", "", "");
  }

  /** Knows nothing, so that nothing is derived by generated code. */
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

    /** Asked when Calcite logs what it converted: an application may log everything at DEBUG. */
    @Override
    public Boolean isVisibleInExplain(RelNode rel, SqlExplainLevel level) {
      return true;
    }
  }
}

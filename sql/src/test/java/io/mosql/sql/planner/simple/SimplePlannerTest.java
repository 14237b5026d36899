package io.mosql.sql.planner.simple;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.core.type.SqlType;
import io.mosql.sql.algebra.KeyBounds;
import io.mosql.sql.algebra.PlainType;
import io.mosql.sql.algebra.PlanNode;
import io.mosql.sql.algebra.PlannedStatement;
import io.mosql.sql.algebra.RelTypes;
import io.mosql.sql.algebra.RexConstant;
import io.mosql.sql.algebra.RexLiteralValues;
import io.mosql.sql.parser.MosqlParser;
import io.mosql.sql.parser.impl.MosqlParserImplConstants;
import io.mosql.sql.planner.Planner;
import io.mosql.sql.planner.TestCatalog;
import io.mosql.sql.planner.physical.PlannerMethods;
import java.util.List;
import java.util.Locale;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexDynamicParam;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The plans of simple statements are those that the planner makes. */
final class SimplePlannerTest {
  private static final TestCatalog CATALOG =
      new TestCatalog(
          """
          t 100 | id integer not null, name varchar(20), n bigint | primary id
          big 100000 | id bigint not null, v text not null, w text | primary id | unique u w, id | distinct id 7, v 3
          pair 5 | b varchar(9) not null, a smallint not null, c decimal(6,2), d date | primary a, b | index i b
          note 9 | k text not null, v integer | primary k
          bare 0 | x integer, y varchar(9)
          kinds 1 | id integer not null, b boolean, r real, f double, c char(3), y varbinary(3), d date, t time, s timestamp, u uuid, z timestamptz, m decimal(9,2), v numeric | primary id
          parent 1 | id integer not null | primary id
          child 1 | id integer not null, p integer | primary id | references parent p
          checked 1 | id integer not null, n integer default 7 | primary id | check n > 0
          defaults 1 | id integer not null, n integer default 7, m integer | primary id
          """,
          false);

  private static final Planner PLANNER = new Planner(CATALOG);

  private static @Nullable PlannedStatement simple(String sql) {
    return PLANNER.planSimple(sql, CATALOG, "public", List.of());
  }

  private static PlannedStatement byGrammar(String sql) {
    return PLANNER.plan(sql, MosqlParser.parse(sql), CATALOG, "public", List.of());
  }

  private static void assertSame(String sql) {
    PlannedStatement planned = simple(sql);
    assertThat(planned).as(sql).isNotNull();
    PlannedStatement other = byGrammar(sql);
    assertThat(planned.toString()).as(sql).isEqualTo(withConstants(other).toString());
    assertThat(planned).as(sql).isEqualTo(withConstants(other));
  }

  /** Returns the plan with the constants that literals stand for. */
  private static PlannedStatement withConstants(PlannedStatement statement) {
    return new PlannedStatement(
        withConstants(statement.root()),
        statement.columns(),
        statement.parameters(),
        statement.parameterUses(),
        statement.relations(),
        statement.requiredPrivileges());
  }

  private static PlanNode withConstants(PlanNode node) {
    if (node instanceof PlanNode.Project project) {
      return new PlanNode.Project(
          withConstants(project.input()),
          withConstants(project.expressions()),
          plain(project.rowType()));
    } else if (node instanceof PlanNode.Insert insert) {
      PlanNode.Values values = (PlanNode.Values) insert.source();
      return new PlanNode.Insert(
          insert.table(),
          new PlanNode.Values(
              values.tuples().stream().map(SimplePlannerTest::withConstants).toList(),
              plain(values.rowType())),
          insert.checks(),
          insert.conflict(),
          insert.returning(),
          plain(insert.rowType()));
    }
    PlanNode.TableScan scan = (PlanNode.TableScan) node;
    return new PlanNode.TableScan(
        scan.table(),
        scan.alias(),
        scan.index(),
        new KeyBounds(withConstants(scan.bounds().prefix()), null),
        scan.reverse(),
        scan.covering(),
        scan.columns(),
        scan.output(),
        scan.filter(),
        scan.locking(),
        plain(scan.rowType()),
        scan.visitedRows(),
        scan.rows());
  }

  private static List<RexNode> withConstants(List<RexNode> nodes) {
    return nodes.stream().map(SimplePlannerTest::withConstants).toList();
  }

  private static RexNode withConstants(RexNode node) {
    PlainType type = plain(node.getType());
    if (node instanceof RexLiteral literal) {
      return new RexConstant(type, RexLiteralValues.value(literal));
    }
    return node instanceof RexInputRef input
        ? new RexInputRef(input.getIndex(), type)
        : new RexDynamicParam(type, ((RexDynamicParam) node).getIndex());
  }

  private static PlainType plain(RelDataType type) {
    return type.isStruct()
        ? PlainType.row(
            type.getFieldNames(),
            type.getFieldList().stream().map(field -> plain(field.getType())).toList())
        : PlainType.of(RelTypes.sqlType(type), type.isNullable());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "select name, n from t where id = 1",
        "SELECT N, Name FROM T WHERE ID = 1;",
        "select * from t where id = ?",
        "select id from t where id = 2147483647",
        "select v, id from big where id = 3",
        "select * from big where id = 300000000000",
        "select * from pair where a = 1 and b = 'x'",
        "select c from pair where b = ? and a = ?",
        "select d, a from pair where b = '' and a = 32767",
        "select v from note where k = 'x'",
        "select v, k from note where k = ?",
        "select * from kinds where id = ?",
        "select p from child where id = 1",
        "select n from checked where id = 1",
        "insert into t values (1, 'one', 10)",
        "insert into t values (1)",
        "insert into t (n, id) values (10, 1), (11, 2)",
        "insert into t values (?, ?, ?)",
        "insert into t (id, name) values (1, null)",
        "insert into big values (999999999999999999, '', 'a longer text')",
        "insert into pair (a, b) values (?, ?)",
        "insert into bare values (1, 'a'), (null, ?)",
        "insert into bare (y) values ('much longer than nine')",
        "insert into kinds (id, b, r, f, c, y, d, t, s, u, z, m) values (1,?,?,?,?,?,?,?,?,?,?,?)",
        "insert into kinds values (1, null, null, null, null, null, null)",
        "insert into parent values (1)",
        "insert into child values (1, 2)",
        "insert into defaults values (1, 2, 3)",
      })
  void samePlans(String sql) {
    assertSame(sql);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "select id as x from t where id = 1",
        "select t.id from t where id = 1",
        "select id from public.t where id = 1",
        "select id, id from t where id = 1",
        "select id from t",
        "select id from t where name = 'x'",
        "select id from t where id = '1'",
        "select id from t where id = 1.0",
        "select id from t where id = -1",
        "select id from t where id = 1 or id = 2",
        "select id from t where id = null",
        "select id from t where id = 1 and id = 1",
        "select id from t where 1 = id",
        "select id from t where id = 3000000000",
        "select id from t where id = 1 for update",
        "select id from t where id = 1 limit 1",
        "select a from pair where a = 1",
        "select a from pair where b = 'longer than nine' and a = 1",
        "select x from bare where row_id = 1",
        "select missing from t where id = 1",
        "select id from missing where id = 1",
        "select \"id\" from t where id = 1",
        "select id from t where id = 1 -- comment",
        "select id from t where id = 1; select 1",
        "insert into t values (1, 'one', 10, 11)",
        "insert into t (id, name) values (1)",
        "insert into t (id, missing) values (1, 2)",
        "insert into t (id, id) values (1, 2)",
        "insert into t values (1, 'it''s')",
        "insert into t values (1, E'one')",
        "insert into t values (1, 'a' 'b')",
        "insert into t values (1, 2)",
        "insert into t values ('1')",
        "insert into t values (3000000000)",
        "insert into t values (1, default)",
        "insert into t values (1, ?+1)",
        "insert into t values (1) returning id",
        "insert into t values (1) on conflict do nothing",
        "insert into t select 1",
        "insert into t values (1), (2, 'two')",
        "insert into bare (row_id) values (1)",
        "insert into checked values (1, 2)",
        "insert into defaults (id) values (1)",
        "insert into kinds (id, m) values (1, 2)",
        "insert into kinds (id, v) values (1, ?)",
        "update t set n = 1 where id = 1",
        "",
      })
  void othersAreLeftToThePlanner(String sql) {
    assertThat(simple(sql)).as(sql).isNull();
  }

  /** Every word of the grammar as the name of a table and of a column. */
  @Test
  void allWordsAsNames() {
    int planned = 0;
    for (String image : MosqlParserImplConstants.tokenImage) {
      String word = image.replace("\"", "").toLowerCase(Locale.ROOT);
      if (!word.matches("[a-z_][a-z_0-9]*")) {
        continue;
      }
      TestCatalog catalog =
          new TestCatalog(word + " 9 | " + word + " integer not null | primary " + word, false);
      Planner planner = new Planner(catalog);
      for (String pattern :
          List.of(
              "select % from % where % = 1",
              "select * from % where % = ?",
              "insert into % values (1)",
              "insert into % (%) values (?)")) {
        String sql = pattern.replace("%", word);
        PlannedStatement plan = planner.planSimple(sql, catalog, "public", List.of());
        if (plan != null) {
          PlannedStatement other =
              planner.plan(sql, MosqlParser.parse(sql), catalog, "public", List.of());
          assertThat(plan).as(sql).isEqualTo(withConstants(other));
          planned++;
        }
      }
    }
    assertThat(planned).isGreaterThan(1_000);
  }

  @Test
  void boundTypesAndOtherMethodsAreLeftToThePlanner() {
    String sql = "select n from t where id = ?";
    assertThat(PLANNER.planSimple(sql, CATALOG, "public", List.of(SqlType.BIGINT))).isNull();
    assertThat(PLANNER.planSimple(sql, CATALOG, "other", List.of())).isNull();
    PlannerMethods scans =
        new PlannerMethods(
            PlannerMethods.JoinMethod.CHEAPEST, PlannerMethods.AccessMethod.FULL_SCAN, false);
    assertThat(new Planner(CATALOG, scans).planSimple(sql, CATALOG, "public", List.of())).isNull();
  }
}

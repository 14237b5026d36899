package io.mosql.sql.parser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mosql.core.error.MosqlException;
import io.mosql.core.port.Interrupts;
import io.mosql.core.port.WouldBlock;
import io.mosql.core.type.SqlType;
import io.mosql.sql.parser.ast.ddl.AlterAction;
import io.mosql.sql.parser.ast.ddl.AlterTable;
import io.mosql.sql.parser.ast.ddl.ColumnDefinition;
import io.mosql.sql.parser.ast.ddl.CreateTable;
import io.mosql.sql.parser.ast.ddl.TableConstraint;
import io.mosql.sql.parser.ast.dml.InsertRows;
import io.mosql.sql.parser.ast.dml.UpdateRows;
import io.mosql.sql.parser.ast.query.LockingQuery;
import java.util.List;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOrderBy;
import org.apache.calcite.sql.SqlSelect;
import org.junit.jupiter.api.Test;

/** Tests properties of syntax trees beyond their canonical text. */
final class MosqlParserTest {
  @Test
  void createTableResolvesTypesAndGathersConstraints() {
    CreateTable table =
        (CreateTable)
            MosqlParser.parse(
                "create table s.T (A bigserial primary key, b numeric(12,2) not null default 1, c"
                    + " varchar(5) references u (x) on delete cascade, unique key k (b desc, a))");
    assertThat(table.name().names).containsExactly("s", "t");
    assertThat(table.columns()).hasSize(3);
    assertThat(table.columns().get(0).type()).isEqualTo(SqlType.BIGINT);
    assertThat(table.columns().get(0).numbering()).isEqualTo(ColumnDefinition.Numbering.USUAL);
    assertThat(table.columns().get(1).type()).isEqualTo(SqlType.decimal(12, 2));
    assertThat(table.columns().get(1).notNull()).isTrue();
    assertThat(table.columns().get(2).type()).isEqualTo(SqlType.varchar(5));
    assertThat(table.constraints())
        .hasExactlyElementsOfTypes(
            TableConstraint.PrimaryKey.class,
            TableConstraint.ForeignKey.class,
            TableConstraint.Unique.class);
    TableConstraint.Unique unique = (TableConstraint.Unique) table.constraints().get(2);
    assertThat(unique.parts()).extracting(part -> part.descending()).containsExactly(true, false);
    assertThat(table.isA(SqlKind.DDL)).isTrue();
  }

  @Test
  void alterTableKeepsItsActionsInOrder() {
    AlterTable alter =
        (AlterTable) MosqlParser.parse("alter table t add a int, drop b, add primary key (a)");
    assertThat(alter.actions())
        .hasExactlyElementsOfTypes(
            AlterAction.AddColumn.class,
            AlterAction.DropColumn.class,
            AlterAction.AddConstraint.class);
  }

  @Test
  void lockingWrapsTheQuery() {
    LockingQuery locking =
        (LockingQuery)
            MosqlParser.parse("select a from t where b = ? order by a limit 1 for update of t");
    assertThat(locking.query()).isInstanceOf(SqlOrderBy.class);
    assertThat(locking.strength()).isEqualTo(LockingQuery.Strength.UPDATE);
    assertThat(locking.tables()).hasSize(1);
    assertThat(MosqlParser.parse("select a from t")).isInstanceOf(SqlSelect.class);
  }

  @Test
  void defaultIsAValueOfInsertAndUpdate() {
    UpdateRows update = (UpdateRows) MosqlParser.parse("update t set a = default");
    SqlNode value = update.values().get(0).value();
    assertThat(value.getKind()).isEqualTo(SqlKind.DEFAULT);
    assertThat(MosqlParser.parse("insert into t values (default)")).isInstanceOf(InsertRows.class);
  }

  @Test
  void expressionsStandAlone() {
    SqlNode node = MosqlParser.parseExpression("A > 0 and \"B\" is not null");
    assertThat(MosqlParser.toSql(node)).isEqualTo("\"a\" > 0 AND \"B\" IS NOT NULL");
    assertThatThrownBy(() -> MosqlParser.parseExpression("a > 0 )"))
        .isInstanceOfSatisfying(
            MosqlException.class,
            e -> {
              assertThat(e.sqlState()).isEqualTo("42601");
              assertThat(e.position()).isEqualTo(7);
            });
  }

  @Test
  void parametersAreNumberedFromTheLeft() {
    assertThat(MosqlParser.parse("insert into t values (?, ?)").toString()).contains("?, ?");
  }

  @Test
  void scriptsAreCutAtSemicolonsOutsideQuotes() {
    assertThat(
            MosqlParser.splitStatements(
                "select ';' ; -- no; statement\n\n;;insert into \"a;b\" values ('it''s;', e'\\';')"
                    + "; /* ; */ select `x;`"))
        .isEqualTo(
            List.of(
                "select ';'",
                "insert into \"a;b\" values ('it''s;', e'\\';')",
                "/* ; */ select `x;`"));
    assertThat(MosqlParser.splitStatements(" ; -- only this\n")).isEmpty();
    assertThat(MosqlParser.splitStatements("select $$;$$, e'a''\\';'; select 2"))
        .containsExactly("select $$;$$, e'a''\\';'", "select 2");
  }

  @Test
  void commentsOfStarsAreComments() {
    assertThat(MosqlParser.toSql(MosqlParser.parse("select /***/ 1 /****/ /**/ /***a***/")))
        .isEqualTo("SELECT 1");
  }

  @Test
  void conformanceIsStrictWhereItMatters() {
    assertThat(MosqlConformance.INSTANCE.isNonStrictGroupBy()).isFalse();
    assertThat(MosqlConformance.INSTANCE.checkedArithmetic()).isTrue();
    assertThat(MosqlConformance.INSTANCE.isFromRequired()).isFalse();
    assertThat(MosqlParser.config().conformance()).isSameAs(MosqlConformance.INSTANCE);
  }

  /** Views are parsed while a short query runs on a thread that must not block. */
  @Test
  void blockingCallsAreNotSyntaxErrors() {
    Interrupts brief =
        new Interrupts(
            () -> {
              throw WouldBlock.signal();
            });
    Interrupts before = brief.begin();
    try {
      assertThatThrownBy(() -> MosqlParser.parse("select a from t")).isInstanceOf(WouldBlock.class);
    } finally {
      Interrupts.end(before);
    }
  }
}

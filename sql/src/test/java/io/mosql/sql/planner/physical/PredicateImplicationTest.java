package io.mosql.sql.planner.physical;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.sql.planner.expression.MosqlTypeFactory;
import java.math.BigDecimal;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlBinaryOperator;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.junit.jupiter.api.Test;

/**
 * Tests implication: it holds exactly when all numbers that meet the premise meet the condition.
 */
final class PredicateImplicationTest {
  private static final List<SqlBinaryOperator> OPERATORS =
      List.of(
          SqlStdOperatorTable.EQUALS,
          SqlStdOperatorTable.NOT_EQUALS,
          SqlStdOperatorTable.LESS_THAN,
          SqlStdOperatorTable.LESS_THAN_OR_EQUAL,
          SqlStdOperatorTable.GREATER_THAN,
          SqlStdOperatorTable.GREATER_THAN_OR_EQUAL);

  private final RexBuilder rex = new RexBuilder(new MosqlTypeFactory());
  private final RelDataType integer = rex.getTypeFactory().createSqlType(SqlTypeName.INTEGER);
  private final RexNode field = rex.makeInputRef(integer, 3);

  private RexNode literal(int value) {
    return rex.makeExactLiteral(BigDecimal.valueOf(value), integer);
  }

  private static boolean holds(SqlBinaryOperator operator, double x, int bound) {
    return switch (operator.getKind()) {
      case EQUALS -> x == bound;
      case NOT_EQUALS -> x != bound;
      case LESS_THAN -> x < bound;
      case LESS_THAN_OR_EQUAL -> x <= bound;
      case GREATER_THAN -> x > bound;
      default -> x >= bound;
    };
  }

  @Test
  void comparisonsWithNumbersAreDecidedAsNumbersAre() {
    for (SqlBinaryOperator given : OPERATORS) {
      for (SqlBinaryOperator wanted : OPERATORS) {
        for (int a = 4; a <= 6; a++) {
          boolean follows = true;
          for (double x = 0; x < 10; x += 0.5) {
            follows &= !holds(given, x, a) || holds(wanted, x, 5);
          }
          RexNode premise = rex.makeCall(given, field, literal(a));
          RexNode condition = rex.makeCall(wanted, field, literal(5));
          assertThat(PredicateImplication.implies(premise, condition))
              .as("%s => %s", premise, condition)
              .isEqualTo(follows);
          RexNode turned = rex.makeCall(SqlStdOperatorTable.GREATER_THAN, literal(a), field);
          assertThat(PredicateImplication.implies(turned, condition))
              .as("%s => %s", turned, condition)
              .isEqualTo(
                  PredicateImplication.implies(
                      rex.makeCall(SqlStdOperatorTable.LESS_THAN, field, literal(a)), condition));
        }
      }
    }
  }

  @Test
  void whatIsComparedIsNotNull() {
    RexNode present = rex.makeCall(SqlStdOperatorTable.IS_NOT_NULL, field);
    RexNode other = rex.makeInputRef(integer, 4);
    for (SqlBinaryOperator given : OPERATORS) {
      assertThat(PredicateImplication.implies(rex.makeCall(given, field, other), present)).isTrue();
      assertThat(PredicateImplication.implies(rex.makeCall(given, other, literal(1)), present))
          .isFalse();
    }
    assertThat(
            PredicateImplication.implies(
                rex.makeCall(SqlStdOperatorTable.IS_NOT_DISTINCT_FROM, field, other), present))
        .isFalse();
  }

  @Test
  void otherFieldsSayNothing() {
    RexNode premise =
        rex.makeCall(SqlStdOperatorTable.GREATER_THAN, rex.makeInputRef(integer, 4), literal(9));
    RexNode condition = rex.makeCall(SqlStdOperatorTable.GREATER_THAN, field, literal(5));
    assertThat(PredicateImplication.implies(premise, condition)).isFalse();
    assertThat(PredicateImplication.implies(condition, condition)).isTrue();
  }
}

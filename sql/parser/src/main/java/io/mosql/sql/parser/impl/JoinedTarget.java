package io.mosql.sql.parser.impl;

import io.mosql.core.error.CoreErrorMessage;
import io.mosql.sql.parser.error.ParserErrorMessage;
import java.util.List;
import org.apache.calcite.sql.JoinConditionType;
import org.apache.calcite.sql.JoinType;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlJoin;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/**
 * The target table of MySQL's UPDATE or DELETE with a join.
 *
 * @param alias alias in the statement; null for none
 * @param joined the join, with the target as its leftmost table
 */
record JoinedTarget(SqlIdentifier table, @Nullable SqlIdentifier alias, SqlNode joined) {
  /** Returns the first table of a join as the target. */
  static JoinedTarget leftmost(SqlNode from) {
    SqlNode first = from;
    while (first instanceof SqlJoin join) {
      first = join.getLeft();
    }
    JoinedTarget target = of(first, brought(from, first));
    if (target == null) {
      throw notATable(first);
    }
    return target;
  }

  /** Returns the table of this name or alias as the target. */
  static JoinedTarget named(SqlNode from, SqlIdentifier name) {
    JoinedTarget target = namedOrNull(from, name);
    if (target == null) {
      throw new GrammarException(
          name.getParserPosition(),
          ParserErrorMessage.TABLE_NOT_IN_JOIN,
          String.join(".", name.names));
    }
    return target;
  }

  /** Returns the table of this name or alias; null where the join has none. */
  static @Nullable JoinedTarget namedOrNull(SqlNode from, SqlIdentifier name) {
    SqlNode leaf = leaf(from, name);
    return leaf == null ? null : of(leaf, brought(from, leaf));
  }

  private static @Nullable SqlNode leaf(SqlNode from, SqlIdentifier name) {
    if (from instanceof SqlJoin join) {
      SqlNode left = leaf(join.getLeft(), name);
      return left != null ? left : leaf(join.getRight(), name);
    }
    JoinedTarget target = of(from, from);
    if (target == null) {
      return null;
    }
    List<String> names = target.alias == null ? target.table.names : target.alias.names;
    int length = Math.min(names.size(), name.names.size());
    boolean same =
        names
            .subList(names.size() - length, names.size())
            .equals(name.names.subList(name.names.size() - length, name.names.size()));
    return same ? from : null;
  }

  private static @Nullable JoinedTarget of(SqlNode leaf, SqlNode joined) {
    if (leaf instanceof SqlIdentifier table) {
      return new JoinedTarget(table, null, joined);
    }
    if (leaf.getKind() == SqlKind.AS
        && ((SqlCall) leaf).operandCount() == 2
        && ((SqlCall) leaf).operand(0) instanceof SqlIdentifier table) {
      return new JoinedTarget(table, ((SqlCall) leaf).operand(1), joined);
    }
    return null;
  }

  /**
   * Returns the join with a table moved to the leftmost place. Only the sides of inner joins are
   * exchanged. The table cannot be on the nullable side of an outer join, since null-extended rows
   * are not rows of the table.
   */
  private static SqlNode brought(SqlNode from, SqlNode leaf) {
    if (from == leaf || !(from instanceof SqlJoin join)) {
      return from;
    }
    boolean right = contains(join.getRight(), leaf);
    boolean nullable =
        switch (join.getJoinType()) {
          case FULL -> true;
          case LEFT -> right;
          case RIGHT -> !right;
          default -> false;
        };
    if (nullable) {
      throw unsupported(leaf, "the side of an outer join that may be NULL");
    }
    if (!right) {
      return join(join, brought(join.getLeft(), leaf), join.getRight());
    }
    if (!inner(join)) {
      throw unsupported(leaf, "the right of an outer join");
    }
    if (join.isNatural() || join.getConditionType() == JoinConditionType.USING) {
      throw unsupported(leaf, "the right of NATURAL JOIN or USING");
    }
    return join(join, brought(join.getRight(), leaf), join.getLeft());
  }

  private static GrammarException unsupported(SqlNode leaf, String where) {
    return new GrammarException(
        leaf.getParserPosition(), CoreErrorMessage.UNSUPPORTED, "a change of a table on " + where);
  }

  private static boolean inner(SqlJoin join) {
    return switch (join.getJoinType()) {
      case INNER, CROSS, COMMA -> true;
      default -> false;
    };
  }

  private static SqlNode join(SqlJoin join, SqlNode left, SqlNode right) {
    JoinType type =
        join.getJoinType() == JoinType.COMMA && right instanceof SqlJoin
            ? JoinType.CROSS
            : join.getJoinType();
    return new SqlJoin(
        join.getParserPosition(),
        left,
        SqlLiteral.createBoolean(join.isNatural(), SqlParserPos.ZERO),
        type.symbol(SqlParserPos.ZERO),
        right,
        join.getConditionType().symbol(SqlParserPos.ZERO),
        join.getCondition());
  }

  private static boolean contains(SqlNode from, SqlNode leaf) {
    return from == leaf
        || from instanceof SqlJoin join
            && (contains(join.getLeft(), leaf) || contains(join.getRight(), leaf));
  }

  private static GrammarException notATable(SqlNode node) {
    return new GrammarException(
        node.getParserPosition(),
        CoreErrorMessage.UNSUPPORTED,
        "a change of a relation that is not a table");
  }
}

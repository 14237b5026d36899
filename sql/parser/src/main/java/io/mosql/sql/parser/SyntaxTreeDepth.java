package io.mosql.sql.parser;

import io.mosql.sql.parser.error.ParserErrorMessage;
import java.util.ArrayDeque;
import java.util.Deque;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.jspecify.annotations.Nullable;

/** Limits the depth of a syntax tree, because every later phase traverses it recursively. */
final class SyntaxTreeDepth {
  /** Maximum depth; a chain of ANDs, ORs or additions is as deep as it is long. */
  static final int MAX = 1000;

  private record Level(SqlNode node, int depth) {}

  private SyntaxTreeDepth() {}

  static void check(SqlNode root) {
    Deque<Level> open = new ArrayDeque<>();
    open.push(new Level(root, 1));
    while (!open.isEmpty()) {
      Level level = open.pop();
      if (level.depth > MAX) {
        throw ParserErrorMessage.NESTED_DEEPER_THAN.error(MAX);
      }
      Iterable<? extends @Nullable SqlNode> children =
          level.node instanceof SqlCall call
              ? call.getOperandList()
              : level.node instanceof SqlNodeList list ? list : java.util.List.of();
      for (@Nullable SqlNode child : children) {
        if (child instanceof SqlCall || child instanceof SqlNodeList) {
          open.push(new Level(child, level.depth + 1));
        }
      }
    }
  }
}

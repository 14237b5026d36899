package io.mosql.sql.exec.join;

import io.mosql.sql.exec.expression.ExpressionCompiler;
import io.mosql.sql.exec.runtime.ExecutionContext;
import io.mosql.sql.exec.runtime.RowStream;
import org.apache.calcite.rel.core.JoinRelType;
import org.jspecify.annotations.Nullable;

/**
 * Base of joins that iterate over the left rows and, for each, over the candidate right rows. Not
 * thread-safe.
 */
abstract class JoinStream implements RowStream {
  private final int leftWidth;
  private final int rightWidth;
  private final JoinRelType type;
  private final ExpressionCompiler.Predicate condition;
  private final ExecutionContext context;
  private final RowStream left;
  private @Nullable Object @Nullable [] leftRow;
  private RowStream right = RowStream.EMPTY;
  private boolean found;
  private boolean ended;

  JoinStream(
      int leftWidth,
      int rightWidth,
      JoinRelType type,
      ExpressionCompiler.Predicate condition,
      ExecutionContext context,
      RowStream left) {
    this.leftWidth = leftWidth;
    this.rightWidth = rightWidth;
    this.type = type;
    this.condition = condition;
    this.context = context;
    this.left = left;
  }

  abstract RowStream matches(@Nullable Object[] leftRow);

  /** Whether it is known that no left row will have a candidate. */
  boolean hasNoCandidates() {
    return false;
  }

  /** Called for each right row that matched. */
  @SuppressWarnings("UnusedVariable")
  void onMatch(@Nullable Object[] rightRow) {}

  @Override
  public @Nullable Object @Nullable [] next() {
    while (!ended) {
      Object[] current = leftRow;
      if (current == null) {
        current = left.next();
        if (current == null) {
          return null;
        }
        leftRow = current;
        right = matches(current);
        found = false;
        if (hasNoCandidates() && (type == JoinRelType.INNER || type == JoinRelType.SEMI)) {
          ended = true;
          break;
        }
      }
      for (Object[] candidate = right.next(); candidate != null; candidate = right.next()) {
        context.step();
        Object[] joined = concat(current, leftWidth, candidate, rightWidth);
        if (condition.test(joined, context)) {
          found = true;
          onMatch(candidate);
          if (type == JoinRelType.SEMI) {
            leftRow = null;
            return current;
          }
          if (type == JoinRelType.ANTI) {
            break;
          }
          return joined;
        }
      }
      leftRow = null;
      if (!found && type == JoinRelType.LEFT) {
        return concat(current, leftWidth, new Object[0], rightWidth);
      }
      if (!found && type == JoinRelType.ANTI) {
        return current;
      }
    }
    return null;
  }

  /** Concatenates left and right fields; a missing side is filled with NULLs. */
  static @Nullable Object[] concat(
      @Nullable Object[] left, int leftWidth, @Nullable Object[] right, int rightWidth) {
    Object[] joined = new Object[leftWidth + rightWidth];
    System.arraycopy(left, 0, joined, 0, leftWidth);
    System.arraycopy(right, 0, joined, leftWidth, Math.min(right.length, rightWidth));
    return joined;
  }
}

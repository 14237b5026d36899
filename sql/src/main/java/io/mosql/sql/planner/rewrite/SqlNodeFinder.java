package io.mosql.sql.planner.rewrite;

import java.util.function.Predicate;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.jspecify.annotations.Nullable;

/** Searches of syntax trees for a call or a name. */
public final class SqlNodeFinder extends SqlBasicVisitor<@Nullable Void> {
  /** Enters no query. */
  public static final Predicate<SqlCall> OUTSIDE_QUERIES = call -> !call.isA(SqlKind.QUERY);

  private static final Predicate<SqlCall> EVERYWHERE = call -> true;

  private final Predicate<SqlCall> calls;
  private final Predicate<SqlIdentifier> names;
  private final Predicate<SqlCall> entered;
  private boolean found;

  private SqlNodeFinder(
      Predicate<SqlCall> calls, Predicate<SqlIdentifier> names, Predicate<SqlCall> entered) {
    this.calls = calls;
    this.names = names;
    this.entered = entered;
  }

  /** Whether the tree has such a call. */
  public static boolean hasCall(SqlNode node, Predicate<SqlCall> sought) {
    return hasCall(node, sought, EVERYWHERE);
  }

  /** Whether the tree has such a call; calls that are not entered are only looked at themselves. */
  public static boolean hasCall(
      SqlNode node, Predicate<SqlCall> sought, Predicate<SqlCall> entered) {
    return new SqlNodeFinder(sought, name -> false, entered).finds(node);
  }

  /** Whether the tree has such a name. */
  public static boolean hasName(SqlNode node, Predicate<SqlIdentifier> sought) {
    return hasName(node, sought, EVERYWHERE);
  }

  /** Whether the tree has such a name outside of the calls that are not entered. */
  public static boolean hasName(
      SqlNode node, Predicate<SqlIdentifier> sought, Predicate<SqlCall> entered) {
    return new SqlNodeFinder(call -> false, sought, entered).finds(node);
  }

  private boolean finds(SqlNode node) {
    node.accept(this);
    return found;
  }

  @Override
  public @Nullable Void visit(SqlIdentifier name) {
    found |= names.test(name);
    return null;
  }

  @Override
  public @Nullable Void visit(SqlCall call) {
    found = found || calls.test(call);
    return found || !entered.test(call) ? null : super.visit(call);
  }
}

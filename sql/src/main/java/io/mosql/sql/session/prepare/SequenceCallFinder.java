package io.mosql.sql.session.prepare;

import java.util.Locale;
import java.util.Set;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.jspecify.annotations.Nullable;

/** Detects calls that advance or set a sequence. */
public final class SequenceCallFinder extends SqlBasicVisitor<@Nullable Void> {
  private static final Set<String> NAMES = Set.of("NEXTVAL", "SETVAL", "NEXT_VALUE");

  private boolean found;

  private SequenceCallFinder() {}

  public static boolean occurIn(SqlNode statement) {
    SequenceCallFinder calls = new SequenceCallFinder();
    statement.accept(calls);
    return calls.found;
  }

  @Override
  public @Nullable Void visit(SqlCall call) {
    found |= NAMES.contains(call.getOperator().getName().toUpperCase(Locale.ROOT));
    return super.visit(call);
  }
}

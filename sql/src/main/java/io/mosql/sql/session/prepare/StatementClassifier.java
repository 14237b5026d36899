package io.mosql.sql.session.prepare;

import io.mosql.core.error.MosqlException;
import io.mosql.core.session.PreparedStatementHandle;
import io.mosql.core.session.StatementKind;
import io.mosql.sql.copy.CopyOptions;
import io.mosql.sql.ddl.SchemaStatements;
import io.mosql.sql.parser.ast.admin.CopyStatement;
import io.mosql.sql.parser.ast.admin.MaintenanceStatement;
import io.mosql.sql.parser.ast.ddl.AlterTable;
import io.mosql.sql.parser.ast.ddl.CreateIndex;
import io.mosql.sql.parser.ast.ddl.CreateTemporary;
import io.mosql.sql.parser.ast.session.Explain;
import io.mosql.sql.parser.ast.session.SavepointStatement;
import io.mosql.sql.parser.ast.session.SetConstraints;
import io.mosql.sql.parser.ast.session.SetOption;
import io.mosql.sql.parser.ast.session.SetSchema;
import io.mosql.sql.parser.ast.session.Show;
import io.mosql.sql.parser.ast.session.ShowObjects;
import io.mosql.sql.parser.ast.session.TransactionControl;
import io.mosql.sql.parser.ast.session.TwoPhaseCommit;
import io.mosql.sql.privilege.GrantStatements;
import io.mosql.sql.privilege.NodeCommandFactory;
import java.util.Locale;
import java.util.Set;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.jspecify.annotations.Nullable;

/**
 * Classifies statements by their side effects, from their syntax tree. An unknown statement is
 * classified as having effects that no rollback undoes, so that clients never retry it
 * automatically.
 */
final class StatementClassifier {
  /** The name for modes of the next transaction; see {@code PreparedStatementHandle#setting}. */
  static final String NEXT_TRANSACTION = "transaction";

  /**
   * Settings that are part of the reported session state; a session that replaces this one is
   * opened with them.
   */
  private static final Set<String> REPORTED =
      Set.of("autocommit", "current_schema", "schema", "search_path", "transaction_isolation");

  private StatementClassifier() {}

  static StatementKind of(SqlNode node) {
    if (node instanceof Explain explain) {
      return explain.options().has(Explain.Option.ANALYZE)
          ? of(explain.statement())
          : StatementKind.READ;
    }
    if (NodeCommandFactory.isNodeStatement(node)) {
      return StatementKind.NOT_TRANSACTIONAL;
    }
    if (node instanceof CreateIndex || node instanceof AlterTable) {
      // A large index is built by transactions of its own.
      return StatementKind.SEVERAL_TRANSACTIONS;
    }
    if (SchemaStatements.handles(node) || GrantStatements.handles(node)) {
      return StatementKind.SCHEMA;
    }
    if (node instanceof TransactionControl control) {
      return switch (control.kind()) {
        case COMMIT -> StatementKind.COMMIT;
        case ROLLBACK -> StatementKind.ROLLBACK;
        case BEGIN, SET_TRANSACTION, SET_SESSION -> StatementKind.SESSION;
      };
    }
    if (node instanceof SetOption set) {
      if (set.scope() == SetOption.Scope.PERSIST) {
        return StatementKind.WRITE;
      }
      return name(set).equals("autocommit") ? StatementKind.COMMIT : StatementKind.SESSION;
    }
    if (node instanceof TwoPhaseCommit statement) {
      return statement.kind() == TwoPhaseCommit.Kind.PREPARE
          ? StatementKind.COMMIT
          : StatementKind.NOT_TRANSACTIONAL;
    }
    if (node instanceof SetSchema
        || node instanceof SetConstraints
        || node instanceof SavepointStatement) {
      return StatementKind.SESSION;
    }
    if (node instanceof Show || node instanceof ShowObjects) {
      return StatementKind.READ;
    }
    if (node instanceof CopyStatement copy) {
      return of(copy);
    }
    if (node instanceof MaintenanceStatement maintenance) {
      return switch (maintenance.kind()) {
        case VACUUM -> StatementKind.READ;
        case ANALYZE -> StatementKind.WRITE;
        case CHECKPOINT, SHUTDOWN -> StatementKind.NOT_TRANSACTIONAL;
      };
    }
    return Effects.of(node);
  }

  private static StatementKind of(CopyStatement copy) {
    if (copy.direction() == CopyStatement.Direction.TO) {
      return StatementKind.NOT_TRANSACTIONAL;
    }
    try {
      return CopyOptions.of(copy).batch() == 0
          ? StatementKind.WRITE
          : StatementKind.SEVERAL_TRANSACTIONS;
    } catch (MosqlException e) {
      // The execution reports the same error.
      return StatementKind.SEVERAL_TRANSACTIONS;
    }
  }

  /** The setting that a statement changes; see {@code PreparedStatementHandle#setting}. */
  static String setting(SqlNode node) {
    if (node instanceof SetOption set && set.scope() == SetOption.Scope.SESSION) {
      String name = name(set);
      return REPORTED.contains(name) ? "" : name;
    }
    if (node instanceof CreateTemporary) {
      return PreparedStatementHandle.TEMPORARY_OBJECTS;
    }
    return node instanceof TransactionControl control
            && control.kind() == TransactionControl.Kind.SET_TRANSACTION
        ? NEXT_TRANSACTION
        : "";
  }

  private static String name(SetOption set) {
    return String.join(".", set.name().names).toLowerCase(Locale.ROOT);
  }

  /** Collects the side effects of a query or modification from its whole syntax tree. */
  private static final class Effects extends SqlBasicVisitor<@Nullable Void> {
    private boolean query;
    private boolean writes;
    private boolean sets;

    static StatementKind of(SqlNode node) {
      Effects effects = new Effects();
      node.accept(effects);
      if (effects.sets || !effects.query && !effects.writes) {
        return StatementKind.NOT_TRANSACTIONAL;
      }
      return effects.writes ? StatementKind.WRITE : StatementKind.READ;
    }

    @Override
    public @Nullable Void visit(SqlCall call) {
      query |= call.isA(SqlKind.QUERY);
      writes |= call.isA(SqlKind.DML);
      sets |= call.getOperator().getName().equalsIgnoreCase("SETVAL");
      return super.visit(call);
    }
  }
}

package io.mosql.sql.session.command;

import io.mosql.core.error.MosqlException;
import io.mosql.core.port.AuditLog;
import io.mosql.core.session.StatementResult;
import io.mosql.core.session.StatementText;
import io.mosql.sql.error.SqlErrorMessage;
import io.mosql.sql.parser.ast.admin.AccountStatement;
import io.mosql.sql.parser.ast.admin.AlterCluster;
import io.mosql.sql.parser.ast.admin.AlterOwner;
import io.mosql.sql.parser.ast.admin.DatabaseStatement;
import io.mosql.sql.parser.ast.admin.GrantPrivileges;
import io.mosql.sql.parser.ast.admin.GrantRoles;
import io.mosql.sql.parser.ast.session.KillStatement;
import io.mosql.sql.parser.ast.session.SetOption;
import io.mosql.sql.privilege.AccountService;
import io.mosql.sql.privilege.NodeCommandFactory;
import io.mosql.sql.session.context.DatabaseContext;
import io.mosql.sql.session.prepare.Prepared;
import io.mosql.sql.session.result.StatementErrors;
import io.mosql.sql.session.transaction.SessionTransaction;
import org.apache.calcite.sql.SqlNode;
import org.jspecify.annotations.Nullable;

/**
 * Runs statements on accounts, databases and nodes, and writes changes of privileges to the audit
 * log.
 */
public final class AdministrationRunner {
  private AdministrationRunner() {}

  /**
   * Runs a statement about accounts or databases.
   *
   * @throws MosqlException 25001 within a transaction, else as {@link
   *     io.mosql.sql.privilege.AccountService#run}
   */
  static void run(CommandContext session, String sql, SqlNode statement) {
    SessionTransaction transaction = session.transaction();
    if (transaction.isActive() || !transaction.autoCommit()) {
      throw SqlErrorMessage.ADMINISTRATION_IN_TRANSACTION.error();
    }
    if (transaction.readOnly()) {
      throw SqlErrorMessage.ADMINISTRATION_IN_READ_ONLY_SESSION.error();
    }
    transaction.releaseSingle();
    DatabaseContext database = session.database();
    database
        .accounts()
        .execute(
            NodeCommandFactory.of(statement),
            new AccountService.StatementOrigin(sql, database.name()),
            session.principal());
  }

  /**
   * Runs a command or schema statement; a statement on privileges or schemas is written to the
   * audit log, with its success or error.
   */
  public static StatementResult runAudited(CommandContext session, String sql, Prepared prepared) {
    SqlNode statement =
        prepared instanceof Prepared.Command command
            ? command.statement()
            : ((Prepared.SchemaStatement) prepared).statement();
    AuditLog.Kind kind = kind(statement);
    try {
      StatementResult result = execute(session, prepared);
      if (kind != null) {
        audit(session, kind, sql, null);
      }
      return result;
    } catch (Throwable thrown) {
      if (kind != null) {
        audit(session, kind, sql, StatementErrors.toClientError(thrown).sqlState());
      }
      throw thrown;
    }
  }

  private static StatementResult execute(CommandContext session, Prepared prepared) {
    if (prepared instanceof Prepared.Command command) {
      return CommandRunner.run(session, command);
    }
    return StatementResult.Update.of(
        SchemaRunner.run(session, (Prepared.SchemaStatement) prepared));
  }

  private static void audit(
      CommandContext session, AuditLog.Kind kind, String sql, @Nullable String sqlState) {
    DatabaseContext database = session.database();
    database
        .accounts()
        .audit()
        .record(
            new AuditLog.Event(
                kind,
                session.principal().user(),
                session.principal().clientAddress(),
                database.name(),
                sqlState,
                StatementText.redacted(sql)));
  }

  private static AuditLog.@Nullable Kind kind(SqlNode statement) {
    if (statement instanceof AccountStatement) {
      return AuditLog.Kind.ACCOUNT;
    }
    if (statement instanceof GrantPrivileges
        || statement instanceof GrantRoles
        || statement instanceof AlterOwner) {
      return AuditLog.Kind.RIGHTS;
    }
    if (statement instanceof DatabaseStatement) {
      return AuditLog.Kind.DATABASE;
    }
    if (statement instanceof AlterCluster) {
      return AuditLog.Kind.CLUSTER;
    }
    if (statement instanceof KillStatement) {
      return AuditLog.Kind.KILL;
    }
    boolean schema =
        io.mosql.sql.ddl.SchemaStatements.handles(statement)
            || statement instanceof SetOption set && set.scope() == SetOption.Scope.PERSIST;
    return schema ? AuditLog.Kind.SCHEMA : null;
  }
}

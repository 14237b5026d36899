package io.mosql.sql.session.command;

import io.mosql.core.session.ColumnInfo;
import io.mosql.core.session.Session.Isolation;
import io.mosql.core.session.StatementResult;
import io.mosql.core.type.SqlType;
import io.mosql.sql.error.SqlErrorMessage;
import io.mosql.sql.parser.ast.admin.BackupStatement;
import io.mosql.sql.parser.ast.admin.CopyStatement;
import io.mosql.sql.parser.ast.admin.MaintenanceStatement;
import io.mosql.sql.parser.ast.session.Explain;
import io.mosql.sql.parser.ast.session.KillStatement;
import io.mosql.sql.parser.ast.session.SavepointStatement;
import io.mosql.sql.parser.ast.session.SetConstraints;
import io.mosql.sql.parser.ast.session.SetOption;
import io.mosql.sql.parser.ast.session.SetSchema;
import io.mosql.sql.parser.ast.session.Show;
import io.mosql.sql.parser.ast.session.ShowObjects;
import io.mosql.sql.parser.ast.session.TransactionControl;
import io.mosql.sql.parser.ast.session.TransactionModes;
import io.mosql.sql.parser.ast.session.TwoPhaseCommit;
import io.mosql.sql.privilege.NodeCommandFactory;
import io.mosql.sql.session.prepare.Prepared;
import java.util.List;
import org.apache.calcite.sql.SqlNode;

/** Runs statements that are neither queries nor changes of rows or schema. */
public final class CommandRunner {
  private CommandRunner() {}

  public static List<ColumnInfo> columns(SqlNode node) {
    if (node instanceof Explain) {
      return List.of(text("plan"));
    }
    if (node instanceof BackupStatement) {
      return BackupRunner.columns();
    }
    if (node instanceof Show show) {
      return ShowRunner.columns(show);
    }
    if (node instanceof ShowObjects show) {
      return ShowRunner.columns(show);
    }
    return List.of();
  }

  static ColumnInfo text(String label) {
    return new ColumnInfo(label, SqlType.TEXT, true, false, "", "", "");
  }

  static StatementResult run(CommandContext session, Prepared.Command command) {
    SqlNode node = command.statement();
    if (node instanceof Explain explain) {
      return ExplainRunner.run(session, command, explain);
    }
    if (node instanceof Show show) {
      return ShowRunner.run(session, command, show);
    }
    if (node instanceof ShowObjects show) {
      return ShowRunner.run(session, command, show);
    }
    if (node instanceof BackupStatement backup) {
      return BackupRunner.run(session, backup);
    }
    if (NodeCommandFactory.isNodeStatement(node)) {
      AdministrationRunner.run(session, command.sql(), node);
      return StatementResult.Update.of(0);
    }
    if (node instanceof CopyStatement copy) {
      return CopyRunner.run(session, copy);
    }
    if (node instanceof TransactionControl control) {
      control(session, control);
    } else if (node instanceof SavepointStatement savepoint) {
      String name = savepoint.name().getSimple();
      switch (savepoint.kind()) {
        case SET -> session.savepoint(name);
        case RELEASE -> session.release(name);
        case ROLLBACK_TO -> session.rollbackTo(name);
      }
    } else if (node instanceof TwoPhaseCommit statement) {
      PreparedTransactionRunner.run(session, statement);
    } else if (node instanceof SetSchema set) {
      SessionSettings.setSchema(session, set.name().getSimple());
    } else if (node instanceof SetConstraints set) {
      ConstraintsRunner.run(session, set);
    } else if (node instanceof SetOption set) {
      SessionSettings.set(session, set);
    } else if (node instanceof MaintenanceStatement maintenance) {
      maintain(session, maintenance);
    } else if (node instanceof KillStatement kill) {
      KillRunner.run(session, kill);
    } else {
      throw SqlErrorMessage.STATEMENT_UNSUPPORTED.error();
    }
    return StatementResult.Update.of(0);
  }

  private static void control(CommandContext session, TransactionControl control) {
    TransactionModes.Level wanted = control.modes().level();
    Isolation level = wanted == null ? null : isolation(wanted);
    Boolean readOnly = control.modes().readOnly();
    switch (control.kind()) {
      case BEGIN -> session.transaction().begin(level, readOnly);
      case COMMIT -> session.commit();
      case ROLLBACK -> session.rollback();
      case SET_TRANSACTION -> {
        session.transaction().requireNotBegun();
        session.settings().setNext(level, readOnly);
      }
      case SET_SESSION -> session.settings().set(level, readOnly);
    }
  }

  private static Isolation isolation(TransactionModes.Level level) {
    return switch (level) {
      case READ_UNCOMMITTED, READ_COMMITTED -> Isolation.READ_COMMITTED;
      case REPEATABLE_READ -> Isolation.REPEATABLE_READ;
      case SERIALIZABLE -> Isolation.SERIALIZABLE;
    };
  }

  private static void maintain(CommandContext session, MaintenanceStatement maintenance) {
    switch (maintenance.kind()) {
      case VACUUM -> {
        // Row versions are freed with the snapshots that retain them.
      }
      case ANALYZE -> AnalyzeRunner.run(session, maintenance);
      case CHECKPOINT -> {
        session.rights().requireAdministrator("CHECKPOINT");
        session.database().store().checkpoint();
      }
      case SHUTDOWN -> {
        session.rights().requireAdministrator("SHUTDOWN");
        session.services().shutdown().run();
      }
    }
  }
}

package io.mosql.sql.session.command;

import io.mosql.core.session.ColumnInfo;
import io.mosql.core.session.StatementResult;
import io.mosql.core.type.SqlType;
import io.mosql.sql.copy.CopyProgress;
import io.mosql.sql.parser.ast.admin.BackupStatement;
import io.mosql.sql.session.result.CommandResultRows;
import io.mosql.storage.backup.Backup;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Runs BACKUP TO: backs up the state committed at its start, independent of the session's
 * transaction.
 */
final class BackupRunner {
  private static final List<String> NAMES =
      List.of(
          "position",
          "segments",
          "segments_copied",
          "segments_removed",
          "bytes",
          "bytes_copied",
          "micros");

  private BackupRunner() {}

  static List<ColumnInfo> columns() {
    return NAMES.stream()
        .map(name -> new ColumnInfo(name, SqlType.BIGINT, false, false, "", "", ""))
        .toList();
  }

  static StatementResult run(CommandContext session, BackupStatement backup) {
    session.rights().requireAdministrator("BACKUP");
    CopyProgress progress = new CopyProgress("BACKUP", "(database)", backup.directory());
    session.facts().setProgress(progress);
    try {
      Backup.Figures figures =
          session
              .services()
              .backups()
              .write(
                  backup.directory(),
                  backup.verify(),
                  (done, total) -> {
                    progress.setBytes(done, total);
                    session.interruption().check();
                  });
      List<@Nullable Object[]> rows = new ArrayList<>();
      rows.add(
          new Object[] {
            figures.position(),
            (long) figures.segments(),
            (long) figures.copied(),
            (long) figures.removed(),
            figures.bytes(),
            figures.copiedBytes(),
            figures.micros()
          });
      return new CommandResultRows(columns(), rows);
    } finally {
      session.facts().setProgress(null);
    }
  }
}

package io.mosql.server;

import io.mosql.core.error.MosqlException;
import io.mosql.engine.tool.DatabaseBackup;
import io.mosql.storage.backup.Backup;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Command that backs up a database while it is not open. */
@Command(
    name = "backup",
    description = {
      "Backs up a database that is not open; use the statement BACKUP TO for an open database.",
      "A backup into the directory of an earlier one copies changed files only."
    },
    mixinStandardHelpOptions = true,
    exitCodeListHeading = "Exit codes:%n",
    exitCodeList = {
      "0:Success.",
      "1:Failure; an existing backup is unchanged.",
      "2:Invalid command line."
    })
final class BackupCommand implements Callable<Integer> {
  private static final String FILE_URL = "jdbc:mosql:file:";

  @Parameters(
      index = "0",
      paramLabel = "DATABASE",
      description = "directory of the database, or its URL jdbc:mosql:file:path")
  private String database;

  @Parameters(
      index = "1",
      paramLabel = "TARGET",
      description = "directory of the backup: an earlier backup, or an empty or absent directory")
  private Path target;

  @Option(
      names = "--size-only",
      description =
          "compare existing files of the backup by size only; otherwise they are read and compared"
              + " by hash")
  private boolean sizeOnly;

  @Spec private CommandSpec spec;

  // Picocli fills in the fields before anything runs.
  @SuppressWarnings("NullAway.Init")
  BackupCommand() {}

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    TerminalToolReport report = new TerminalToolReport(out, spec.commandLine().getErr(), 0);
    try {
      Backup.Figures figures =
          DatabaseBackup.write(
              path(), target, !sizeOnly, (done, total) -> report.progress("backup", done, total));
      report.done("position", Long.toString(figures.position()));
      report.done(
          "segments",
          figures.copied()
              + " copied, "
              + (figures.segments() - figures.copied())
              + " unchanged, "
              + figures.removed()
              + " removed");
      report.done("bytes", figures.bytes() + ", " + figures.copiedBytes() + " of them copied");
      report.done("time", figures.micros() / 1000 + " ms");
      return 0;
    } catch (MosqlException e) {
      report.end();
      ToolErrors.print(e, spec.commandLine().getErr());
      return 1;
    }
  }

  private Path path() {
    if (!database.startsWith("jdbc:")) {
      return Path.of(database);
    }
    String path = database.startsWith(FILE_URL) ? database.substring(FILE_URL.length()) : "";
    if (path.isEmpty() || path.contains("?")) {
      throw new ParameterException(
          spec.commandLine(),
          "expected a directory or a URL jdbc:mosql:file:path; use the statement BACKUP TO for"
              + " other databases");
    }
    return Path.of(path);
  }
}

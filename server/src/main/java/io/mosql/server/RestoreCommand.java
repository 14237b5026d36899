package io.mosql.server;

import io.mosql.core.error.MosqlException;
import io.mosql.core.type.DateTimes;
import io.mosql.engine.tool.DatabaseRestore;
import io.mosql.storage.Restoration;
import io.mosql.storage.commit.RecoveryTarget;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Command that restores a database from a backup and the log archived after the backup. */
@Command(
    name = "restore",
    description = {
      "Restores a database from a backup.",
      "With --log, the log of the database is replayed after the backup, to its end or to a target"
          + " position or time."
    },
    mixinStandardHelpOptions = true,
    exitCodeListHeading = "Exit codes:%n",
    exitCodeList = {
      "0:Success.",
      "1:Failure; incomplete files were deleted.",
      "2:Invalid command line."
    })
final class RestoreCommand implements Callable<Integer> {
  @Parameters(index = "0", paramLabel = "BACKUP", description = "Directory of the backup.")
  private Path backup;

  @Parameters(
      index = "1",
      paramLabel = "TARGET",
      description = "directory for the database; empty or absent")
  private Path target;

  @Option(
      names = "--log",
      paramLabel = "DIR",
      description = "directory of the database with the log to replay; the database may be open")
  private @Nullable Path log;

  /** Recovery target; at most one of the options may be given. */
  static final class End {
    @Option(
        names = "--position",
        required = true,
        paramLabel = "N",
        description = "target position, inclusive")
    private @Nullable Long position;

    @Option(
        names = "--time",
        required = true,
        paramLabel = "TIME",
        description =
            "target time in the local time zone, inclusive: 'yyyy-mm-dd hh:mm:ss[.ffffff]'")
    private @Nullable String time;

    End() {}
  }

  @ArgGroup(exclusive = true)
  private @Nullable End end;

  @Spec private CommandSpec spec;

  // Picocli fills in the fields before anything runs.
  @SuppressWarnings("NullAway.Init")
  RestoreCommand() {}

  @Override
  public Integer call() {
    RecoveryTarget until = until();
    if (log == null && !(until instanceof RecoveryTarget.EndOfLog)) {
      throw new ParameterException(spec.commandLine(), "--position and --time require --log");
    }
    PrintWriter out = spec.commandLine().getOut();
    TerminalToolReport report = new TerminalToolReport(out, spec.commandLine().getErr(), 0);
    try {
      Restoration.Result result = DatabaseRestore.restore(backup, target, log, until, report);
      report.done("position", Long.toString(result.position()));
      if (result.lastWallMicros() != 0) {
        report.done("time", local(result.lastWallMicros()));
      }
      if (result.logEnded()) {
        report.done("end", "end of log");
      }
      return 0;
    } catch (MosqlException e) {
      report.end();
      ToolErrors.print(e, spec.commandLine().getErr());
      return 1;
    }
  }

  private RecoveryTarget until() {
    if (end == null) {
      return RecoveryTarget.LOG;
    }
    if (end.position != null) {
      return new RecoveryTarget.Position(end.position);
    }
    try {
      LocalDateTime local = DateTimes.dateTime(DateTimes.parseTimestamp(String.valueOf(end.time)));
      return new RecoveryTarget.Time(
          ChronoUnit.MICROS.between(
              java.time.Instant.EPOCH, local.atZone(ZoneId.systemDefault()).toInstant()));
    } catch (RuntimeException e) {
      throw new ParameterException(
          spec.commandLine(),
          "invalid --time: " + end.time + "; expected 'yyyy-mm-dd hh:mm:ss[.ffffff]'",
          e);
    }
  }

  private static String local(long wallMicros) {
    return DateTimes.formatTimestamp(
        DateTimes.micros(
            LocalDateTime.ofInstant(
                java.time.Instant.EPOCH.plus(wallMicros, ChronoUnit.MICROS),
                ZoneId.systemDefault())));
  }
}

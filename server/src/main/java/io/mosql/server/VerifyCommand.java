package io.mosql.server;

import io.mosql.core.error.MosqlException;
import io.mosql.engine.tool.DatabaseVerification;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Command that reads a whole database or backup and reports damage. */
@Command(
    name = "verify",
    description = {
      "Checks all files of a backup, or of a database that is not open, for corruption.",
      "Files are not changed. The log after the last checkpoint is replayed in memory."
    },
    mixinStandardHelpOptions = true,
    exitCodeListHeading = "Exit codes:%n",
    exitCodeList = {
      "0:No problems.",
      "1:Problems found.",
      "2:The database could not be read, or invalid command line."
    })
final class VerifyCommand implements Callable<Integer> {
  @Parameters(paramLabel = "DIR", description = "Directory of the database or backup.")
  private Path directory;

  @Option(
      names = "--problems",
      paramLabel = "N",
      defaultValue = "20",
      description = "maximum number of problems to print (default: ${DEFAULT-VALUE})")
  private long problemsMax;

  @Spec private CommandSpec spec;

  // Picocli fills in the fields before anything runs.
  @SuppressWarnings("NullAway.Init")
  VerifyCommand() {}

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    TerminalToolReport report =
        new TerminalToolReport(out, spec.commandLine().getErr(), problemsMax);
    try {
      long problems = DatabaseVerification.verify(directory, report);
      report.end();
      out.println(
          problems == 0 ? "no problems" : problems == 1 ? "1 problem" : problems + " problems");
      out.flush();
      return problems == 0 ? 0 : 1;
    } catch (MosqlException e) {
      report.end();
      ToolErrors.print(e, spec.commandLine().getErr());
      return 2;
    }
  }
}

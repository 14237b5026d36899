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
      "Reads all of a database that is not open, or of a backup, and says what is wrong with it.",
      "Changes nothing. What the log has beyond the last checkpoint is applied in memory."
    },
    mixinStandardHelpOptions = true,
    exitCodeListHeading = "Exit codes:%n",
    exitCodeList = {
      "0:Nothing is wrong.",
      "1:Problems were found and printed.",
      "2:The database cannot be looked at, or the command line is wrong."
    })
final class VerifyCommand implements Callable<Integer> {
  @Parameters(paramLabel = "DIR", description = "Directory of the database or backup.")
  private Path directory;

  @Option(
      names = "--problems",
      paramLabel = "N",
      defaultValue = "20",
      description = "How many problems are printed, at most (default: ${DEFAULT-VALUE}).")
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

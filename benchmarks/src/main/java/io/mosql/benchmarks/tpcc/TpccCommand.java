package io.mosql.benchmarks.tpcc;

import io.mosql.benchmarks.tpcc.model.Scale;
import io.mosql.benchmarks.tpcc.run.RunPlan;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Options of tpcc; flags go before the property file, that before the defaults. */
@Command(
    name = "tpcc",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = "Loads TPC-C tables, runs the five transactions, and checks what is left.",
    exitCodeListHeading = "Exit codes:%n",
    exitCodeList = {
      "0:all transactions ran, all conditions hold",
      "1:a transaction failed, or something is not as it should be",
      "2:the command line makes no sense",
      "3:refused, for example because the directory is on tmpfs"
    })
@SuppressWarnings("NullAway.Init")
public final class TpccCommand implements Callable<Integer> {
  /** Keeps a password out of the list of processes. */
  public static final String PASSWORD_VARIABLE = "MOSQL_TPCC_PASSWORD";

  private static final int DEFAULT_SECONDS = 60;
  private static final int DEFAULT_LOAD_WORKERS_MAX = 4;

  @Spec private CommandSpec spec;

  @Parameters(
      arity = "0..1",
      paramLabel = "PROPS",
      description = "Property file of BenchmarkSQL 5.")
  private @Nullable Path props;

  @Option(names = "--warehouses", paramLabel = "N", description = "Default 1.")
  private @Nullable Integer warehouses;

  @Option(names = "--terminals", paramLabel = "N", description = "Clients at a time; default 1.")
  private @Nullable Integer terminals;

  @Option(names = "--seconds", paramLabel = "N", description = "Length of the run; default 60.")
  private @Nullable Integer seconds;

  @Option(
      names = "--url",
      paramLabel = "URL",
      description = {
        "JDBC URL of the database; {dir} in it stands for a fresh directory.",
        "Default jdbc:mosql:file:{dir}, deleted afterwards."
      })
  private @Nullable String url;

  @Option(names = "--user", paramLabel = "NAME", description = "User of the database.")
  private @Nullable String user;

  @Option(
      names = "--password",
      paramLabel = "WORD",
      description = "Password of that user; default: environment variable MOSQL_TPCC_PASSWORD.")
  private @Nullable String password;

  @Option(names = "--load-workers", paramLabel = "N", description = "Default 1 to 4 by processors.")
  private @Nullable Integer loadWorkers;

  @Option(names = "--seed", paramLabel = "N", description = "For repeatable input; default 1.")
  private long seed = 1;

  @Option(
      names = "--retries",
      paramLabel = "N",
      description = "Tries after a serialization failure or deadlock; default 0.")
  private int retries;

  @Option(names = "--dir", paramLabel = "DIR", description = "Where to make the fresh directory.")
  private @Nullable Path directory;

  @Option(
      names = "--keep",
      paramLabel = "DIR",
      description = {
        "Keep the database in DIR, and in acked.log beside its files each order whose commit",
        "returned; go on with what an earlier run left there."
      })
  private @Nullable Path keep;

  @Option(
      names = "--check",
      paramLabel = "DIR",
      description =
          "Only check what --keep DIR has left: every acknowledged order, all conditions.")
  private @Nullable Path check;

  @Option(names = "--json", paramLabel = "FILE", description = "Write the result as JSON.")
  private @Nullable Path json;

  @Option(names = "--report", paramLabel = "FILE", description = "Write an HTML page with charts.")
  private @Nullable Path report;

  @Option(names = "--allow-tmpfs", description = "Run even where fsync means nothing.")
  private boolean allowTmpfs;

  @Override
  public Integer call() throws SQLException, IOException, InterruptedException {
    TpccSettings settings;
    try {
      settings = settings(props == null ? PropsFile.none() : PropsFile.read(props));
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
    }
    try {
      return new TpccJob(settings, Console.standard()).execute();
    } catch (TpccJob.Refusal e) {
      spec.commandLine().getErr().println(e.getMessage());
      return TpccJob.REFUSED;
    }
  }

  private TpccSettings settings(PropsFile file) {
    if (keep != null && check != null) {
      throw new IllegalArgumentException("--keep and --check do not go together");
    }
    int loaders = Math.min(DEFAULT_LOAD_WORKERS_MAX, Runtime.getRuntime().availableProcessors());
    return new TpccSettings(
        first(url, first(file.url(), TpccSettings.DEFAULT_URL)),
        url == null ? file.driver() : null,
        firstOrNull(user, file.user()),
        firstOrNull(firstOrNull(password, file.password()), System.getenv(PASSWORD_VARIABLE)),
        atLeastOne("warehouses", first(warehouses, first(file.warehouses(), 1))),
        atLeastOne("load workers", first(loadWorkers, first(file.loadWorkers(), loaders))),
        Scale.SPECIFICATION,
        plan(file),
        directory,
        check == null ? keep : check,
        check != null,
        json,
        report,
        allowTmpfs);
  }

  private RunPlan plan(PropsFile file) {
    int transactions = seconds == null ? file.transactionsPerTerminal() : 0;
    int length = first(seconds, file.minutes() * 60);
    if (length == 0 && transactions == 0) {
      length = DEFAULT_SECONDS;
    }
    return new RunPlan(
        first(terminals, first(file.terminals(), 1)),
        length,
        transactions,
        file.limitPerMinute(),
        file.warehouseFixed(),
        file.mix(),
        retries,
        seed);
  }

  private static int atLeastOne(String what, int number) {
    if (number < 1) {
      throw new IllegalArgumentException("at least one is needed of: " + what);
    }
    return number;
  }

  private static <T> T first(@Nullable T value, T otherwise) {
    return value == null ? otherwise : value;
  }

  private static <T> @Nullable T firstOrNull(@Nullable T value, @Nullable T otherwise) {
    return value == null ? otherwise : value;
  }
}

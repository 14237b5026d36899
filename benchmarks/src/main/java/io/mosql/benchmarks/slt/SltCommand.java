package io.mosql.benchmarks.slt;

import io.mosql.benchmarks.testbed.ProgressConsole;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Command slt. */
@Command(
    name = "slt",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Runs the SQL logic tests of SQLite, 622 files with millions of queries and their answers,"
          + " on",
      "in-memory databases: first a sample of each file, then more of each file until the time"
          + " limit.",
      "Only features on a closed list count as unsupported; any other difference, including"
          + " timeouts",
      "and wrong types, counts as wrong."
    },
    exitCodeListHeading = "Exit codes:%n",
    exitCodeList = {
      "0:no differences",
      "1:something is wrong; the report says what",
      "2:the command line makes no sense"
    })
@SuppressWarnings("NullAway.Init")
public final class SltCommand implements Callable<Integer> {
  /**
   * Environment variable with the path of the corpus, set by the launcher, which provides the
   * corpus.
   */
  private static final String CORPUS_VARIABLE = "MOSQL_SLT_CORPUS";

  @Spec private CommandSpec spec;

  @Option(
      names = "--minutes",
      paramLabel = "N",
      defaultValue = "5",
      description = "time limit in minutes; started files are completed (default: 5)")
  private double minutes;

  @Option(
      names = "--shard",
      paramLabel = "I/N",
      defaultValue = "1/1",
      converter = CorpusShard.Converter.class,
      description = "run the Ith of N parts of the files (default: 1/1)")
  private CorpusShard shard;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "seed of the samples (default: 1)")
  private long seed;

  @Option(
      names = "--file",
      paramLabel = "GLOB",
      defaultValue = "**",
      description = "pattern of file names, such as 'test/index/**'")
  private String glob;

  @Option(
      names = "--state",
      paramLabel = "DIR",
      description = "directory for the progress, from which a later run continues")
  private @Nullable Path state;

  @Option(
      names = "--report",
      paramLabel = "FILE",
      description = "report file (default: report.txt of --state, else slt-report.txt)")
  private @Nullable Path report;

  @Option(
      names = "--corpus",
      paramLabel = "JAR|DIR",
      description = "directory of test files (default: those of net.hydromatic:sql-logic-test)")
  private @Nullable Path corpus;

  @Option(
      names = "--sample",
      paramLabel = "FILE",
      description = "only write a zip file with a sample of queries and their set-up")
  private @Nullable Path sample;

  @Option(
      names = "--queries",
      paramLabel = "N",
      defaultValue = "5000",
      description = "number of queries of --sample (default: 5000)")
  private int queries;

  @Override
  public Integer call() throws IOException {
    ProgressConsole console = ProgressConsole.on(spec.commandLine().getOut());
    try (Corpus tests = Corpus.open(place())) {
      List<String> names = names(tests);
      if (names.isEmpty()) {
        throw new IllegalArgumentException("no file is left by --file and --shard");
      }
      if (sample != null) {
        int written = new CorpusSample(tests, names, seed, queries).write(sample);
        console.line("%,d queries in %s", written, sample);
        return 0;
      }
      return run(tests, names, console);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
    }
  }

  private int run(Corpus tests, List<String> names, ProgressConsole console) throws IOException {
    ProgressFile ledger =
        state == null
            ? ProgressFile.inMemory()
            : ProgressFile.in(state, "seed=" + seed + " shard=" + shard + " file=" + glob);
    long start = System.nanoTime();
    double nanos = minutes * TimeUnit.MINUTES.toNanos(1);
    CorpusRun run = new CorpusRun(tests, names, new QuerySlices(seed), ledger, console);
    boolean all = run.run(() -> System.nanoTime() - start >= nanos);
    SltReport found = new SltReport(names, ledger);
    found.summary().forEach(console::line);
    Path file = reportFile();
    Files.write(file, found.lines());
    console.line("%sReport: %s", all ? "All is done. " : "", file);
    return found.sum().wrong() == 0 ? 0 : 1;
  }

  /**
   * Returns the names in an order that depends on the seed, so that an interrupted run has covered
   * all kinds of files.
   */
  private List<String> names(Corpus tests) {
    List<String> all = new ArrayList<>(shard.of(tests.names(glob)));
    Collections.shuffle(all, new Random(seed));
    return all;
  }

  private Path place() {
    if (corpus != null) {
      return corpus;
    }
    String provided = System.getenv(CORPUS_VARIABLE);
    if (provided == null) {
      throw new ParameterException(
          spec.commandLine(), "--corpus is needed where this was not started by ./mosql");
    }
    return Path.of(provided);
  }

  private Path reportFile() {
    return Objects.requireNonNullElseGet(
        report, () -> state == null ? Path.of("slt-report.txt") : state.resolve("report.txt"));
  }
}

package io.mosql.benchmarks.jmh;

import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Command bench. */
@Command(
    name = "bench",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Without a command: runs the JMH microbenchmarks on the class path. Percentiles are in",
      "microseconds; p0.50 is the median."
    })
public final class JmhCommand implements Callable<Integer> {
  @Parameters(
      arity = "0..1",
      paramLabel = "REGEX",
      defaultValue = ".*",
      description = "regular expression of names (default: all)")
  private String pattern = ".*";

  @Option(
      names = "--url",
      paramLabel = "URL",
      description = "database of JDBC benchmarks; {dir} is a new directory")
  private @Nullable String url;

  @Option(names = "--quick", description = "one short iteration each, for tests")
  private boolean quick;

  @Option(names = "--json", paramLabel = "FILE", description = "write the results as JSON")
  private @Nullable Path json;

  @Override
  public Integer call() throws RunnerException {
    ChainedOptionsBuilder options = new OptionsBuilder().include(pattern).shouldFailOnError(true);
    if (url != null) {
      options.param("url", url);
    }
    if (quick) {
      options.warmupIterations(1).warmupTime(TimeValue.milliseconds(200));
      options.measurementIterations(1).measurementTime(TimeValue.milliseconds(500));
    }
    if (json != null) {
      options.resultFormat(ResultFormatType.JSON).result(json.toString());
    }
    new Runner(options.build()).run();
    return 0;
  }
}

package io.mosql.benchmarks.storage.step;

import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** Main class that runs one step; the arguments are the step's name and its inputs. */
public final class StepMain {
  public static final String LOAD = "load";
  public static final String FILL = "fill";
  public static final String FILL_AND_HALT = "fill-and-halt";
  public static final String OPEN = "open";
  public static final String REPLAY = "replay";
  public static final String POINT_READS = "point-reads";
  public static final String COPY = "copy";
  public static final String HEAP_DIRTY = "heap-dirty";
  public static final String HEAP_CLEAN = "heap-clean";

  private static final Map<String, BenchmarkStep> STEPS =
      Map.of(
          LOAD, new LoadStep(),
          FILL, new FillStep(false),
          FILL_AND_HALT, new FillStep(true),
          OPEN, new OpenStep(),
          REPLAY, new ReplayStep(),
          POINT_READS, new PointReadStep(),
          COPY, new CopyStep(),
          HEAP_DIRTY, new HeapStep(true),
          HEAP_CLEAN, new HeapStep(false));

  private StepMain() {}

  public static void main(String[] arguments) {
    List<String> given = Arrays.asList(arguments).subList(1, arguments.length);
    StepOutput found = new StepOutput(System.out);
    int exitCode = 0;
    try {
      BenchmarkStep step = STEPS.get(arguments[0]);
      if (step == null) {
        throw new IllegalArgumentException("there is no step " + arguments[0]);
      }
      step.run(StepInput.parse(given), found);
    } catch (Exception | Error e) {
      found.line("FAILED: %s", e);
      for (Throwable cause = e.getCause(); cause != null; cause = cause.getCause()) {
        found.line("  caused by %s", cause);
      }
      exitCode = 1;
    }
    System.exit(exitCode);
  }
}

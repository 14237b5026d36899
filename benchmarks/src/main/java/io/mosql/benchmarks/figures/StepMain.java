package io.mosql.benchmarks.figures;

import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** Runs one step: its name, then what it is told. */
final class StepMain {
  static final String LOAD = "load";
  static final String FILL = "fill";
  static final String FILL_AND_HALT = "fill-and-halt";
  static final String OPEN = "open";
  static final String REPLAY = "replay";
  static final String POINTS = "points";
  static final String COPY = "copy";
  static final String HEAP_DIRTY = "heap-dirty";
  static final String HEAP_CLEAN = "heap-clean";

  private static final Map<String, Step> STEPS =
      Map.of(
          LOAD, new LoadStep(),
          FILL, new FillStep(false),
          FILL_AND_HALT, new FillStep(true),
          OPEN, new OpenStep(),
          REPLAY, new ReplayStep(),
          POINTS, new PointsStep(),
          COPY, new CopyStep(),
          HEAP_DIRTY, new HeapStep(true),
          HEAP_CLEAN, new HeapStep(false));

  private StepMain() {}

  public static void main(String[] arguments) {
    List<String> given = Arrays.asList(arguments).subList(1, arguments.length);
    Found found = new Found(System.out);
    int exitCode = 0;
    try {
      Step step = STEPS.get(arguments[0]);
      if (step == null) {
        throw new IllegalArgumentException("there is no step " + arguments[0]);
      }
      step.run(Given.parse(given), found);
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

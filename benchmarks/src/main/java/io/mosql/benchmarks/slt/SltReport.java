package io.mosql.benchmarks.slt;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Report of a run as a table: totals, each file, and failures. */
final class SltReport {
  private static final String ROW = "%-50s %8s %10d %8d %12d";

  private final List<String> names;
  private final ProgressFile ledger;

  SltReport(List<String> names, ProgressFile ledger) {
    this.names = List.copyOf(names);
    this.ledger = ledger;
  }

  StatusCounts sum() {
    StatusCounts sum = StatusCounts.NONE;
    for (String name : names) {
      sum = sum.plus(ledger.found(name).tally());
    }
    return sum;
  }

  long met() {
    return names.stream().filter(name -> ledger.found(name).slices() > 0).count();
  }

  List<String> summary() {
    StatusCounts sum = sum();
    double unsupported = sum.all() == 0 ? 0 : 100.0 * sum.unsupported() / sum.all();
    return List.of(
        format("Files met:   %,d of %,d", met(), names.size()),
        format("Records:     %,d", sum.all()),
        format("Right:       %,d", sum.right()),
        format("Wrong:       %,d", sum.wrong()),
        format("Unsupported: %,d (%.3f %%)", sum.unsupported(), unsupported));
  }

  List<String> lines() {
    List<String> lines = new ArrayList<>(summary());
    Map<UnsupportedFeature, Long> lacking = new EnumMap<>(UnsupportedFeature.class);
    for (String name : names) {
      ledger.found(name).lacking().forEach((feature, n) -> lacking.merge(feature, n, Long::sum));
    }
    lacking.forEach(
        (feature, count) ->
            lines.add(format("  %-20s %8d  %s", feature.title(), count, feature.reason())));
    lines.add("");
    lines.add(format("%-50s %8s %10s %8s %12s", "file", "part %", "right", "wrong", "unsupported"));
    for (String name : names) {
      ProgressFile.FileProgress found = ledger.found(name);
      StatusCounts tally = found.tally();
      lines.add(format(ROW, name, part(found), tally.right(), tally.wrong(), tally.unsupported()));
    }
    wrong(lines);
    return lines;
  }

  private static String part(ProgressFile.FileProgress found) {
    return found.slices() == 0 ? "-" : format("%.1f", 100 * QuerySlices.share(found.slices() - 1));
  }

  private void wrong(List<String> lines) {
    if (sum().wrong() == 0) {
      return;
    }
    lines.add("");
    lines.add("Wrong, as far as it was kept (100 of a slice of a file):");
    for (String name : names) {
      for (String wrong : ledger.found(name).wrong()) {
        lines.add(name + ":" + wrong.replaceFirst("\t", ": "));
      }
    }
  }

  private static String format(String format, Object... arguments) {
    return String.format(Locale.ROOT, format, arguments);
  }
}

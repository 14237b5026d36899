package io.mosql.engine.fuzz;

import io.mosql.testkit.soak.Totals;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Plays the seeds one by one, counts the results and collects the differences. */
final class Findings {
  private final Totals totals = new Totals();
  private final Map<String, String> unexplained = new LinkedHashMap<>();
  private final Map<String, String> samples = new LinkedHashMap<>();

  void count(String name) {
    totals.add(name, 1);
  }

  /** Adds a difference, once for each form. */
  void add(String form, String text) {
    totals.add("unexplained", 1);
    if (unexplained.putIfAbsent(form, text) == null) {
      System.out.println(text);
    }
  }

  void sample(String form, String text) {
    samples.putIfAbsent(form, text);
  }

  List<String> unexplained() {
    return List.copyOf(unexplained.values());
  }

  List<String> samples() {
    return List.copyOf(samples.values());
  }

  Totals totals() {
    return totals;
  }
}

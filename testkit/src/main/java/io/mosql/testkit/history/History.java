package io.mosql.testkit.history;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The attempts of all clients, with their answers, in the order in which they began. Immutable.
 *
 * <p>Its text has a line for each attempt, which {@link #parse} reads, so that a saved history can
 * be checked again:
 *
 * <pre>
 * client invoked ended ok|failed|unknown step step ...
 * 0 1 4 ok append(1,17) list(2)=[3,5] write(1,9) read(2)=null add(1,-5) scan={1:5,2:6} total=11
 * </pre>
 */
public record History(List<Attempt> attempts) {
  public History {
    List<Attempt> sorted = new ArrayList<>(attempts);
    sorted.sort(Comparator.comparingLong(Attempt::invoked));
    attempts = List.copyOf(sorted);
  }

  /**
   * Parses the text of a history; empty lines and those that begin with # are skipped.
   *
   * @throws IllegalArgumentException when a line is invalid
   */
  public static History parse(String text) {
    return new History(
        text.lines()
            .map(String::strip)
            .filter(line -> !line.isEmpty() && !line.startsWith("#"))
            .map(AttemptParser::parse)
            .toList());
  }

  public long count(AttemptOutcome outcome) {
    return attempts.stream().filter(attempt -> attempt.outcome() == outcome).count();
  }

  @Override
  public String toString() {
    return attempts.stream().map(attempt -> attempt + "\n").collect(Collectors.joining());
  }
}

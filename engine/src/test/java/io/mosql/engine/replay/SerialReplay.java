package io.mosql.engine.replay;

import io.mosql.engine.replay.Played.ClientOutcome;
import io.mosql.storage.version.TransactionId;
import io.mosql.testkit.soak.Totals;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Repeats committed transactions serially, in the order of their commits, on a database without
 * other sessions, and compares the results.
 *
 * <pre>
 * SERIALIZABLE, committed       all results, including errors
 * below it, committed           the changes, for the rows that the statements had found; rows read for update or share
 * not committed, or no changes  one snapshot: all rows at some position between its begin and its end; see {@link Played#isOfOneMoment} and {@link Played#earliest}
 * </pre>
 *
 * <p>Used once, by one thread.
 */
final class SerialReplay {
  private static final Pattern ONLY = Pattern.compile("/\\*only ([a-z.]+)\\*/");
  private static final int MISMATCHES_MAX = 10;

  /** SQLSTATEs of skipped statements, which depend on the locks of other transactions. */
  private static final Set<String> OF_HOLDING = Set.of("55P03", "40001", "40P01");

  /** Class 23 and other errors of statements that an application has to expect. */
  private static final Set<String> EXPECTED =
      Set.of(
          "23505", "23503", "23502", "23514", "22003", "21000", "42P01", "42703", "42701", "42704",
          "42P07", "42710", "44000", "3B001", "55P03", "40001", "40P01");

  private final Connection committed;
  private final Connection trial;
  private final Totals totals;
  private final List<String> mismatches = new ArrayList<>();

  /**
   * @param committed on a database with the initial contents of the original; not closed
   * @param trial another connection to it; not closed
   */
  SerialReplay(Connection committed, Connection trial, Totals totals) {
    this.committed = committed;
    this.trial = trial;
    this.totals = totals;
  }

  /** Replays all transactions and returns the differences. */
  List<String> run(List<Played> all, Map<TransactionId, Long> order) throws SQLException {
    TreeMap<Long, Played> commits = new TreeMap<>();
    List<Played> moments = new ArrayList<>();
    Map<@Nullable TransactionId, Played> owners = new HashMap<>();
    // An id is reused by the next transaction while nothing was submitted under it.
    all.forEach(played -> owners.put(played.id(), played));
    for (Played played : all) {
      checkErrors(played);
      Long position =
          played.id() == null || !played.equals(owners.get(played.id()))
              ? null
              : order.get(played.id());
      if (position != null) {
        if (played.clientOutcome() == ClientOutcome.NOT) {
          mismatch("committed at position " + position + " all the same", played);
        }
        commits.put(position, played);
      } else if (played.high() > 0 && played.isOfOneMoment() && !isLeftOut(played)) {
        moments.add(played);
      }
    }
    totals.add("transactions", all.size());
    totals.add("committed", commits.size());
    moments.sort(Comparator.comparingLong(Played::earliest));
    replay(commits, moments);
    return mismatches;
  }

  private void checkErrors(Played played) {
    for (Answer answer : played.answers()) {
      String state = answer.sqlState();
      boolean lost =
          played.clientOutcome() != ClientOutcome.COMMITTED && ReplayClient.isLoss(state);
      if (answer.failed() && !EXPECTED.contains(state) && !lost) {
        mismatch("unexpected error " + answer.error(), played);
      }
    }
    String state = played.error() == null ? "" : played.error().substring(0, 5);
    if (played.single() && (state.equals("40001") || state.equals("40P01"))) {
      mismatch("a statement of its own failed with " + state, played);
    }
    totals.add("outcome " + (state.isEmpty() ? played.clientOutcome().toString() : state), 1);
  }

  private static boolean isLeftOut(Played played) {
    if (played.steps().isEmpty()) {
      return true;
    }
    String state = played.answers().get(0).sqlState();
    return played.single() && (OF_HOLDING.contains(state) || ReplayClient.isLoss(state));
  }

  private void mismatch(String what, Played played) {
    mismatches.add(what + System.lineSeparator() + "  " + played);
  }

  private void replay(Map<Long, Played> commits, List<Played> moments) throws SQLException {
    Map<Played, String> open = new HashMap<>();
    Iterator<Played> coming = moments.iterator();
    @Nullable Played next = coming.hasNext() ? coming.next() : null;
    long last = 0;
    List<Long> positions = new ArrayList<>(commits.keySet());
    positions.add(Long.MAX_VALUE);
    for (long position : positions) {
      // The state of the position before lasts until this one.
      while (next != null && next.earliest() < position) {
        open.put(next, "");
        next = coming.hasNext() ? coming.next() : null;
      }
      tryAll(open);
      for (Iterator<Map.Entry<Played, String>> it = open.entrySet().iterator(); it.hasNext(); ) {
        Map.Entry<Played, String> entry = it.next();
        if (entry.getKey().high() < position) {
          mismatch(
              "no moment has what it read; at position " + last + ": " + entry.getValue(),
              entry.getKey());
          it.remove();
        }
      }
      Played played = commits.get(position);
      if (played != null) {
        commit(position, played);
      }
      if (mismatches.size() >= MISMATCHES_MAX) {
        return;
      }
      last = position;
    }
  }

  /** Removes the transactions whose results match the current state. */
  private void tryAll(Map<Played, String> open) throws SQLException {
    for (Iterator<Map.Entry<Played, String>> it = open.entrySet().iterator(); it.hasNext(); ) {
      Map.Entry<Played, String> entry = it.next();
      String difference = differsNow(entry.getKey());
      if (difference == null) {
        it.remove();
        totals.add("moments found", 1);
      } else {
        entry.setValue(difference);
      }
    }
  }

  private @Nullable String differsNow(Played played) throws SQLException {
    trial.setAutoCommit(false);
    try {
      for (int i = 0; i < played.steps().size(); i++) {
        Answer then = played.answers().get(i);
        boolean undone = then.failed() && !played.single();
        if (undone) {
          runDone(played.steps().get(i), then);
        } else {
          String difference = differs(trial, played.steps().get(i), then);
          if (difference != null) {
            return difference;
          }
        }
      }
      totals.add("answers compared", played.steps().size());
      return null;
    } finally {
      trial.rollback();
    }
  }

  /** Runs the tuples of a batch before the failed one, which stay in their transaction. */
  private void runDone(Step step, Answer then) {
    int done = then.rows().isEmpty() ? 0 : then.rows().get(0).size();
    if (step.kind() == Step.Kind.BATCH && done > 0) {
      step.with(step.kind(), step.sql(), step.parameters(), step.tuples().subList(0, done))
          .run(trial);
    }
  }

  private void commit(long position, Played played) throws SQLException {
    committed.setAutoCommit(played.single());
    for (int i = 0; i < played.steps().size(); i++) {
      Step step = played.steps().get(i);
      Answer then = played.answers().get(i);
      // The outcome of a single statement with a lost response is unknown.
      boolean lost = ReplayClient.isLoss(then.sqlState());
      String difference =
          lost ? runAgain(step) : played.isStrong() ? strong(step, then) : weak(step, then);
      if (difference != null) {
        mismatch("at position " + position + ", statement " + (i + 1) + ": " + difference, played);
      }
    }
    if (!played.single()) {
      try {
        committed.commit();
      } catch (SQLException e) {
        committed.rollback();
        mismatch("at position " + position + " COMMIT fails: " + e.getMessage(), played);
      }
    }
  }

  private @Nullable String runAgain(Step step) {
    Answer now = step.run(committed);
    return now.failed() ? "now it fails: " + now.error() : null;
  }

  private @Nullable String strong(Step step, Answer then) {
    if (OF_HOLDING.contains(then.sqlState())) {
      return null;
    }
    totals.add("answers compared", 1);
    return differs(committed, step, then);
  }

  private @Nullable String weak(Step step, Answer then) {
    if (step.kind() == Step.Kind.CONTROL) {
      return differs(committed, step, then);
    }
    if (step.kind() == Step.Kind.BATCH) {
      return weakBatch(step, then);
    }
    if (!step.isForAllLevels() || then.failed() || !then.hasEffect(step)) {
      return null;
    }
    totals.add("answers compared", 1);
    Matcher only = ONLY.matcher(step.sql());
    if (only.find()) {
      String found = "and " + only.group(1) + " in (" + String.join(", ", then.ids()) + ")";
      String sql = only.replaceFirst(Matcher.quoteReplacement(found));
      return differs(committed, step.with(step.kind(), sql, step.parameters(), List.of()), then);
    }
    return differs(committed, step, then);
  }

  private @Nullable String weakBatch(Step step, Answer then) {
    List<String> counts = then.rows().get(0);
    for (int i = 0; i < Math.min(counts.size(), step.tuples().size()); i++) {
      if (Long.parseLong(counts.get(i)) > 0) {
        Step one = step.with(Step.Kind.CHANGE, step.sql(), step.tuples().get(i), List.of());
        totals.add("answers compared", 1);
        String difference =
            differs(committed, one, new Answer(List.of(List.of(counts.get(i))), null));
        if (difference != null) {
          return "tuple " + (i + 1) + ": " + difference;
        }
      }
    }
    return null;
  }

  /** The current result of a statement, if it differs from the original one. */
  private static @Nullable String differs(Connection connection, Step step, Answer then) {
    if (step.kind() == Step.Kind.TAKE) {
      String all = step.sql().substring(0, step.sql().indexOf(" order by "));
      Answer now = step.with(Step.Kind.QUERY, all, List.of(), List.of()).run(connection);
      return now.rows().containsAll(then.rows()) ? null : "now " + now;
    }
    if (step.kind() == Step.Kind.GENERATES && !then.failed()) {
      Step keyed =
          step.with(
              Step.Kind.CHANGE,
              step.sql().replace("(v) values (", "(id, v) values (" + then.ids().get(0) + ", "),
              step.parameters(),
              List.of());
      Answer now = keyed.run(connection);
      return now.failed() ? "now " + now : null;
    }
    Answer now = step.run(connection);
    // A batch reports other counts in autocommit mode, where it is rolled back as a whole.
    boolean same =
        step.kind() == Step.Kind.BATCH && then.failed()
            ? now.sqlState().equals(then.sqlState())
            : now.isSame(then, step.ordered());
    return same ? null : "now " + now;
  }

  /** Compares all tables. */
  List<String> compareContents(Connection original) throws SQLException {
    List<String> different = new ArrayList<>();
    for (String sql : RandomTransactions.CONTENTS) {
      Answer then = contents(original, sql);
      Answer now = contents(committed, sql);
      totals.add("rows compared", now.rows().size());
      if (then.failed() || !now.isSame(then, true)) {
        different.add(sql + " gives " + difference(then, now));
      }
    }
    return different;
  }

  private static String difference(Answer then, Answer now) {
    List<List<String>> only = new ArrayList<>(then.rows());
    only.removeAll(now.rows());
    List<List<String>> replayed = new ArrayList<>(now.rows());
    replayed.removeAll(then.rows());
    return then.error() + " " + only + ", replayed " + now.error() + " " + replayed;
  }

  private static Answer contents(Connection connection, String sql) throws SQLException {
    connection.setAutoCommit(true);
    return new Step(Step.Kind.QUERY, sql, List.of(), List.of(), 0, true, false).run(connection);
  }

  /** Makes the tables. */
  static void fill(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      for (String sql : RandomTransactions.TABLES) {
        statement.execute(sql);
      }
    }
  }
}

package io.mosql.storage.record;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.core.codec.RowFormat;
import io.mosql.core.type.SqlType;
import io.mosql.storage.SimulatedRun;
import io.mosql.storage.SimulatedRun.Hold;
import io.mosql.storage.SimulatedTables;
import io.mosql.storage.SimulatedView;
import io.mosql.storage.SimulatedView.Row;
import io.mosql.storage.bytes.ByteSource;
import io.mosql.storage.certify.CertifierVerdict;
import io.mosql.storage.commit.CommitResult;
import io.mosql.storage.transaction.CertificationLevel;
import io.mosql.storage.transaction.TransactionOutcome;
import io.mosql.storage.version.Effect;
import io.mosql.storage.version.EpochChange;
import io.mosql.storage.version.Root;
import io.mosql.storage.version.SimulatedContents;
import io.mosql.storage.version.Simulation;
import io.mosql.storage.version.SystemTrees;
import io.mosql.storage.version.TransactionId;
import io.mosql.testkit.soak.Totals;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The oracle. It receives every record that the log delivers, over all runs of the database, finds
 * the transactions of it by their ids, and repeats each in the model at its place in the log: its
 * reads, and the results of its statements, must satisfy its level, and its effects must be those
 * of the model. The answers to clients are checked against it.
 */
public final class SimulatedHistory {
  private static final Set<Long> WRITTEN_BY_THE_STORE =
      Set.of(SystemTrees.COUNTERS, SystemTrees.OUTCOMES);

  /** Number of the first log record that is kept, and all after it. */
  private final List<byte[]> records = new ArrayList<>();

  /** Beside the records: the newest version after each. */
  private final List<Long> positionsAfter = new ArrayList<>();

  /** By position. */
  private final List<SimulatedContents> versions = new ArrayList<>();

  private final List<Set<Object>> touched = new ArrayList<>();
  private final List<@Nullable SimulatedRun> runs = new ArrayList<>();

  private final Map<TransactionId, Long> committed = new HashMap<>();
  private final Map<TransactionId, SimulatedRun> submitted = new HashMap<>();

  /** Transactions reported as not committed for good, with the reason. */
  private final Map<TransactionId, String> refused = new HashMap<>();

  private final Set<TransactionId> fenced = new HashSet<>();

  private final RecordAssembler parts = new RecordAssembler();
  private Function<TransactionId, @Nullable SimulatedRun> committing = id -> null;
  private long timeline;
  private long epoch;
  private final List<Long> epochPositions = new ArrayList<>();
  private final Totals totals;

  public SimulatedHistory(Totals totals) {
    this.totals = totals;
    versions.add(SimulatedContents.empty());
    touched.add(Set.of());
    runs.add(null);
  }

  /** Other transactions being committed: those that take their ids only at commit. */
  public void lookAt(Function<TransactionId, @Nullable SimulatedRun> whoCommits) {
    committing = whoCommits;
  }

  /** Of the newest version. */
  public long position() {
    return versions.size() - 1L;
  }

  public SimulatedContents at(long position) {
    if (position > position()) {
      throw new AssertionError(
          "position " + position + " was shown, and the log has delivered " + position());
    }
    return versions.get((int) position);
  }

  public SimulatedContents newest() {
    return versions.get(versions.size() - 1);
  }

  int recordCount() {
    return records.size();
  }

  /** Position of the newest version after a record. */
  public long positionAfter(long index) {
    return positionsAfter.get((int) index - 1);
  }

  /** Receives a record, again when the log is recovered. */
  public void deliver(long index, byte[] record) {
    if (index <= records.size()) {
      assertThat(Arrays.equals(records.get((int) index - 1), record))
          .as("record %s is another one than before", index)
          .isTrue();
      return;
    }
    assertThat(index).as("index of a record").isEqualTo(records.size() + 1L);
    records.add(record);
    take(record);
    positionsAfter.add(position());
  }

  private void take(byte[] record) {
    RecordCodec.Header header = RecordCodec.header(record);
    if (header.timeline() != timeline
        || header.epoch() != epoch
        || (!header.isEpoch() && header.previous() != position())) {
      totals.add("void records", 1);
      return;
    }
    if (header.isBarrier()) {
      totals.add("barriers", 1);
      return;
    }
    totals.add("contents checked by the log", header.hash() == null ? 0 : 1);
    if (header.isEpoch()) {
      EpochChange change = RecordCodec.epoch(record, header);
      parts.clear();
      timeline = change.timeline();
      epoch = change.epoch();
      next(newest(), Set.of(), null);
      epochPositions.add(position());
      return;
    }
    ByteSource payload = parts.take(record, header);
    while (payload != null && payload.hasNext()) {
      RecordCodec.TransactionEffects transaction = RecordCodec.transaction(payload);
      commit(transaction.id(), transaction.effects());
    }
  }

  private void next(SimulatedContents contents, Set<Object> changes, @Nullable SimulatedRun run) {
    versions.add(contents);
    touched.add(changes);
    runs.add(run);
  }

  private void commit(TransactionId id, List<Effect> effects) {
    long position = position() + 1;
    String why = refused.get(id);
    if (why != null) {
      throw new AssertionError(id + " commits, after it was refused: " + why);
    }
    Long before = committed.put(id, position);
    if (before != null) {
      throw new AssertionError(id + " commits twice, at " + before + " and " + position);
    }
    SimulatedRun run = committing.apply(id);
    if (run == null) {
      run = submitted.get(id);
    }
    SimulatedContents contents = newest().with(effects);
    if (run == null) {
      for (Effect effect : effects) {
        assertThat(WRITTEN_BY_THE_STORE).as("tree of %s", effect).contains(effect.tree());
        if (effect.tree() == SystemTrees.OUTCOMES && effect instanceof Effect.Put put) {
          ByteBuffer key = ByteBuffer.wrap(put.key(), 1, 2 * Long.BYTES);
          fenced.add(new TransactionId(key.getLong(), key.getLong()));
        }
      }
    } else {
      SimulatedView view = new SimulatedView(newest());
      String broken = run.replay(view, at(run.snapshot()));
      if (broken != null) {
        throw new AssertionError(run.name() + " commits at " + position + ": " + broken);
      }
      String difference = difference(view.contents(), contents);
      if (difference != null) {
        throw new AssertionError(
            "effects of " + run.name() + " at " + position + " are wrong: " + difference);
      }
      checkHolds(run, position);
    }
    next(contents, changes(effects), run);
    checkIndexes(contents);
  }

  /** A transaction that relies on a locked row excludes all others from it until its commit. */
  private void checkHolds(SimulatedRun run, long position) {
    if (run.level() == CertificationLevel.SERIALIZABLE) {
      return;
    }
    long lead = epochPositions.get(epochPositions.size() - 1);
    for (Hold hold : run.holds()) {
      if (hold.since() < lead) {
        throw new AssertionError(
            run.name() + " commits at " + position + " by rows held before " + lead);
      }
      for (long at = hold.since() + 1; at < position; at++) {
        SimulatedRun other = runs.get((int) at);
        if (other != null && holdsAgainst(other, hold, lead)) {
          throw new AssertionError(
              String.format(
                  "%s at %s had held %s since %s, as did %s, which committed at %s",
                  run.name(),
                  position,
                  SimulatedContents.show(hold.row()),
                  hold.since(),
                  other.name(),
                  at));
        }
      }
    }
  }

  private static boolean holdsAgainst(SimulatedRun other, Hold hold, long lead) {
    return other.holds().stream()
        .anyMatch(
            held ->
                held.since() >= lead
                    && held.row().equals(hold.row())
                    && !held.mode().isCompatibleWith(hold.mode()));
  }

  private static Set<Object> changes(List<Effect> effects) {
    Set<Object> changes = new HashSet<>();
    for (Effect effect : effects) {
      changes.add(effect.tree());
      byte[] key = null;
      if (effect instanceof Effect.Put put) {
        key = put.key();
      } else if (effect instanceof Effect.Delete delete) {
        key = delete.key();
      } else if (effect instanceof Effect.SetFields set) {
        key = set.key();
      } else {
        changes.add("operation on " + effect.tree());
      }
      if (key != null) {
        changes.add(new Row(effect.tree(), SimulatedContents.text(key)));
      }
    }
    return changes;
  }

  /** The first tree in which contents differ, or null. */
  static @Nullable String difference(SimulatedContents expected, SimulatedContents actual) {
    if (expected.trees().equals(actual.trees())) {
      return null;
    }
    if (!expected.trees().keySet().equals(actual.trees().keySet())) {
      return "trees " + actual.trees().keySet() + " instead of " + expected.trees().keySet();
    }
    for (Map.Entry<Long, NavigableMap<String, List<String>>> tree : expected.trees().entrySet()) {
      NavigableMap<String, List<String>> other = actual.trees().get(tree.getKey());
      if (!tree.getValue().equals(other)) {
        return SimulatedContents.show(
            "tree " + tree.getKey() + " is " + other + " instead of " + tree.getValue());
      }
    }
    return null;
  }

  // Index trees.

  private static void checkIndexes(SimulatedContents contents) {
    NavigableMap<String, List<String>> catalog =
        Objects.requireNonNull(contents.trees().get(SystemTrees.CATALOG));
    catalog.forEach(
        (name, row) -> {
          NavigableMap<String, List<String>> rows = contents.trees().get(id(row, 0));
          NavigableMap<String, List<String>> index = contents.trees().get(id(row, 1));
          if (rows == null || index == null) {
            throw new AssertionError(name + " has no rows or no index");
          }
          assertThat(SimulatedContents.show(index))
              .as("index of %s, whose rows are %s", name, SimulatedContents.show(rows))
              .isEqualTo(SimulatedContents.show(SimulatedTables.entries(rows)));
        });
  }

  public static long id(List<String> row, int ordinal) {
    Object id = RowFormat.decodeField(SimulatedContents.bytes(row.get(ordinal)), SqlType.BIGINT);
    return (Long) Objects.requireNonNull(id);
  }

  // Answers.

  /** A request is on its way. */
  public void submitted(TransactionId id, SimulatedRun run) {
    submitted.put(id, run);
  }

  /** A transaction was acknowledged. */
  public void acknowledged(TransactionId id, long position) {
    assertThat(committed.get(id))
        .as("position at which %s has committed, acknowledged as %s", id, position)
        .isEqualTo(position);
    totals.add("commits acknowledged", 1);
  }

  /** A transaction was reported as not committed for good. */
  public void refused(TransactionId id, String why) {
    Long position = committed.get(id);
    if (position != null) {
      throw new AssertionError(id + " has committed at " + position + ", and was refused: " + why);
    }
    refused.put(id, why);
  }

  /** The answer to a query of an outcome. */
  public void outcome(TransactionId id, TransactionOutcome outcome) {
    if (outcome instanceof TransactionOutcome.Committed found) {
      assertThat(committed.get(id)).as("position of %s", id).isEqualTo(found.position());
      totals.add("outcomes: committed", 1);
    } else if (outcome instanceof TransactionOutcome.Forgotten) {
      assertThat(position()).as("position").isGreaterThan(Simulation.SMALL_WINDOW.positions());
      totals.add("outcomes: forgotten", 1);
    } else {
      assertThat(outcome).isInstanceOf(TransactionOutcome.Aborted.class);
      refused(id, "the outcome is aborted");
      totals.add("outcomes: aborted", 1);
    }
  }

  /** A rejection must be based on a published root. */
  public void rejected(TransactionId id, SimulatedRun run, CommitResult.Conflict conflict) {
    String reason = conflict.reason();
    totals.add("rejected: " + reason, 1);
    byte[] key = conflict.key();
    boolean ofKey =
        key != null
            && !reason.equals(CertifierVerdict.Reason.RANGE.text())
            && !reason.equals(CertifierVerdict.Reason.COUNT.text())
            && !reason.equals(CertifierVerdict.Reason.TREE.text());
    boolean stands;
    if (reason.equals(CertifierVerdict.Reason.EPOCH.text())) {
      stands = epochPositions.stream().anyMatch(at -> at > run.begun());
    } else if (reason.equals(CertifierVerdict.Reason.FENCED.text())) {
      stands = fenced.contains(id);
    } else if (reason.equals(CertifierVerdict.Reason.FORGOTTEN.text())) {
      stands = position() > Simulation.SMALL_WINDOW.names();
    } else {
      Object row =
          ofKey
              ? new Row(conflict.tree(), SimulatedContents.text(Objects.requireNonNull(key)))
              : (Object) conflict.tree();
      Object operation = "operation on " + conflict.tree();
      stands = false;
      for (long at = run.begun() + 1; at <= position(); at++) {
        Set<Object> changes = touched.get((int) at);
        stands |= changes.contains(row) || changes.contains(operation);
      }
    }
    if (!stands) {
      throw new AssertionError(
          run.name()
              + " is rejected, and nothing published since "
              + run.begun()
              + " is the reason: "
              + SimulatedContents.show(conflict));
    }
  }

  /** A version of some node, perhaps not the newest. */
  public void checkAt(Root root) {
    String difference = difference(at(root.position()), SimulatedContents.of(root));
    if (difference != null) {
      throw new AssertionError("at " + root.position() + " the database is wrong: " + difference);
    }
  }

  /** What is open must be what was delivered last. */
  public void checkWhole(Root root) {
    assertThat(root.position()).as("position of the newest version").isEqualTo(position());
    String difference = difference(newest(), SimulatedContents.of(root));
    if (difference != null) {
      throw new AssertionError("at " + position() + " the database is wrong: " + difference);
    }
  }
}

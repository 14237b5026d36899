package io.mosql.sql.exec.batch;

import io.mosql.core.type.SqlType;
import io.mosql.sql.exec.runtime.ExecutionContext;
import io.mosql.sql.exec.spill.SpilledRows;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The groups of an aggregation, or of a worker's part of it: in order of their first appearance,
 * with what was accumulated. Its memory is charged until it is {@link #release released}. Not
 * thread-safe.
 */
final class Grouping {
  private final ExecutionContext context;
  private final int[] keyFields;
  private final GroupTable groups;
  private final BatchAccumulator[] accumulators;
  private final int[] numbers = new int[Batch.ROWS];
  private int capacity;
  private long charged;
  private @Nullable SpilledRows aside;

  /**
   * Creates one without groups.
   *
   * @param keyFields fields of the input; none for a single group, which is there without rows too
   */
  Grouping(
      ExecutionContext context,
      int[] keyFields,
      SqlType[] keyTypes,
      BatchAccumulator[] accumulators) {
    this.context = context;
    this.keyFields = keyFields;
    this.groups = new GroupTable(keyTypes);
    this.accumulators = accumulators;
    if (keyFields.length == 0) {
      resize(1);
    }
  }

  /** Number of groups. */
  int size() {
    return keyFields.length == 0 ? 1 : groups.size();
  }

  /** Whether memory grows with the rows of a group. */
  boolean growsWithRows() {
    return Arrays.stream(accumulators).anyMatch(BatchAccumulator::growsWithRows);
  }

  /** Whether there is memory for this number of rows, each of a group of its own. */
  boolean fits(int rows) {
    if (keyFields.length == 0 && !growsWithRows()) {
      return true;
    }
    long bytes = groups.bytesWith(rows);
    int larger = Math.max(capacity, groups.size() + rows);
    for (BatchAccumulator accumulator : accumulators) {
      long now = accumulator.bytes();
      bytes += capacity == 0 ? 32L * rows : now + now / capacity * 2 * (larger - capacity);
      bytes += accumulator.growsWithRows() ? 64L * rows : 0;
    }
    return !context.shouldSpill(bytes);
  }

  /** Writes rows of new groups to a file from now on. */
  void putNewGroupsAside() {
    aside = new SpilledRows(context);
  }

  /** The rows of groups that are not here; null when there are none. */
  @Nullable SpilledRows aside() {
    return aside;
  }

  void add(Batch batch) {
    int[] rows = batch.rows();
    int count = batch.count();
    if (keyFields.length > 0) {
      Vector[] keys = new Vector[keyFields.length];
      for (int i = 0; i < keys.length; i++) {
        keys[i] = batch.column(keyFields[i]);
      }
      groups.find(keys, rows, count, aside == null, numbers);
      if (aside != null) {
        rows = Arrays.copyOf(rows, count);
        count = putAside(aside, batch, rows, count);
      }
      makeRoom();
    }
    if (count == 0) {
      return;
    }
    for (BatchAccumulator accumulator : accumulators) {
      accumulator.add(batch, rows, count, numbers);
    }
    chargeMemory();
  }

  /** Whether there are groups by keys, and not the one group of all rows. */
  boolean isKeyed() {
    return keyFields.length > 0;
  }

  private void makeRoom() {
    if (groups.size() > capacity) {
      resize(Math.max(2 * capacity, groups.size()));
    }
  }

  private void resize(int groupCapacity) {
    capacity = groupCapacity;
    for (BatchAccumulator accumulator : accumulators) {
      accumulator.resize(capacity);
    }
  }

  /** Estimated bytes of memory. */
  long bytes() {
    long bytes = groups.bytes();
    for (BatchAccumulator accumulator : accumulators) {
      bytes += accumulator.bytes();
    }
    return bytes;
  }

  private void chargeMemory() {
    if (keyFields.length == 0 && !growsWithRows()) {
      return;
    }
    long bytes = bytes();
    if (bytes > charged) {
      context.chargeBytes(bytes - charged);
      charged = bytes;
    }
  }

  void release() {
    context.release(charged);
    charged = 0;
  }

  /** Writes the rows of new groups to the file; returns the number of the others. */
  private int putAside(SpilledRows file, Batch batch, int[] rows, int count) {
    int known = 0;
    for (int k = 0; k < count; k++) {
      int row = rows[k];
      if (numbers[row] == GroupTable.NONE) {
        file.add(batch.row(row));
      } else {
        rows[known++] = row;
      }
    }
    return known;
  }

  /**
   * Adds groups of another grouping that are not here yet, in their order.
   *
   * @param from number there of the first
   * @param to number there after the last
   * @param here receives the numbers of the groups here, by their numbers there
   */
  void addGroups(Grouping other, int from, int to, int[] here) {
    int[] found = new int[Batch.ROWS];
    for (int start = from; start < to; start += Batch.ROWS) {
      context.checkCancelled();
      int count = Math.min(Batch.ROWS, to - start);
      Vector[] keys = new Vector[keyFields.length];
      for (int i = 0; i < keys.length; i++) {
        keys[i] = other.groups.column(i, start, count);
      }
      groups.find(keys, Batch.all(), count, true, found);
      System.arraycopy(found, 0, here, start, count);
      makeRoom();
    }
  }

  /**
   * Adds what another grouping has accumulated.
   *
   * @param here the number here of each of its groups
   */
  void addAccumulated(Grouping other, int[] here) {
    context.checkCancelled();
    for (int i = 0; i < accumulators.length; i++) {
      accumulators[i].merge(other.accumulators[i], other.size(), here);
    }
    chargeMemory();
  }

  /** The results of some consecutive groups. */
  Batch results(int from, int count) {
    Vector[] columns = new Vector[keyFields.length + accumulators.length];
    for (int i = 0; i < keyFields.length; i++) {
      columns[i] = groups.column(i, from, count);
    }
    for (int i = 0; i < accumulators.length; i++) {
      columns[keyFields.length + i] = accumulators[i].results(from, count);
    }
    return new Batch(columns, count);
  }
}

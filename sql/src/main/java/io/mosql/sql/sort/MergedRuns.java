package io.mosql.sql.sort;

import io.mosql.core.error.InvariantViolation;
import java.io.IOException;
import java.util.Arrays;
import java.util.Collection;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/** Several runs merged into one sorted stream. Not thread-safe. */
final class MergedRuns implements EntryStream {
  private final PriorityQueue<SortedRun> runs = new PriorityQueue<>(MergedRuns::compare);
  private @Nullable SortedRun current;

  MergedRuns(Collection<SortedRun> sources) throws IOException {
    for (SortedRun run : sources) {
      if (run.next()) {
        runs.add(run);
      }
    }
  }

  private static int compare(SortedRun a, SortedRun b) {
    int keyA = a.start() + EntryArena.HEAD_BYTES;
    int keyB = b.start() + EntryArena.HEAD_BYTES;
    return Arrays.compareUnsigned(
        a.block(),
        keyA,
        keyA + EntryArena.getInt(a.block(), a.start()),
        b.block(),
        keyB,
        keyB + EntryArena.getInt(b.block(), b.start()));
  }

  /** Steps to the next entry and returns its run; null at the end. */
  @Nullable SortedRun step() throws IOException {
    SortedRun last = current;
    if (last != null && last.next()) {
      runs.add(last);
    }
    current = runs.poll();
    return current;
  }

  @Override
  public boolean next() {
    try {
      return step() != null;
    } catch (IOException e) {
      throw TemporaryFiles.failure(e);
    }
  }

  private SortedRun current() {
    SortedRun run = current;
    if (run == null) {
      throw new InvariantViolation("an entry is read after next() has returned true");
    }
    return run;
  }

  @Override
  public byte[] key() {
    return EntryArena.key(current().block(), current().start());
  }

  @Override
  public byte[] value() {
    return EntryArena.value(current().block(), current().start());
  }
}

package io.mosql.sql.exec.spill;

import io.mosql.sql.exec.expression.FieldCollations;
import io.mosql.sql.exec.runtime.ExecutionContext;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A set of distinct rows that grows row by row and says at once whether a row is new. Rows that do
 * not fit into memory are in files, each in the order of the rows' hashes; such files are merged as
 * they become many, so that a row is searched in few of them: by one block of each. Not
 * thread-safe.
 */
public final class DistinctRows {
  /** Number of files of one generation that are merged into a file of the next. */
  private static final int FAN_IN = 4;

  private static final Comparator<Map.Entry<HashKey, @Nullable Object[]>> BY_HASH =
      Comparator.comparingInt(entry -> entry.getKey().hashCode());

  private final ExecutionContext context;
  private final FieldCollations texts;
  private final Map<HashKey, @Nullable Object[]> inMemory = new HashMap<>();
  private final List<HashOrderedRows> files = new ArrayList<>();
  private long kept;

  public DistinctRows(ExecutionContext context, FieldCollations texts) {
    this.context = context;
    this.texts = texts;
  }

  /** Adds a row; returns false when an equal one is in the set. */
  public boolean add(@Nullable Object[] row) {
    HashKey key = HashKey.of(row, texts);
    if (inMemory.containsKey(key)) {
      return false;
    }
    for (HashOrderedRows file : files) {
      if (file.contains(key, texts)) {
        return false;
      }
    }
    if (context.shouldSpill(kept)) {
      moveToFile();
    }
    long before = context.charged();
    context.charge(row, HashKey.HASHED_BYTES);
    kept += context.charged() - before;
    inMemory.put(key, row);
    return true;
  }

  private void moveToFile() {
    HashOrderedRows file = new HashOrderedRows(context, 0, inMemory.size());
    inMemory.entrySet().stream()
        .sorted(BY_HASH)
        .forEach(entry -> file.add(entry.getKey().hashCode(), entry.getValue()));
    inMemory.clear();
    context.release(kept);
    kept = 0;
    HashOrderedRows last = file;
    while (isFull(last.generation())) {
      List<HashOrderedRows> inputs =
          new ArrayList<>(files.subList(files.size() - FAN_IN + 1, files.size()));
      inputs.add(last);
      files.removeAll(inputs);
      last = HashOrderedRows.merge(inputs, context);
    }
    files.add(last);
  }

  /** Whether a further file of a generation makes it complete. */
  private boolean isFull(int generation) {
    return files.stream().filter(file -> file.generation() == generation).count() == FAN_IN - 1;
  }

  /** Releases the rows; the set is not used afterwards. */
  public void release() {
    inMemory.clear();
    files.forEach(HashOrderedRows::delete);
    files.clear();
    context.release(kept);
    kept = 0;
  }
}

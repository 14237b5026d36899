package io.mosql.sql.sort;

import io.mosql.core.error.InvariantViolation;
import io.mosql.core.port.StorageFile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * An external merge sort of entries. Entries are collected in memory; when the budget of the {@link
 * TemporaryFiles} is used up they are sorted into a run on disk. When {@link #FAN_IN} runs of one
 * generation exist they are merged, so that the last merge reads few runs.
 *
 * <p>Add all entries, then call {@link #sorted()} once. Not thread-safe. Closing the sorter deletes
 * its files; it must be closed also after a failure.
 */
public final class EntrySorter implements AutoCloseable {
  private static final int FAN_IN = 32;

  private final TemporaryFiles space;
  private final EntryArena arena = new EntryArena();

  /** Runs by generation. */
  private final List<List<SortedRun>> generations = new ArrayList<>();

  private long size;
  private boolean sorted;

  EntrySorter(TemporaryFiles space) {
    this.space = space;
  }

  /** Number of entries added. */
  public long size() {
    return size;
  }

  /** Adds an entry; its bytes are copied. */
  public void add(byte[] key, byte[] value) {
    if (sorted) {
      throw new InvariantViolation("entries are added to a sort before they are read");
    }
    if (arena.count() > 0 && arena.bytesWith(key, value) > space.memoryBytes()) {
      spill();
    }
    arena.add(key, value);
    size++;
  }

  /** All entries in order; the order of equal keys is undefined. */
  public EntryStream sorted() {
    if (sorted) {
      throw new InvariantViolation("entries are added to a sort before they are read");
    }
    sorted = true;
    if (generations.isEmpty()) {
      arena.sort();
      return new InMemory(arena);
    }
    if (arena.count() > 0) {
      spill();
    }
    try {
      return new MergedRuns(generations.stream().flatMap(List::stream).toList());
    } catch (IOException e) {
      throw TemporaryFiles.failure(e);
    }
  }

  private void spill() {
    arena.sort();
    try {
      add(
          0,
          write(
              writer -> {
                for (int i = 0; i < arena.count(); i++) {
                  writer.add(arena.bytes(), arena.start(i));
                }
              }));
    } catch (IOException e) {
      throw TemporaryFiles.failure(e);
    }
    arena.clear();
  }

  private void add(int generation, SortedRun run) throws IOException {
    if (generation == generations.size()) {
      generations.add(new ArrayList<>());
    }
    List<SortedRun> runs = generations.get(generation);
    runs.add(run);
    if (runs.size() == FAN_IN) {
      MergedRuns merged = new MergedRuns(runs);
      SortedRun one =
          write(
              writer -> {
                for (SortedRun r = merged.step(); r != null; r = merged.step()) {
                  writer.add(r.block(), r.start());
                }
              });
      deleteAll(runs);
      add(generation + 1, one);
    }
  }

  private interface Filler {
    void fill(RunWriter writer) throws IOException;
  }

  private SortedRun write(Filler filler) throws IOException {
    String name = space.newName();
    StorageFile file = space.create(name);
    boolean done = false;
    try {
      RunWriter writer = new RunWriter(file);
      filler.fill(writer);
      SortedRun run = new SortedRun(space, name, file, writer.finish());
      done = true;
      return run;
    } finally {
      if (!done) {
        file.close();
        space.delete(name);
      }
    }
  }

  private static void deleteAll(List<SortedRun> runs) throws IOException {
    IOException failure = null;
    for (SortedRun run : runs) {
      try {
        run.delete();
      } catch (IOException e) {
        failure = e;
      }
    }
    runs.clear();
    if (failure != null) {
      throw failure;
    }
  }

  @Override
  public void close() {
    arena.clear();
    try {
      for (List<SortedRun> runs : generations) {
        deleteAll(runs);
      }
    } catch (IOException e) {
      throw TemporaryFiles.failure(e);
    }
  }

  /** The stream of entries that all fit into memory. */
  private static final class InMemory implements EntryStream {
    private final EntryArena arena;
    private int at = -1;

    InMemory(EntryArena arena) {
      this.arena = arena;
    }

    @Override
    public boolean next() {
      if (at + 1 < arena.count()) {
        at++;
        return true;
      }
      return false;
    }

    @Override
    public byte[] key() {
      return EntryArena.key(arena.bytes(), arena.start(at));
    }

    @Override
    public byte[] value() {
      return EntryArena.value(arena.bytes(), arena.start(at));
    }
  }
}

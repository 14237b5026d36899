package io.mosql.testkit.files;

import io.mosql.core.port.DiskFullException;
import io.mosql.testkit.SeededRandom;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The state behind {@link FaultyDirectory} that outlives a process: names and contents, each as
 * seen by a process and as on disk. Callers must own its monitor.
 */
final class FaultyDisk {
  /** A change of names: one removed, one added, or both at once. */
  private record NameChange(@Nullable String gone, @Nullable String come, FaultyContent content) {}

  private final long seed;
  private final SeededRandom random;
  private final Map<String, FaultyContent> names = new TreeMap<>();
  private final Map<String, FaultyContent> namesOnDisk = new TreeMap<>();
  private final List<NameChange> unsynced = new ArrayList<>();
  private final Set<String> locks = new HashSet<>();

  /** Processes are numbered; only operations of the last one are valid. */
  private int process;

  private boolean poweredOff;
  private boolean deviceGone;
  private long capacity = Long.MAX_VALUE;
  private final Map<FileOperation, Long> operations = new EnumMap<>(FileOperation.class);
  private final Map<Fault, Long> met = new EnumMap<>(Fault.class);
  private @Nullable Trap trap;

  /** The trigger of a fault: the n-th operation of a kind, or of any kind. */
  private record Trap(@Nullable FileOperation kind, long n, Fault fault) {}

  FaultyDisk(long seed) {
    this.seed = seed;
    this.random = new SeededRandom(seed);
  }

  int startProcess() {
    poweredOff = false;
    deviceGone = false;
    locks.clear();
    trap = null;
    operations.clear();
    return ++process;
  }

  void faultAt(@Nullable FileOperation kind, long n, Fault fault) {
    trap = new Trap(kind, n, fault);
  }

  void limitTo(long bytes) {
    capacity = bytes;
  }

  long seed() {
    return seed;
  }

  /** Number of operations of a kind, or of all, that the process began. */
  long operations(@Nullable FileOperation kind) {
    return kind == null
        ? operations.values().stream().mapToLong(n -> n).sum()
        : operations.getOrDefault(kind, 0L);
  }

  Map<Fault, Long> met() {
    return new EnumMap<>(met);
  }

  boolean isRunning(int number) {
    return number == process && !poweredOff;
  }

  /** Counts an operation; returns the fault to inject, null for none. */
  @Nullable Fault begin(int number, FileOperation kind) throws IOException {
    if (!isRunning(number)) {
      throw new IOException("the process that opened this is gone");
    }
    operations.merge(kind, 1L, Long::sum);
    if (deviceGone) {
      return Fault.DEVICE_GONE;
    }
    Trap set = trap;
    if (set == null || set.kind != null && set.kind != kind || operations(set.kind) != set.n) {
      return null;
    }
    trap = null;
    met.merge(set.fault, 1L, Long::sum);
    deviceGone = set.fault == Fault.DEVICE_GONE;
    return set.fault;
  }

  /** Begins an operation that either succeeds or fails as a whole. */
  void run(int number, FileOperation kind, String what) throws IOException {
    fail(begin(number, kind), what);
  }

  /** The part of a growth in bytes for which the disk has room. */
  int roomFor(long bytes) {
    if (capacity == Long.MAX_VALUE) {
      return (int) bytes;
    }
    return (int) Math.max(0, Math.min(bytes, capacity - size()));
  }

  long size() {
    return names.values().stream().mapToLong(FaultyContent::size).sum();
  }

  /** Begins an operation that takes space, or one with a fault that was handled already. */
  void fail(@Nullable Fault fault, String what) throws IOException {
    if (fault == Fault.POWER_CUT) {
      cutPower();
    }
    if (fault != null) {
      throw new IOException(injected(fault.toString(), what));
    }
  }

  void failForSpace(@Nullable Fault fault, String what) throws IOException {
    if (fault == Fault.DISK_FULL) {
      throw new DiskFullException(injected("DISK_FULL", what));
    }
    fail(fault, what);
  }

  /** Reported with all that is necessary to reproduce it. */
  private String injected(String fault, String what) {
    return "injected "
        + fault
        + " (seed "
        + seed
        + ", operation "
        + operations(null)
        + "): "
        + what;
  }

  void cutPower() {
    poweredOff = true;
    // In a fixed order, so that a seed always has the same effect.
    Set<FaultyContent> contents = new LinkedHashSet<>(names.values());
    contents.addAll(namesOnDisk.values());
    unsynced.forEach(change -> contents.add(change.content));
    for (FaultyContent content : contents) {
      content.loseSome(random);
      content.loseCache();
    }
    loseNames();
    names.clear();
    names.putAll(namesOnDisk);
  }

  FaultyContent find(String name) throws FileNotFoundException {
    FaultyContent content = names.get(name);
    if (content == null) {
      throw new FileNotFoundException(name);
    }
    return content;
  }

  boolean exists(String name) {
    return names.containsKey(name);
  }

  List<String> list() {
    return List.copyOf(names.keySet());
  }

  FaultyContent create(String name) {
    FaultyContent content = new FaultyContent();
    change(new NameChange(null, name, content));
    return content;
  }

  void rename(String from, String to) throws IOException {
    change(new NameChange(from, to, find(from)));
  }

  void delete(String name) throws IOException {
    change(new NameChange(name, null, find(name)));
  }

  void syncNames() {
    unsynced.forEach(change -> apply(change, namesOnDisk));
    unsynced.clear();
  }

  /** A random part of the name changes reached the disk; the others never will. */
  void loseNames() {
    int mode = random.nextInt(4);
    int prefix = random.nextInt(unsynced.size() + 1);
    for (int i = 0; i < unsynced.size(); i++) {
      boolean kept =
          switch (mode) {
            case 0 -> false;
            case 1 -> true;
            case 2 -> i < prefix;
            default -> random.nextBoolean();
          };
      if (kept) {
        apply(unsynced.get(i), namesOnDisk);
      }
    }
    unsynced.clear();
  }

  /** The state after a failed sync. */
  void failSync(FaultyContent content, Fault fault) {
    if (fault == Fault.LOSING_SYNC) {
      content.loseUnsynced();
    } else if (fault != Fault.POWER_CUT) {
      content.loseSome(random);
    }
  }

  /** The part of a write that is done before it fails. */
  int shortened(int length) {
    return random.nextInt(length);
  }

  boolean lock(String name) {
    return locks.add(name);
  }

  void unlock(String name, int number) {
    if (isRunning(number)) {
      locks.remove(name);
    }
  }

  private void change(NameChange change) {
    apply(change, names);
    unsynced.add(change);
  }

  private static void apply(NameChange change, Map<String, FaultyContent> target) {
    if (change.gone != null) {
      target.remove(change.gone, change.content);
    }
    if (change.come != null) {
      target.values().removeIf(content -> content == change.content);
      target.put(change.come, change.content);
    }
  }
}

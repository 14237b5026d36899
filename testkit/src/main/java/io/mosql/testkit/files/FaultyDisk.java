package io.mosql.testkit.files;

import io.mosql.core.port.DiskFullException;
import io.mosql.testkit.SeededRandom;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The state behind {@link FaultyFiles} that outlives a process: names and contents, each as a
 * process sees them and as they are on disk. Whoever uses it holds its monitor.
 */
final class FaultyDisk {
  /** A change of names: one goes, one comes, both at once. */
  private record NameChange(@Nullable String gone, @Nullable String come, FaultyContent content) {}

  private final SeededRandom random;
  private final Map<String, FaultyContent> names = new TreeMap<>();
  private final Map<String, FaultyContent> namesOnDisk = new TreeMap<>();
  private final List<NameChange> unsynced = new ArrayList<>();
  private final Set<String> locks = new HashSet<>();

  /** Processes are numbered; only the last one may act. */
  private int process;

  private boolean poweredOff;
  private long operations;
  private long faultAt;
  private Fault fault = Fault.ERROR;

  FaultyDisk(SeededRandom random) {
    this.random = random;
  }

  int startProcess() {
    poweredOff = false;
    locks.clear();
    faultAt = 0;
    operations = 0;
    return ++process;
  }

  void faultAt(long operation, Fault kind) {
    faultAt = operation;
    fault = kind;
  }

  long operations() {
    return operations;
  }

  boolean isRunning(int number) {
    return number == process && !poweredOff;
  }

  /** Counts an operation; returns the fault that it shall meet, null when it is to go well. */
  @Nullable Fault begin(int number) throws IOException {
    if (!isRunning(number)) {
      throw new IOException("the process that opened this is gone");
    }
    return ++operations == faultAt ? fault : null;
  }

  /** Begins an operation that can only go well or fail. */
  void run(int number, String what) throws IOException {
    fail(begin(number), what);
  }

  /** Begins an operation that takes space, or whose fault has been dealt with already. */
  void fail(@Nullable Fault met, String what) throws IOException {
    if (met == Fault.POWER_CUT) {
      cutPower();
    }
    if (met != null) {
      throw new IOException("injected " + met + " at operation " + operations + ": " + what);
    }
  }

  void failForSpace(@Nullable Fault met, String what) throws IOException {
    if (met == Fault.DISK_FULL) {
      throw new DiskFullException("injected at operation " + operations + ": " + what);
    }
    fail(met, what);
  }

  void cutPower() {
    poweredOff = true;
    // In a fixed order, so that a seed always means the same.
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

  /** Chance decides which changes of names reached the disk; the others never will. */
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

  void loseSome(FaultyContent content) {
    content.loseSome(random);
  }

  /** How much of a write is done before it fails. */
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

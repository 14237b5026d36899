package io.mosql.engine.database;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.core.files.MemoryDirectory;
import io.mosql.core.port.StorageDirectory;
import io.mosql.engine.FileCopies;
import io.mosql.engine.SampleData;
import io.mosql.engine.SessionClient;
import io.mosql.engine.tool.DatabaseCopiesTest;
import io.mosql.engine.tool.DatabaseRestore;
import io.mosql.engine.tool.SmallDatabases;
import io.mosql.storage.backup.BackupDirectory;
import io.mosql.storage.commit.RecoveryTarget;
import io.mosql.testkit.SeededRandom;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A database directory whose bytes are changed one at a time, each time in a fresh copy: either all
 * data is read unchanged, or an error names the damage. No other exception may be thrown.
 *
 * <p>One kind of damage cannot be distinguished from a torn write at a power failure: damage of the
 * last record of the log, when the process ended without closing. It loses the last commit
 * completely.
 */
public final class ByteFlips {
  /** The end of the process that wrote the directory. */
  public enum Ending {
    CLOSED,
    KILLED,
    /** A backup, which is restored to be read. */
    BACKUP
  }

  private static final Set<SqlState> NAMED =
      Set.of(
          SqlState.DATA_CORRUPTED,
          SqlState.FEATURE_NOT_SUPPORTED,
          SqlState.CONNECTION_FAILED,
          SqlState.IO_ERROR);
  private static final String LAST = "update plain set b = 'the last commit'";

  private final Map<String, byte[]> directory;
  private final List<String> names;
  private final String before;
  private final String after;
  private final Ending ending;
  private final Map<String, Integer> outcomes = new TreeMap<>();

  private ByteFlips(Map<String, byte[]> directory, String before, String after, Ending ending) {
    this.directory = directory;
    this.names = new ArrayList<>(directory.keySet());
    this.before = before;
    this.after = after;
    this.ending = ending;
  }

  public static ByteFlips of(Ending ending) throws IOException {
    StorageDirectory files = new MemoryDirectory("original");
    OpenDatabase database = open(files, 1);
    SampleData.write(database);
    database.close();
    database = open(files, 2);
    try (SessionClient client = new SessionClient(database)) {
      client.change("update person set balance = balance + 1");
      client.change("checkpoint");
      client.change("update person set balance = balance - 1");
      client.change("delete from kinds where k = 3");
    }
    String before = SampleData.contents(database);
    try (SessionClient client = new SessionClient(database)) {
      client.change(LAST);
    }
    String after = SampleData.contents(database);
    if (ending == Ending.CLOSED) {
      database.close();
    }
    StorageDirectory copied = files;
    if (ending == Ending.BACKUP) {
      copied = new MemoryDirectory("backup");
      database.backup(copied, true, (done, total) -> {});
    }
    Map<String, byte[]> directory = FileCopies.read(copied);
    if (ending != Ending.CLOSED) {
      database.close();
    }
    return new ByteFlips(directory, before, after, ending);
  }

  private static OpenDatabase open(StorageDirectory files, long seed) {
    return SmallDatabases.TINY.open(files, seed);
  }

  private static StorageDirectory restored(StorageDirectory backup) throws IOException {
    StorageDirectory target = new MemoryDirectory("restored");
    AutoCloseable reading = BackupDirectory.open(backup);
    try {
      new DatabaseRestore(target, SmallDatabases.TINY.ports(3), new DatabaseCopiesTest.Heard())
          .run(backup, null, RecoveryTarget.LOG);
    } finally {
      BackupDirectory.release(reading);
    }
    return target;
  }

  /** Kinds of files in the directory: names without numbers. */
  public Set<String> kinds() {
    return new TreeSet<>(names.stream().map(ByteFlips::kind).toList());
  }

  private static String kind(String name) {
    return name.replaceFirst("[0-9a-f]{16,}.*", "");
  }

  /** The number of occurrences of each outcome: {@code right}, {@code torn end}, or an SQLSTATE. */
  public Map<String, Integer> outcomes() {
    return outcomes;
  }

  /** Flips one bit of one byte chosen by the seed, with equal probability for each file. */
  public void flip(long seed) throws IOException {
    SeededRandom random = new SeededRandom(seed);
    String name = names.get(random.nextInt(names.size()));
    byte[] bytes = Objects.requireNonNull(directory.get(name)).clone();
    int offset = random.nextInt(bytes.length);
    // Most of a small database's files is empty space.
    for (int i = 0; i < 3 && bytes[offset] == 0; i++) {
      offset = random.nextInt(bytes.length);
    }
    bytes[offset] ^= (byte) (1 << random.nextInt(8));
    Map<String, byte[]> damaged = new HashMap<>(directory);
    damaged.put(name, bytes);
    String outcome;
    try {
      outcome = outcome(FileCopies.inMemory(damaged), name);
    } catch (AssertionError | RuntimeException e) {
      throw new AssertionError(
          String.format("seed %d (%s): byte %d of %s", seed, ending, offset, name), e);
    }
    outcomes.merge(outcome, 1, Integer::sum);
  }

  private String outcome(StorageDirectory files, String name) throws IOException {
    String read;
    try (OpenDatabase database = open(ending == Ending.BACKUP ? restored(files) : files, 4)) {
      read = SampleData.contents(database);
    } catch (MosqlException e) {
      assertThat(e.state()).isIn(NAMED);
      assertThat(messages(e)).as("names the file").contains(name);
      return e.state().code();
    }
    // Closing writes a manifest with the end of the log.
    if (ending == Ending.KILLED && read.equals(before)) {
      return "torn end";
    }
    assertThat(read).isEqualTo(after);
    return "right";
  }

  private static String messages(Throwable thrown) {
    StringBuilder text = new StringBuilder();
    for (Throwable t = thrown; t != null; t = t.getCause()) {
      text.append(t.getMessage()).append('\n');
    }
    return text.toString();
  }
}

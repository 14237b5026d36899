package io.mosql.consensus.ratis.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.core.port.LogSnapshot;
import io.mosql.core.port.LogSnapshot.SnapshotFile;
import io.mosql.core.port.LogStamp;
import io.mosql.core.port.ReplicatedStateMachine;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A state machine that keeps all records and writes them to a file at a checkpoint: the file
 * "records", the file "manifest" with the stamp of its last record, and some files that never
 * change.
 */
public final class TestStore implements ReplicatedStateMachine {
  private static final String RECORDS = "records";
  private static final String MANIFEST = "manifest";

  /** A checkpoint has more files than a leader sends without waiting. */
  private static final int PARTS = 12;

  private final Path directory;
  private final boolean forgetful;
  private final List<String> records = new ArrayList<>();
  private LogStamp last;
  private LogStamp marked = LogStamp.START;
  private volatile @Nullable LogStamp checkpoint;
  private volatile long leadsIn;
  private volatile @Nullable LogStamp replacedBy;

  /** Creates the files of a single-process database: records, and no log entry. */
  public static void leaveLocal(Path directory, List<String> records) throws IOException {
    Files.createDirectories(directory);
    Files.write(directory.resolve(RECORDS), records);
    Files.writeString(directory.resolve(MANIFEST), records.size() + " 0 0");
  }

  /** Starts from the last checkpoint, if there is one. */
  public TestStore(Path directory) {
    this(directory, false);
  }

  /**
   * @param forgetful whether records are counted and not kept
   */
  public TestStore(Path directory, boolean forgetful) {
    this.directory = directory;
    this.forgetful = forgetful;
    try {
      if (Files.exists(directory.resolve(MANIFEST))) {
        String[] stamp = Files.readString(directory.resolve(MANIFEST)).split(" ");
        last =
            new LogStamp(
                Long.parseLong(stamp[0]), Long.parseLong(stamp[1]), Long.parseLong(stamp[2]));
        records.addAll(Files.readAllLines(directory.resolve(RECORDS)));
        checkpoint = last;
      } else {
        last = LogStamp.START;
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public synchronized LogStamp last() {
    return last;
  }

  public synchronized List<String> records() {
    return List.copyOf(records);
  }

  /** The term of its leadership; 0 as a follower. */
  public long leadsIn() {
    return leadsIn;
  }

  public @Nullable LogStamp replacedBy() {
    return replacedBy;
  }

  /** Writes a checkpoint of all delivered records. */
  public synchronized LogStamp makeCheckpoint() {
    try {
      Files.createDirectories(directory);
      for (int i = 0; i < PARTS; i++) {
        Files.writeString(directory.resolve("part-" + i), "part " + i);
      }
      // Under new names, since files of a checkpoint never change.
      Path data = Files.createTempFile(directory, "new", "");
      Files.write(data, records);
      Files.move(
          data, directory.resolve(RECORDS), java.nio.file.StandardCopyOption.REPLACE_EXISTING);
      Path manifest = Files.createTempFile(directory, "new", "");
      Files.writeString(manifest, last.index() + " " + last.term() + " " + last.entry());
      Files.move(
          manifest, directory.resolve(MANIFEST), java.nio.file.StandardCopyOption.REPLACE_EXISTING);
      checkpoint = last;
      return last;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public synchronized void nextEntry(long term, long entry) {
    marked = new LogStamp(last.index() + 1, term, entry);
    assertThat(entry).isGreaterThan(last.entry());
    assertThat(term).isGreaterThanOrEqualTo(last.term());
  }

  @Override
  public synchronized void deliver(long index, byte[] record) {
    assertThat(replacedBy).isNull();
    assertThat(index).isEqualTo(last.index() + 1).isEqualTo(marked.index());
    last = marked;
    if (!forgetful) {
      records.add(new String(record, StandardCharsets.UTF_8));
    }
  }

  @Override
  public void becomeLeader(long term) {
    assertThat(term).isGreaterThan(leadsIn);
    leadsIn = term;
  }

  @Override
  public void becomeFollower() {
    leadsIn = 0;
  }

  @Override
  public synchronized @Nullable LogSnapshot snapshot() {
    LogStamp at = checkpoint;
    if (at == null) {
      return null;
    }
    try {
      List<SnapshotFile> files = new ArrayList<>(List.of(file(RECORDS), file(MANIFEST)));
      for (int i = 0; i < PARTS; i++) {
        if (Files.exists(directory.resolve("part-" + i))) {
          files.add(file("part-" + i));
        }
      }
      return new LogSnapshot(at, directory, files, () -> {});
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private SnapshotFile file(String name) throws IOException {
    Path path = directory.resolve(name);
    return new SnapshotFile(name, Files.size(path), CheckpointFiles.md5(path));
  }

  @Override
  public void snapshotInstalled(LogStamp by) {
    replacedBy = by;
  }
}

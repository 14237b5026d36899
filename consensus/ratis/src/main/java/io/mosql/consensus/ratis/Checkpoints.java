package io.mosql.consensus.ratis;

import io.mosql.core.port.LogSnapshot;
import io.mosql.core.port.LogSnapshot.SnapshotFile;
import io.mosql.core.port.LogStamp;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.apache.ratis.io.MD5Hash;
import org.apache.ratis.server.protocol.TermIndex;
import org.apache.ratis.server.storage.FileInfo;
import org.apache.ratis.server.storage.RaftStorage;
import org.apache.ratis.statemachine.SnapshotInfo;
import org.apache.ratis.statemachine.SnapshotRetentionPolicy;
import org.apache.ratis.statemachine.StateMachineStorage;
import org.jspecify.annotations.Nullable;

/**
 * Checkpoints as Ratis sends and receives them, in a directory of their own beside the logs:
 *
 * <pre>
 * carried/out-0000000007/..       files of a checkpoint that is being sent, under second names, and their list
 * carried/out-0000000009/..       or those of one that was received whole
 * carried/complete       mark: all in it was synced and verified, and is to be put in place
 * arriving/snapshot-*&#47;   one that is being received
 * </pre>
 *
 * <p>Sent are second names (hard links) and not the database's files: Ratis opens them one by one
 * and never says when it is done, and meanwhile the database may give up a checkpoint.
 *
 * <p>Received files are synced and read again, and marked, before Ratis gives up its log before
 * them. From then on they are put in place of the database's files, now or, after a crash, by
 * {@link #recover} at the next start: whoever sees the mark starts all over, and the mark goes
 * last.
 */
final class Checkpoints implements StateMachineStorage {
  private static final String COMPLETE = "complete";
  private static final int SENT_KEPT = 3;

  private final Path carried;
  private final Path arriving;
  private final Path database;
  private final AtomicLong numbers = new AtomicLong();

  /** Where the state machine's own checkpoint comes from. */
  private volatile Supplier<@Nullable LogSnapshot> source = () -> null;

  private volatile @Nullable Latest latest;

  /**
   * @param directory for checkpoints on their way
   * @param database the files of the database; on the same file system if possible
   */
  Checkpoints(Path directory, Path database) {
    this.carried = directory.resolve("carried");
    this.arriving = directory.resolve("arriving");
    this.database = database;
  }

  /**
   * Ends what a crash interrupted: puts a received checkpoint in place, forgets what did not arrive
   * as a whole, and what was being sent. Before the database's files are opened.
   */
  void recover() throws IOException {
    List<Path> candidates = new ArrayList<>(CheckpointFiles.directories(arriving));
    candidates.add(carried);
    Path newest = null;
    long entry = -1;
    for (Path candidate : candidates) {
      if (Files.exists(candidate.resolve(COMPLETE))) {
        CheckpointManifest manifest = CheckpointManifest.read(list(candidate));
        if (manifest.at().entry() > entry) {
          entry = manifest.at().entry();
          newest = candidate;
        }
      }
    }
    if (newest != null) {
      place(newest);
    }
    clear();
  }

  private void clear() throws IOException {
    CheckpointFiles.delete(arriving);
    CheckpointFiles.delete(carried);
    Files.createDirectories(arriving);
    Files.createDirectories(carried);
  }

  void source(Supplier<@Nullable LogSnapshot> value) {
    source = value;
  }

  /** The database has a checkpoint of this record. */
  void finished(LogStamp at) {
    if (at.index() > 0) {
      latest = new Latest(at);
    }
  }

  @Nullable SnapshotInfo latest() {
    return latest;
  }

  /** The record of the newest checkpoint. */
  LogStamp latestStamp() {
    Latest known = latest;
    return known == null ? LogStamp.START : known.at;
  }

  /**
   * Gives up second names. Nobody says when a checkpoint was sent, so some are kept as long as a
   * member may need one; one that is given up while it is sent is sent again, as it then is.
   *
   * @param needed whether a member is behind the newest checkpoint
   */
  void forgetSent(boolean needed) throws IOException {
    List<Path> sent = CheckpointFiles.directories(carried);
    if (Files.exists(carried.resolve(COMPLETE))) {
      return;
    }
    Latest known = latest;
    if (!needed && known != null && !sent.isEmpty()) {
      latest = new Latest(known.at);
    }
    for (Path each : sent.subList(0, Math.max(0, sent.size() - (needed ? SENT_KEPT : 0)))) {
      CheckpointFiles.delete(each);
    }
  }

  /**
   * Syncs and verifies what was received, and marks it.
   *
   * @throws IllegalStateException when it is not good, or the one before is not yet in place
   */
  void secureReceived() {
    if (Files.exists(carried.resolve(COMPLETE))) {
      throw new IllegalStateException("the checkpoint received before is not yet in place");
    }
    try {
      boolean good = false;
      for (Path each : CheckpointFiles.directories(arriving)) {
        good |= secure(each);
      }
      if (!good) {
        throw new IOException("no checkpoint arrived whole");
      }
    } catch (IOException e) {
      throw new IllegalStateException("a received checkpoint was refused: " + e.getMessage(), e);
    }
  }

  /** Whether it is whole; one that is whole and damaged is deleted. */
  private boolean secure(Path received) throws IOException {
    Path list = findList(received);
    if (list == null) {
      return false;
    }
    try {
      Path files = parent(list);
      for (SnapshotFile file : CheckpointManifest.read(list).files()) {
        CheckpointFiles.secure(files, file);
      }
      CheckpointFiles.sync(list);
      Path mark = received.resolve(COMPLETE);
      if (!Files.exists(mark)) {
        Files.createFile(mark);
      }
      CheckpointFiles.sync(mark);
      CheckpointFiles.syncDirectories(received);
      CheckpointFiles.syncDirectory(arriving);
      return true;
    } catch (IOException e) {
      CheckpointFiles.delete(received);
      throw e;
    }
  }

  /** The checkpoint that was received and is to be put in place. */
  LogStamp received() throws IOException {
    if (!Files.exists(carried.resolve(COMPLETE))) {
      throw new IOException("there is no received checkpoint");
    }
    return CheckpointManifest.read(list(carried)).at();
  }

  /** Puts the received checkpoint in place of the database's files, which nobody uses. */
  void place() throws IOException {
    CheckpointFiles.syncDirectory(parent(carried));
    LogStamp at = received();
    place(carried);
    clear();
    finished(at);
  }

  private void place(Path from) throws IOException {
    Path list = list(from);
    Path files = parent(list);
    for (SnapshotFile file : CheckpointManifest.read(list).files()) {
      Path source = files.resolve(file.name());
      Path target = database.resolve(file.name());
      if (Files.exists(source)) {
        CheckpointFiles.move(source, target);
      } else if (!Files.exists(target) || Files.size(target) != file.bytes()) {
        throw new IOException("file " + file.name() + " of a received checkpoint is missing");
      }
    }
    CheckpointFiles.syncDirectories(database);
    Files.delete(from.resolve(COMPLETE));
    CheckpointFiles.syncDirectory(from);
  }

  private static Path list(Path received) throws IOException {
    Path list = findList(received);
    if (list == null) {
      throw new IOException("a received checkpoint has no list of its files");
    }
    return list;
  }

  private static @Nullable Path findList(Path received) throws IOException {
    for (Path each : CheckpointFiles.directories(received)) {
      Path list = each.resolve(CheckpointManifest.NAME);
      if (Files.exists(list)) {
        return list;
      }
    }
    return null;
  }

  private static Path parent(Path path) {
    Path parent = path.getParent();
    if (parent == null) {
      throw new IllegalArgumentException(path + " has no directory");
    }
    return parent;
  }

  @Override
  public void init(RaftStorage storage) {}

  @Override
  public @Nullable SnapshotInfo getLatestSnapshot() {
    return latest;
  }

  @Override
  public void format() {}

  @Override
  public void cleanupOldSnapshots(SnapshotRetentionPolicy policy) {}

  @Override
  public File getSnapshotDir() {
    return carried.toFile();
  }

  @Override
  public File getTmpDir() {
    return arriving.toFile();
  }

  /**
   * The newest checkpoint. Its files get their second names when Ratis asks for them, which it does
   * for a member that needs them; the database may have a newer one by then, which is sent instead.
   */
  private final class Latest implements SnapshotInfo {
    private volatile LogStamp at;
    private List<FileInfo> files = List.of();

    Latest(LogStamp at) {
      this.at = at;
    }

    @Override
    public TermIndex getTermIndex() {
      return TermIndex.valueOf(at.term(), at.entry());
    }

    @Override
    public synchronized List<FileInfo> getFiles() {
      if (files.isEmpty()) {
        try (LogSnapshot snapshot = source.get()) {
          if (snapshot == null) {
            throw new IllegalStateException("there is no checkpoint to send");
          }
          stage(snapshot);
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      }
      return files;
    }

    private void stage(LogSnapshot snapshot) throws IOException {
      Path to = carried.resolve(String.format(Locale.ROOT, "out-%010d", numbers.incrementAndGet()));
      Files.createDirectories(to);
      List<FileInfo> staged = new ArrayList<>();
      for (SnapshotFile file : snapshot.files()) {
        Path name = to.resolve(file.name());
        CheckpointFiles.link(snapshot.directory().resolve(file.name()), name);
        staged.add(new FileInfo(name, MD5Hash.newInstance(file.md5())));
      }
      // The list comes last: who has it has all.
      Path list = to.resolve(CheckpointManifest.NAME);
      new CheckpointManifest(snapshot.at(), snapshot.files()).write(list);
      staged.add(new FileInfo(list, MD5Hash.newInstance(CheckpointFiles.md5(list))));
      files = List.copyOf(staged);
      at = snapshot.at();
    }

    @Override
    public String toString() {
      return "checkpoint at " + at;
    }
  }
}

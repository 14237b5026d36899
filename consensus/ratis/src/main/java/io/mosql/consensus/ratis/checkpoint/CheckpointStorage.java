package io.mosql.consensus.ratis.checkpoint;

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
 * The storage of checkpoints that Ratis sends and receives, in a separate directory beside the
 * logs:
 *
 * <pre>
 * carried/out-0000000007/..  hard links to the files of a checkpoint being sent, and manifest
 * carried/out-0000000009/..  or files of a checkpoint that was received completely
 * carried/complete           mark: all files were synced and verified, and are to be installed
 * arriving/snapshot-*&#47;       checkpoint that is being received
 * </pre>
 *
 * <p>Hard links are sent instead of the database's files: Ratis opens them one by one without
 * reporting the end of the transfer, and meanwhile the database may delete a checkpoint.
 *
 * <p>Received files are synced, verified and marked before Ratis purges its log before them. From
 * then on they replace the database's files, now or, after a crash, by {@link #recover} at the next
 * start. The installation is repeated completely while the mark exists, and the mark is deleted
 * last.
 */
public final class CheckpointStorage implements StateMachineStorage {
  private static final String COMPLETE = "complete";
  private static final int SENT_KEPT = 3;

  private final Path carried;
  private final Path arriving;
  private final Path database;
  private final CheckpointFiles files;
  private final AtomicLong numbers = new AtomicLong();

  /** Supplier of the state machine's own checkpoint. */
  private volatile Supplier<@Nullable LogSnapshot> source = () -> null;

  private volatile @Nullable Latest latest;

  /**
   * @param directory for checkpoints in transfer
   * @param database the files of the database; on the same file system if possible
   */
  public CheckpointStorage(Path directory, Path database, CheckpointFiles files) {
    this.carried = directory.resolve("carried");
    this.arriving = directory.resolve("arriving");
    this.database = database;
    this.files = files;
  }

  /**
   * Completes operations interrupted by a crash: installs a received checkpoint, and deletes
   * incomplete and sent checkpoints. To be called before the database's files are opened.
   */
  public void recover() throws IOException {
    Path newest = null;
    long entry = -1;
    for (Path candidate : candidates()) {
      if (Files.exists(candidate.resolve(COMPLETE))) {
        CheckpointManifest manifest = CheckpointManifest.read(list(candidate));
        if (manifest.at().entry() > entry) {
          entry = manifest.at().entry();
          newest = candidate;
        }
      }
    }
    if (newest != null) {
      install(newest);
    }
    clear();
  }

  private List<Path> candidates() throws IOException {
    List<Path> candidates = new ArrayList<>(CheckpointFiles.directories(arriving));
    candidates.add(carried);
    return candidates;
  }

  private void clear() throws IOException {
    files.delete(arriving);
    files.delete(carried);
    files.createDirectories(arriving);
    files.createDirectories(carried);
  }

  public void source(Supplier<@Nullable LogSnapshot> value) {
    source = value;
  }

  /** Called after the database has completed a checkpoint at this record. */
  public void finished(LogStamp at) {
    if (at.index() > 0) {
      latest = new Latest(at);
    }
  }

  public @Nullable SnapshotInfo latest() {
    return latest;
  }

  /** The record of the newest checkpoint. */
  public LogStamp latestStamp() {
    Latest known = latest;
    return known == null ? LogStamp.START : known.at;
  }

  /**
   * Deletes hard links. The end of a transfer is not reported, so some are kept while a member may
   * need one; a checkpoint deleted during its transfer is replaced by the newest one in the next
   * attempt.
   *
   * @param needed whether a member is behind the newest checkpoint
   */
  public void deleteSent(boolean needed) throws IOException {
    List<Path> sent = CheckpointFiles.directories(carried);
    if (Files.exists(carried.resolve(COMPLETE))) {
      return;
    }
    Latest known = latest;
    if (!needed && known != null && !sent.isEmpty()) {
      latest = new Latest(known.at);
    }
    for (Path each : sent.subList(0, Math.max(0, sent.size() - (needed ? SENT_KEPT : 0)))) {
      files.delete(each);
    }
  }

  /**
   * Syncs, verifies and marks the received checkpoint.
   *
   * @return its record
   * @throws IllegalStateException when it is damaged, or the previous one is not installed yet
   */
  public LogStamp secureReceived() {
    if (Files.exists(carried.resolve(COMPLETE))) {
      throw new IllegalStateException("the checkpoint received before is not yet in place");
    }
    try {
      deleteUnusedReceived();
      LogStamp secured = null;
      for (Path each : CheckpointFiles.directories(arriving)) {
        LogStamp at = secure(each);
        secured = at == null ? secured : at;
      }
      if (secured == null) {
        throw new IOException("no checkpoint arrived whole");
      }
      return secured;
    } catch (IOException e) {
      throw new IllegalStateException("a received checkpoint was refused: " + e.getMessage(), e);
    }
  }

  /**
   * Deletes a marked checkpoint that Ratis did not install: the log continues without it, and at
   * the next start it would be out of date.
   */
  public void deleteUnusedReceived() throws IOException {
    for (Path each : CheckpointFiles.directories(arriving)) {
      if (Files.exists(each.resolve(COMPLETE))) {
        unmark(each);
        files.delete(each);
      }
    }
  }

  /**
   * Syncs and verifies a received checkpoint. Returns its record, or null when it is incomplete; a
   * complete but damaged checkpoint is deleted.
   */
  private @Nullable LogStamp secure(Path received) throws IOException {
    Path list = findList(received);
    if (list == null) {
      return null;
    }
    try {
      Path from = parent(list);
      CheckpointManifest manifest = CheckpointManifest.read(list);
      for (SnapshotFile file : manifest.files()) {
        files.syncAndVerify(from, file);
      }
      files.sync(list);
      Path mark = received.resolve(COMPLETE);
      files.create(mark);
      files.sync(mark);
      files.syncDirectories(received);
      files.syncDirectory(arriving);
      return manifest.at();
    } catch (IOException e) {
      files.delete(received);
      throw e;
    }
  }

  /** The record of the received checkpoint that is to be installed. */
  public LogStamp received() throws IOException {
    if (!Files.exists(carried.resolve(COMPLETE))) {
      throw new IOException("there is no received checkpoint");
    }
    return CheckpointManifest.read(list(carried)).at();
  }

  /** Replaces the database's files, which must not be in use, by the received checkpoint. */
  public void install() throws IOException {
    files.syncDirectory(parent(carried));
    LogStamp at = received();
    install(carried);
    clear();
    finished(at);
  }

  private void install(Path from) throws IOException {
    // An older checkpoint that was marked and never installed must not be installed after this one.
    for (Path other : candidates()) {
      if (!other.equals(from)) {
        unmark(other);
      }
    }
    Path list = list(from);
    Path received = parent(list);
    for (SnapshotFile file : CheckpointManifest.read(list).files()) {
      Path source = received.resolve(file.name());
      Path target = database.resolve(file.name());
      if (Files.exists(source)) {
        files.move(source, target);
      } else if (!Files.exists(target) || Files.size(target) != file.bytes()) {
        throw new IOException("file " + file.name() + " of a received checkpoint is missing");
      }
    }
    files.syncDirectories(database);
    unmark(from);
  }

  private void unmark(Path received) throws IOException {
    Path mark = received.resolve(COMPLETE);
    if (Files.exists(mark)) {
      files.delete(mark);
      files.syncDirectory(received);
    }
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
   * The newest checkpoint. Its files are linked when Ratis requests them for a member; if the
   * database has a newer checkpoint by then, that one is sent instead.
   */
  private final class Latest implements SnapshotInfo {
    private volatile LogStamp at;
    private List<FileInfo> staged = List.of();

    Latest(LogStamp at) {
      this.at = at;
    }

    @Override
    public TermIndex getTermIndex() {
      return TermIndex.valueOf(at.term(), at.entry());
    }

    @Override
    public synchronized List<FileInfo> getFiles() {
      if (staged.isEmpty()) {
        try (LogSnapshot snapshot = source.get()) {
          if (snapshot == null) {
            throw new IllegalStateException("there is no checkpoint to send");
          }
          stage(snapshot);
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      }
      return staged;
    }

    private void stage(LogSnapshot snapshot) throws IOException {
      Path to = carried.resolve(String.format(Locale.ROOT, "out-%010d", numbers.incrementAndGet()));
      Files.createDirectories(to);
      List<FileInfo> sent = new ArrayList<>();
      for (SnapshotFile file : snapshot.files()) {
        Path name = to.resolve(file.name());
        files.link(snapshot.directory().resolve(file.name()), name);
        sent.add(new FileInfo(name, MD5Hash.newInstance(file.md5())));
      }
      // The manifest is sent last: a receiver of the manifest has all files.
      Path list = to.resolve(CheckpointManifest.NAME);
      new CheckpointManifest(snapshot.at(), snapshot.files()).write(list);
      sent.add(new FileInfo(list, MD5Hash.newInstance(CheckpointFiles.md5(list))));
      staged = List.copyOf(sent);
      at = snapshot.at();
    }

    @Override
    public String toString() {
      return "checkpoint at " + at;
    }
  }
}

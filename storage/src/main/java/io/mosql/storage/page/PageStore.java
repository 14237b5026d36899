package io.mosql.storage.page;

import io.mosql.core.error.InvariantViolation;
import io.mosql.core.files.ReadOnlyDirectory;
import io.mosql.core.port.DiskFullException;
import io.mosql.core.port.LogSnapshot.SnapshotFile;
import io.mosql.core.port.RandomSource;
import io.mosql.core.port.StorageDirectory;
import io.mosql.core.port.StorageFile;
import io.mosql.storage.error.StorageErrorMessage;
import io.mosql.storage.tree.PageRef;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The pages of a database directory: immutable segments, and the manifest that names the current
 * ones.
 *
 * <pre>
 *   begin()  -> write pages -> finish()        segments written and synced, not yet named
 *   install(manifest, segments)                names synced, manifest.new synced, renamed to
 *                                              manifest, names synced; segments are durable
 *   delete(segment)                            one that the newest manifest does not name
 * </pre>
 *
 * <p>At any time, and after any crash, the directory contains one complete manifest and all
 * segments that it names. All other files (of an unfinished checkpoint) are deleted: at once when a
 * manifest exists, else after the first one is installed, since a directory that has lost its
 * manifest must not lose its pages too.
 *
 * <p>Failure: an I/O error before the rename leaves everything unchanged, and the checkpoint may be
 * retried. A failed sync, or a rename with unknown outcome, is a {@link PageSyncException}: nothing
 * can be written any more, reads continue.
 *
 * <p>Thread-safe. Checkpoints run one at a time; reads and deletions run concurrently with them.
 */
public final class PageStore implements AutoCloseable {
  private static final long DELETE_STEP_BYTES = 8 << 20;
  private static final long DELETE_PAUSE_NANOS = 2_000_000;

  private final StorageDirectory files;
  private final RandomSource random;
  private final PageOptions options;
  private final PageCache cache;
  private final OpenFiles openFiles;
  private final FileDigests digests;
  private final SegmentRegistry segments = new SegmentRegistry();
  private final List<String> leftovers = new ArrayList<>();
  private final AtomicLong failedDeletions = new AtomicLong();

  private volatile @Nullable Manifest manifest;

  /** The current checkpoint writer. */
  private @Nullable SegmentWriter current;

  private @Nullable PageSyncException broken;

  private PageStore(StorageDirectory files, RandomSource random, PageOptions options) {
    this.files = files;
    this.random = random;
    this.options = options;
    this.cache = new PageCache(options.cacheBytes());
    this.digests = new FileDigests(files);
    this.openFiles = new OpenFiles(files, options.openFilesMax());
  }

  /**
   * Reads the manifest, checks that the segments exist, and deletes files that no manifest names.
   *
   * @throws io.mosql.core.error.MosqlException XX001 when something is damaged or missing, 0A000
   *     when a format is unknown; both name the file
   */
  public static PageStore open(StorageDirectory files, RandomSource random, PageOptions options)
      throws IOException {
    return new PageStore(files, random, options).recovered(true);
  }

  /**
   * Reads the manifest and checks that the segments exist, without changing anything; for
   * inspection.
   *
   * @param files a read-only directory
   * @throws io.mosql.core.error.MosqlException as {@link #open}
   */
  public static PageStore openToRead(ReadOnlyDirectory files, PageOptions options)
      throws IOException {
    return new PageStore(files, RandomSource.SECURE, options).recovered(false);
  }

  private PageStore recovered(boolean clear) throws IOException {
    boolean good = false;
    try {
      recover(clear);
      good = true;
      return this;
    } finally {
      if (!good) {
        close();
      }
    }
  }

  private void recover(boolean clear) throws IOException {
    Manifest found = ManifestFile.read(files);
    manifest = found;
    List<SegmentEntry> named = found == null ? List.of() : found.segments();
    Set<String> names = new HashSet<>();
    Set<String> present = new HashSet<>(files.list());
    for (SegmentEntry entry : named) {
      names.add(entry.id().fileName());
      if (!present.contains(entry.id().fileName())) {
        throw StorageErrorMessage.DAMAGED_FILE.error(
            entry.id().fileName(), 0, "the file is missing");
      }
      SegmentFile segment = newSegmentFile(entry.id(), entry.bytes());
      segment.check();
      segment.makeDurable();
    }
    for (String name : present) {
      if (name.equals(ManifestFile.NEW_NAME)
          || (SegmentId.ofFileName(name) != null && !names.contains(name))) {
        leftovers.add(name);
      }
    }
    if (found != null && clear) {
      makeDurable(found);
      deleteLeftovers();
    }
  }

  /**
   * A process that crashed between the rename and the sync of the directory leaves a manifest that
   * is visible but may still be lost; nothing may be deleted, here or in the log, before it is
   * durable. It is written again, since after a failed sync a second sync proves nothing. On a full
   * disk the sync alone must do, or the leftover files could never be deleted.
   */
  private void makeDurable(Manifest found) throws IOException {
    ManifestFile.syncDirectory(files);
    try {
      ManifestFile.write(files, found);
    } catch (DiskFullException e) {
      // See the comment above.
    }
  }

  /** The newest checkpoint, null before the first one. */
  public @Nullable Manifest manifest() {
    return manifest;
  }

  /**
   * A reference to a page.
   *
   * @throws io.mosql.core.error.MosqlException XX001 when there is no such segment
   */
  public PageRef page(PageLocation location) {
    return new PageRef(
        segments.require(location.segment()),
        location.offset(),
        location.length(),
        location.checksum());
  }

  /** The location of the page of a reference. */
  public static PageLocation location(PageRef page) {
    return new PageLocation(
        new SegmentId(page.source().idHigh(), page.source().idLow()),
        page.offset(),
        page.length(),
        page.checksum());
  }

  /**
   * Begins the segments of a checkpoint.
   *
   * @throws PageSyncException when the store is broken
   */
  public synchronized SegmentWriter begin() throws IOException {
    requireWhole();
    InvariantViolation.check(current == null, "one checkpoint is written at a time");
    SegmentWriter next = new SegmentWriter(this, files, options.segmentBytes());
    current = next;
    return next;
  }

  /**
   * Installs a checkpoint as the newest one, durably. It names all of the new segments, and of the
   * older ones those that it still needs.
   *
   * @param fresh finished segment writer
   * @throws PageSyncException when the outcome is unknown; after any other exception it is not
   *     installed, and {@code fresh} can be abandoned
   */
  public synchronized void install(Manifest next, SegmentWriter fresh) throws IOException {
    requireWhole();
    InvariantViolation.check(
        current == fresh, "the checkpoint that is installed is the one being written");
    requireKnown(next, fresh.finished());
    requireLater(next);
    try {
      if (!fresh.finished().isEmpty()) {
        ManifestFile.syncDirectory(files);
      }
      ManifestFile.write(files, next);
    } catch (PageSyncException e) {
      broken = e;
      // The new manifest may be in place: the segments that it names must be kept.
      fresh.installed(false);
      current = null;
      throw e;
    }
    manifest = next;
    fresh.installed(true);
    current = null;
    deleteLeftovers();
  }

  private void requireKnown(Manifest next, List<SegmentEntry> fresh) {
    Set<SegmentId> named = new HashSet<>();
    for (SegmentEntry entry : next.segments()) {
      named.add(entry.id());
      SegmentFile segment = segments.find(entry.id());
      if (segment == null || segment.isDeleted() || segment.bytes() != entry.bytes()) {
        throw new InvariantViolation("a manifest names segments of its store, not " + entry);
      }
    }
    for (SegmentEntry entry : fresh) {
      if (!named.contains(entry.id())) {
        throw new InvariantViolation("a manifest names all new segments, also " + entry);
      }
    }
  }

  /** A restored database has another timeline. */
  private void requireLater(Manifest next) {
    Manifest newest = manifest;
    if (newest != null && newest.timeline() == next.timeline()) {
      InvariantViolation.check(
          next.position() >= newest.position(),
          "the positions of checkpoints ascend",
          next.position(),
          newest.position());
      InvariantViolation.check(
          next.epoch() >= newest.epoch(),
          "the epochs of checkpoints ascend",
          next.epoch(),
          newest.epoch());
    }
  }

  /**
   * Deletes a segment that the newest manifest does not name and no snapshot needs; a later read of
   * it fails with 72000. The space is freed in steps. An I/O error is only counted: the next
   * opening tries again.
   */
  public void delete(SegmentId id) {
    SegmentFile segment = segments.find(id);
    if (segment == null) {
      throw new InvariantViolation("a segment that is deleted exists, not " + id);
    }
    synchronized (this) {
      Manifest newest = manifest;
      if (broken != null) {
        return;
      }
      if (!segment.isDurable() || (newest != null && newest.segment(id) != null)) {
        throw new InvariantViolation("the newest manifest does not name a deleted segment, " + id);
      }
    }
    if (segment.markDeleted()) {
      deleteFile(id.fileName());
    }
  }

  /** Checks the segments of the newest checkpoint against it: header, size and hash. */
  public void verify(SegmentCheck.Visitor visitor) {
    Manifest newest = manifest;
    if (newest != null) {
      SegmentCheck.check(files, newest, visitor);
    }
  }

  /** The path of the files; null when they are in memory. */
  public @Nullable Path directory() {
    return files.directory();
  }

  /**
   * The segments of a checkpoint with their digests, which are computed when they are not cached.
   *
   * @param checkpoint none of whose segments may be deleted meanwhile
   */
  public List<SnapshotFile> digest(Manifest checkpoint) throws IOException {
    return digests.of(checkpoint.segments());
  }

  /** The file of the newest manifest with its digest; no checkpoint may be installed meanwhile. */
  public SnapshotFile digestManifest() throws IOException {
    return digests.of(ManifestFile.NAME);
  }

  /** Number of pages that the calling thread has read from files. */
  public long loadsHere() {
    return cache.loadsHere();
  }

  public CacheStatistics cacheStatistics() {
    return cache.statistics();
  }

  /** Changes the limit of the cache; 0 empties it. */
  public void limitCache(long bytes) {
    cache.limit(bytes);
  }

  /** All segments whose files exist, as far as this process knows. */
  public List<SegmentInfo> segments() {
    Map<SegmentId, SegmentEntry> named = new HashMap<>();
    Manifest newest = manifest;
    if (newest != null) {
      newest.segments().forEach(entry -> named.put(entry.id(), entry));
    }
    List<SegmentInfo> figures = new ArrayList<>();
    for (SegmentFile segment : segments.all()) {
      if (!segment.isDeleted()) {
        SegmentEntry entry = named.get(segment.id());
        figures.add(
            new SegmentInfo(
                segment.id(),
                segment.bytes(),
                entry == null ? 0 : entry.liveBytes(),
                segment.isDurable(),
                entry != null));
      }
    }
    return figures;
  }

  /** Number of files that could not be deleted and are left to the next opening. */
  public long failedDeletions() {
    return failedDeletions.get();
  }

  /**
   * Ends reads and closes the files; an unfinished checkpoint, whose thread has stopped, is
   * abandoned.
   */
  @Override
  public void close() {
    SegmentWriter unfinished;
    synchronized (this) {
      unfinished = current;
    }
    if (unfinished != null) {
      unfinished.abandon();
    }
    for (SegmentFile segment : segments.all()) {
      segment.close();
    }
    cache.limit(0);
  }

  /** Registers a segment of the current checkpoint. */
  SegmentFile newSegment() {
    return newSegmentFile(SegmentId.random(random), 0);
  }

  private SegmentFile newSegmentFile(SegmentId id, long bytes) {
    SegmentFile segment = new SegmentFile(id, bytes, segments, openFiles, cache);
    segments.add(segment);
    return segment;
  }

  /** Records that a segment could not be synced. */
  synchronized void markBroken(PageSyncException reason) {
    broken = reason;
  }

  /** Deletes the files of a checkpoint that no manifest names. */
  void abandoned(SegmentWriter fresh, List<SegmentFile> files) {
    synchronized (this) {
      if (current == fresh) {
        current = null;
      }
    }
    for (SegmentFile segment : files) {
      segment.markDeleted();
      segments.remove(segment);
      deleteFile(segment.id().fileName());
    }
  }

  private void deleteLeftovers() {
    for (String name : leftovers) {
      deleteFile(name);
    }
    leftovers.clear();
  }

  private void deleteFile(String name) {
    try {
      if (!files.exists(name)) {
        return;
      }
      try (StorageFile file = files.open(name, false)) {
        // In steps: one large deletion would delay the log's next sync.
        for (long size = file.size() - DELETE_STEP_BYTES; size > 0; size -= DELETE_STEP_BYTES) {
          file.resize(size);
          LockSupport.parkNanos(this, DELETE_PAUSE_NANOS);
        }
      }
      files.delete(name);
    } catch (IOException e) {
      failedDeletions.incrementAndGet();
    }
  }

  private void requireWhole() throws PageSyncException {
    if (broken != null) {
      throw new PageSyncException("an earlier checkpoint could not be synced", broken);
    }
  }
}

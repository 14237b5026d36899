package io.mosql.storage.page;

import io.mosql.core.error.InvariantViolation;
import io.mosql.core.port.StorageDirectory;
import io.mosql.core.port.StorageFile;
import io.mosql.storage.tree.PageRef;
import io.mosql.storage.tree.TreePages;
import java.io.IOException;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * The writer of the segments of one checkpoint: filled one after the other, each synced when it is
 * full. They are not part of the database until {@link PageStore#install}; closing before that
 * deletes them.
 *
 * <p>After any exception nothing can be written any more, and the store is unchanged: close the
 * writer. Used by one thread, except {@link #writtenBytes}.
 */
public final class SegmentWriter implements TreePages.Sink, AutoCloseable {
  private static final int BUFFER_BYTES = 1 << 20;
  private static final int ALIGNMENT = 8;

  /** Syncs of the log wait for other writes to the disk: write little at a time. */
  private static final int SYNC_BYTES = 2 << 20;

  private enum State {
    OPEN,
    FAILED,
    FINISHED,
    INSTALLED,
    ABANDONED
  }

  private final PageStore store;
  private final StorageDirectory files;
  private final int segmentBytes;
  private final List<SegmentFile> segments = new ArrayList<>();
  private final List<SegmentEntry> entries = new ArrayList<>();
  private final byte[] buffer;
  private int buffered;
  private State state = State.OPEN;
  private volatile long writtenBytes;

  private @Nullable SegmentFile segment;
  private @Nullable StorageFile file;
  private MessageDigest digest = SegmentCheck.newDigest();

  /** Size of the current segment, including buffered bytes. */
  private long position;

  private long pageBytes;
  private long unsynced;

  SegmentWriter(PageStore store, StorageDirectory files, int segmentBytes) {
    this.store = store;
    this.files = files;
    this.segmentBytes = segmentBytes;
    this.buffer = new byte[Math.min(BUFFER_BYTES, segmentBytes)];
  }

  /** Bytes of the pages written so far; may be called by any thread. */
  public long writtenBytes() {
    return writtenBytes;
  }

  /**
   * Appends a page. It may be read only after {@link #finish}.
   *
   * @throws io.mosql.core.port.DiskFullException when the disk is full
   * @throws PageSyncException when a segment that became full could not be synced
   */
  @Override
  public PageRef write(byte[] page) throws IOException {
    requireState(State.OPEN);
    if (page.length == 0 || page.length > Integer.MAX_VALUE - 2 * SegmentHeader.BYTES) {
      throw new InvariantViolation("a page fits a segment, not " + page.length + " bytes");
    }
    state = State.FAILED;
    SegmentFile target = segment;
    if (target == null) {
      target = begin();
    } else if (aligned(position) + page.length > segmentBytes) {
      complete();
      target = begin();
    }
    append(new byte[(int) (aligned(position) - position)]);
    int offset = (int) position;
    append(page);
    pageBytes += page.length;
    long before = writtenBytes;
    writtenBytes = before + page.length;
    CRC32C crc = new CRC32C();
    crc.update(page, 0, page.length);
    state = State.OPEN;
    return new PageRef(target, offset, page.length, (int) crc.getValue());
  }

  /**
   * Writes and syncs the remaining pages.
   *
   * @return the segments, all of their pages live
   */
  public List<SegmentEntry> finish() throws IOException {
    requireState(State.OPEN);
    state = State.FAILED;
    if (segment != null) {
      complete();
    }
    state = State.FINISHED;
    return List.copyOf(entries);
  }

  /** Abandons and deletes the files; no effect once installed, or abandoned before. */
  public void abandon() {
    if (state == State.INSTALLED || state == State.ABANDONED) {
      return;
    }
    state = State.ABANDONED;
    closeFile();
    store.abandoned(this, segments);
  }

  /** The same as {@link #abandon}. */
  @Override
  public void close() {
    abandon();
  }

  /** The finished segments, for the store. */
  List<SegmentEntry> finished() {
    requireState(State.FINISHED);
    return entries;
  }

  /** Called by the store when a manifest on disk may name them. */
  void installed(boolean durable) {
    requireState(State.FINISHED);
    state = State.INSTALLED;
    if (durable) {
      segments.forEach(SegmentFile::makeDurable);
    }
  }

  private SegmentFile begin() throws IOException {
    SegmentFile next = store.newSegment();
    segments.add(next);
    segment = next;
    file = files.open(next.id().fileName(), true);
    digest = SegmentCheck.newDigest();
    position = 0;
    pageBytes = 0;
    append(SegmentHeader.encode(next.id()));
    return next;
  }

  /** Writes the rest of the current segment and syncs it. */
  private void complete() throws IOException {
    SegmentFile done = current();
    flush();
    InvariantViolation.check(
        done.bytes() == position,
        "the file of a finished segment has all its bytes",
        done.bytes(),
        position);
    sync(done);
    closeFile();
    entries.add(new SegmentEntry(done.id(), position, pageBytes, digest.digest()));
    segment = null;
  }

  private void sync(SegmentFile target) throws IOException {
    try {
      currentFile().sync();
    } catch (IOException e) {
      PageSyncException failure =
          new PageSyncException("file " + target.id().fileName() + " could not be synced", e);
      store.markBroken(failure);
      throw failure;
    }
    unsynced = 0;
  }

  private void append(byte[] bytes) throws IOException {
    if (bytes.length > buffer.length - buffered) {
      flush();
    }
    if (bytes.length > buffer.length) {
      writeThrough(bytes, bytes.length);
    } else {
      System.arraycopy(bytes, 0, buffer, buffered, bytes.length);
      buffered += bytes.length;
    }
    position += bytes.length;
  }

  private void flush() throws IOException {
    writeThrough(buffer, buffered);
    buffered = 0;
  }

  private void writeThrough(byte[] bytes, int length) throws IOException {
    SegmentFile target = current();
    currentFile().write(target.bytes(), bytes, 0, length);
    digest.update(bytes, 0, length);
    target.grownTo(target.bytes() + length);
    unsynced += length;
    if (unsynced >= SYNC_BYTES) {
      sync(target);
    }
  }

  private void closeFile() {
    StorageFile open = file;
    file = null;
    if (open != null) {
      try {
        open.close();
      } catch (IOException e) {
        // It was synced, or it is abandoned.
      }
    }
  }

  private SegmentFile current() {
    if (segment == null) {
      throw new InvariantViolation("a segment is begun before it is written");
    }
    return segment;
  }

  private StorageFile currentFile() {
    if (file == null) {
      throw new InvariantViolation("a segment has an open file while it is written");
    }
    return file;
  }

  private void requireState(State required) {
    if (state != required) {
      throw new InvariantViolation("the segments are " + required + ", found " + state);
    }
  }

  private static long aligned(long position) {
    return (position + ALIGNMENT - 1) & -ALIGNMENT;
  }
}

package io.mosql.storage.page;

import io.mosql.core.error.InvariantViolation;
import io.mosql.core.port.StorageFile;
import io.mosql.core.port.WouldBlock;
import io.mosql.storage.error.StorageErrorMessage;
import io.mosql.storage.tree.PageRef;
import io.mosql.storage.tree.PageSource;
import io.mosql.storage.tree.TreeNode;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * An open segment: reads its pages, through a file that is opened on demand.
 *
 * <p>A read that fails because the segment was deleted, or the store closed, reports that error,
 * never damage. Thread-safe; no lock is held while a page is read.
 */
final class SegmentFile implements PageSource {
  private enum State {
    USABLE,
    DELETED,
    CLOSED
  }

  private final SegmentId id;
  private final SegmentRegistry segments;
  private final OpenFiles openFiles;
  private final PageCache cache;
  private final AtomicReference<@Nullable RefCountedFile> handle = new AtomicReference<>();

  /** Size of the file written so far. */
  private volatile long bytes;

  private volatile boolean durable;
  private volatile State state = State.USABLE;

  /** Not volatile on purpose: a lost update costs one reopening. */
  private boolean read;

  SegmentFile(
      SegmentId id, long bytes, SegmentRegistry segments, OpenFiles openFiles, PageCache cache) {
    this.id = id;
    this.bytes = bytes;
    this.segments = segments;
    this.openFiles = openFiles;
    this.cache = cache;
  }

  SegmentId id() {
    return id;
  }

  long bytes() {
    return bytes;
  }

  /** Called by its writer to set the size written so far. */
  void grownTo(long size) {
    InvariantViolation.check(
        !durable && size >= bytes, "a segment grows until it is durable", size, bytes);
    bytes = size;
  }

  void makeDurable() {
    durable = true;
  }

  @Override
  public long idHigh() {
    return id.high();
  }

  @Override
  public long idLow() {
    return id.low();
  }

  @Override
  public boolean isDurable() {
    return durable;
  }

  @Override
  public TreeNode admit(PageRef page, TreeNode node) {
    return cache.admit(page, node);
  }

  @Override
  public PageSource segment(long idHigh, long idLow) {
    return idHigh == id.high() && idLow == id.low()
        ? this
        : segments.require(new SegmentId(idHigh, idLow));
  }

  @Override
  public byte[] read(PageRef page) {
    WouldBlock.throwIfForbidden();
    int offset = page.offset();
    int length = page.length();
    if (offset < SegmentHeader.BYTES || length < 0 || (long) offset + length > bytes) {
      requireUsable();
      throw StorageErrorMessage.DAMAGED_FILE.error(
          id.fileName(),
          bytes,
          "the file ends before the page of " + length + " bytes at offset " + offset);
    }
    byte[] target = new byte[length];
    int count;
    try {
      count = read(offset, target);
    } catch (IOException e) {
      requireUsable();
      throw StorageErrorMessage.FILE_NOT_READABLE.causedBy(e, id.fileName(), offset);
    }
    CRC32C crc = new CRC32C();
    crc.update(target, 0, length);
    if (count < length || (int) crc.getValue() != page.checksum()) {
      requireUsable();
      throw StorageErrorMessage.DAMAGED_FILE.error(
          id.fileName(), offset, count < length ? "truncated page" : "page checksum mismatch");
    }
    cache.countLoad();
    return target;
  }

  private int read(long offset, byte[] target) throws IOException {
    RefCountedFile open = enter();
    try {
      return open.file().read(offset, target, 0, target.length);
    } finally {
      open.leave();
    }
  }

  /** Opens the file if necessary, and checks its header and size. */
  void check() throws IOException {
    enter().leave();
  }

  private RefCountedFile enter() throws IOException {
    if (!read) {
      read = true;
    }
    RefCountedFile open = handle.get();
    return open != null && open.enter() ? open : open();
  }

  private RefCountedFile open() throws IOException {
    RefCountedFile opened;
    synchronized (this) {
      requireUsable();
      RefCountedFile other = handle.get();
      if (other != null && other.enter()) {
        return other;
      }
      opened = new RefCountedFile(openChecked());
      opened.enter();
      handle.set(opened);
    }
    openFiles.opened(this);
    return opened;
  }

  private StorageFile openChecked() throws IOException {
    StorageFile file = openFiles.open(id.fileName());
    boolean good = false;
    try {
      byte[] header = new byte[SegmentHeader.BYTES];
      SegmentHeader.check(header, file.read(0, header, 0, header.length), id);
      long size = file.size();
      if (size != bytes) {
        throw StorageErrorMessage.DAMAGED_FILE.error(
            id.fileName(),
            Math.min(size, bytes),
            "the file has " + size + " bytes instead of " + bytes);
      }
      good = true;
      return file;
    } finally {
      if (!good) {
        file.close();
      }
    }
  }

  /** Whether it was read since the last call. */
  boolean wasRead() {
    boolean was = read;
    read = false;
    return was;
  }

  /** Closes the file as soon as no read uses it; the next read opens it again. */
  void retireHandle() {
    RefCountedFile open = handle.getAndSet(null);
    if (open != null) {
      open.leave();
    }
  }

  /** Prevents further reads; false when that was already done. */
  boolean markDeleted() {
    return end(State.DELETED);
  }

  boolean isDeleted() {
    return state == State.DELETED;
  }

  void close() {
    end(State.CLOSED);
  }

  private boolean end(State last) {
    synchronized (this) {
      if (state != State.USABLE) {
        return false;
      }
      state = last;
    }
    retireHandle();
    openFiles.forget(this);
    return true;
  }

  private void requireUsable() {
    switch (state) {
      case DELETED ->
          throw StorageErrorMessage.SNAPSHOT_ENDED.error(
              "file \"" + id.fileName() + "\" with its pages was deleted");
      case CLOSED -> throw StorageErrorMessage.DATABASE_CLOSED.error();
      case USABLE -> {}
    }
  }
}

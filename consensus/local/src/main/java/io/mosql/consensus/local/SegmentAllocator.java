package io.mosql.consensus.local;

import io.mosql.core.port.RandomSource;
import io.mosql.core.port.StorageDirectory;
import io.mosql.core.port.StorageFile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * Allocates segments: turns spare files into segments and segments into spare files.
 *
 * <p>A file becomes a segment in an order that is safe against power cuts: allocated and given a
 * header with a new id under a spare's name, synced, renamed, directory synced, and only then used.
 * It is recycled by a rename that is durable before its header is written again.
 *
 * <p>Large files are allocated and deleted in steps with pauses, so that commits do not queue
 * behind them at the disk, until {@link #hurry()} is called. Guarded by the lock of {@link
 * SegmentFiles}, except {@code hurry}, which any thread may call. Failure: a file that could not be
 * made a segment is deleted; if the deletion fails too, it is found as a spare, or as an empty
 * segment, at the next opening.
 */
final class SegmentAllocator {
  private static final int STEP_BYTES = 1 << 20;
  private static final int DELETED_STEP_BYTES = 8 << 20;
  private static final long PAUSE_NANOS = 4_000_000;

  private final StorageDirectory files;
  private final RandomSource random;
  private final LogOptions options;
  private final List<SegmentName> spares = new ArrayList<>();
  private long nextSequence = 1;
  private volatile boolean hurried = true;

  SegmentAllocator(StorageDirectory files, RandomSource random, LogOptions options) {
    this.files = files;
    this.random = random;
    this.options = options;
  }

  /** Sets a sequence number; files get larger ones from now on. */
  void startAbove(long sequence) {
    nextSequence = Math.max(nextSequence, sequence + 1);
  }

  /** Ends pauses, until {@link #takeTime()}. */
  void hurry() {
    hurried = true;
  }

  /** Allows pauses, if there is a background thread to make them in. */
  void takeTime() {
    hurried = !options.prepareInBackground();
  }

  /** Takes over a spare file found at opening, or deletes it when there are enough. */
  void addSpare(SegmentName spare) throws IOException {
    keepOrDelete(spare);
  }

  /**
   * Makes a segment ready.
   *
   * @param bytes requested size
   * @param enough smaller size that is sufficient after {@link #hurry()}
   */
  Segment allocate(long bytes, long enough) throws IOException {
    LogSegmentHeader header = new LogSegmentHeader(random.nextLong(), nextSequence++);
    boolean recycled = !spares.isEmpty();
    SegmentName from =
        recycled ? spares.remove(spares.size() - 1) : SegmentName.spare(header.sequence());
    SegmentName to = SegmentName.segment(header.sequence());
    try {
      try (StorageFile file = files.open(from.toString(), !recycled)) {
        file.write(0, header.encode(), 0, LogSegmentHeader.BYTES);
        grow(file, bytes, enough);
        file.sync();
      }
      files.rename(from.toString(), to.toString());
      files.syncDirectory();
      return Segment.open(files, header);
    } catch (IOException e) {
      deleteAfter(e, from);
      deleteAfter(e, to);
      throw e;
    }
  }

  /** Turns a segment whose records are not needed any more into a spare file, or deletes it. */
  void retire(long sequence) throws IOException {
    // A new sequence number: a power cut may have brought back a spare with the segment's number.
    SegmentName spare = SegmentName.spare(nextSequence++);
    files.rename(SegmentName.segment(sequence).toString(), spare.toString());
    files.syncDirectory();
    keepOrDelete(spare);
  }

  /** Returns the unused end of a segment to the file system. */
  void shrink(long sequence, long bytes) throws IOException {
    try (StorageFile file = files.open(SegmentName.segment(sequence).toString(), false)) {
      if (file.size() > bytes) {
        file.resize(bytes);
        file.sync();
      }
    }
  }

  /** Size of a segment's file. */
  long size(long sequence) throws IOException {
    return size(SegmentName.segment(sequence));
  }

  private long size(SegmentName name) throws IOException {
    try (StorageFile file = files.open(name.toString(), false)) {
      return file.size();
    }
  }

  private void keepOrDelete(SegmentName spare) throws IOException {
    long bytes = size(spare);
    boolean usual = bytes >= options.initialSegmentBytes() && bytes <= options.segmentBytes();
    if (usual && spares.size() < options.spareSegments()) {
      spares.add(spare);
    } else {
      delete(spare, bytes);
    }
  }

  private void delete(SegmentName spare, long bytes) throws IOException {
    if (!hurried && bytes > DELETED_STEP_BYTES) {
      try (StorageFile file = files.open(spare.toString(), false)) {
        for (long left = bytes - DELETED_STEP_BYTES; left > 0; left -= DELETED_STEP_BYTES) {
          file.resize(left);
          pause();
        }
      }
    }
    files.delete(spare.toString());
  }

  private void grow(StorageFile file, long bytes, long enough) throws IOException {
    long size = file.size();
    boolean patient = !hurried;
    while (size < (patient ? bytes : enough)) {
      size = patient ? Math.min(bytes, size + STEP_BYTES) : enough;
      file.resize(size);
      if (patient) {
        file.sync();
        pause();
      }
      patient = !hurried;
    }
  }

  private void pause() {
    if (!hurried) {
      LockSupport.parkNanos(this, PAUSE_NANOS);
    }
  }

  private void deleteAfter(IOException failure, SegmentName name) {
    try {
      if (files.exists(name.toString())) {
        files.delete(name.toString());
      }
    } catch (IOException e) {
      failure.addSuppressed(e);
    }
  }
}

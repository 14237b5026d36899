package io.mosql.core.files;

import io.mosql.core.port.DiskFullException;
import io.mosql.core.port.StorageFile;
import java.io.EOFException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousFileChannel;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;

/**
 * A file of a {@link DiskDirectory}.
 *
 * <p>It uses an {@link AsynchronousFileChannel} with tasks that run on the calling thread: that is
 * the only channel of the JDK that writes at a position with one pwrite, syncs with fdatasync, and
 * is not closed when the calling thread is interrupted. Thread-safe.
 */
final class DiskFile implements StorageFile {
  /** Bounds the off-heap buffer that the JDK keeps per thread; larger transfers go in steps. */
  private static final int STEP_BYTES = 1 << 20;

  private static final int ZEROS_BYTES = 1 << 18;

  private final Path path;
  private final AsynchronousFileChannel channel;

  DiskFile(Path path, AsynchronousFileChannel channel) {
    this.path = path;
    this.channel = channel;
  }

  @Override
  public int read(long position, byte[] target, int offset, int length) throws IOException {
    int done = 0;
    while (done < length) {
      ByteBuffer step = ByteBuffer.wrap(target, offset + done, Math.min(STEP_BYTES, length - done));
      int n = result(channel.read(step, position + done));
      if (n < 0) {
        break;
      }
      done += n;
    }
    return done;
  }

  @Override
  public void write(long position, byte[] source, int offset, int length) throws IOException {
    int done = 0;
    try {
      while (done < length) {
        ByteBuffer step =
            ByteBuffer.wrap(source, offset + done, Math.min(STEP_BYTES, length - done));
        int n = result(channel.write(step, position + done));
        if (n <= 0) {
          throw new EOFException("nothing could be written");
        }
        done += n;
      }
    } catch (IOException e) {
      throw isDiskFull(e) ? new DiskFullException("no space left on the device", e) : e;
    }
  }

  @Override
  public void sync() throws IOException {
    channel.force(false);
  }

  @Override
  public long size() throws IOException {
    return channel.size();
  }

  @Override
  public void resize(long size) throws IOException {
    long old = channel.size();
    if (size <= old) {
      channel.truncate(size);
      return;
    }
    // Zeros are written, not merely reserved: a later sync then finds nothing to journal.
    byte[] zeros = new byte[(int) Math.min(ZEROS_BYTES, size - old)];
    try {
      for (long at = old; at < size; at += zeros.length) {
        write(at, zeros, 0, (int) Math.min(zeros.length, size - at));
      }
    } catch (IOException e) {
      try {
        channel.truncate(old);
      } catch (IOException also) {
        e.addSuppressed(also);
      }
      throw e;
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }

  /**
   * The message comes from the operating system, in its language; so a nearly full file store
   * counts as well.
   */
  private boolean isDiskFull(IOException e) {
    if (e instanceof DiskFullException) {
      return false;
    }
    String message = String.valueOf(e.getMessage()).toLowerCase(Locale.ROOT);
    if (message.contains("no space left")
        || message.contains("not enough space")
        || message.contains("quota exceeded")) {
      return true;
    }
    try {
      return java.nio.file.Files.getFileStore(path).getUsableSpace() < STEP_BYTES;
    } catch (IOException also) {
      e.addSuppressed(also);
      return false;
    }
  }

  /** The future is complete already, since its task ran on this thread. */
  private static int result(Future<Integer> future) throws IOException {
    try {
      return future.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof IOException io) {
        throw io;
      }
      throw new IOException(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      InterruptedIOException io = new InterruptedIOException("interrupted");
      io.initCause(e);
      throw io;
    }
  }
}

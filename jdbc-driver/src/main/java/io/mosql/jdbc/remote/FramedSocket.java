package io.mosql.jdbc.remote;

import io.mosql.core.wire.ClientPreface;
import io.mosql.core.wire.Frames;
import io.mosql.core.wire.WireException;
import io.mosql.core.wire.WireReader;
import io.mosql.core.wire.WireWriter;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.util.Arrays;

/**
 * A socket that carries frames. A flight is one write; reading buffers the received bytes and
 * returns frame by frame. Used by one thread at a time, apart from {@link #close}.
 */
final class FramedSocket implements AutoCloseable {
  private static final int BUFFER_BYTES = 8 * 1024;

  /**
   * The buffer of a large frame grows with the received bytes, so that a length alone allocates no
   * memory.
   */
  private static final int GROWTH_MAX = 1024 * 1024;

  private final Socket raw;
  private final Socket socket;
  private final int minor;
  private final InputStream in;
  private final OutputStream out;
  private final WireReader reader = new WireReader();
  private byte[] buffer = new byte[BUFFER_BYTES];
  private int position;
  private int limit;

  /**
   * @param raw the connection
   * @param socket socket for the frames: the same, or TLS on top of it
   * @param minor negotiated minor version
   */
  FramedSocket(Socket raw, Socket socket, int minor) throws IOException {
    this.minor = minor;
    this.raw = raw;
    this.socket = socket;
    this.in = socket.getInputStream();
    this.out = socket.getOutputStream();
  }

  Socket socket() {
    return socket;
  }

  /** The negotiated minor version. */
  int minor() {
    return minor;
  }

  /** Whether the server reports the kinds of statements, and accepts an expectation of the kind. */
  boolean knowsKinds() {
    return minor >= ClientPreface.MINOR_OF_KINDS;
  }

  /** Whether the server has large objects. */
  boolean hasLargeObjects() {
    return minor >= ClientPreface.MINOR_OF_LARGE_OBJECTS;
  }

  /** Whether the server supports the protocol additions for clusters. */
  boolean knowsClusters() {
    return minor >= ClientPreface.MINOR_OF_CLUSTERS;
  }

  /**
   * @param millis read timeout, 0 for none
   */
  void setTimeout(int millis) throws SocketException {
    socket.setSoTimeout(millis);
  }

  /** Sends the contents of the writer, and clears it. */
  void send(WireWriter flight) throws IOException {
    if (flight.length() > 0) {
      out.write(flight.array(), 0, flight.length());
      out.flush();
      flight.clear();
    }
  }

  /**
   * The next frame; its bytes are valid until the next call.
   *
   * @throws WireException when it is longer than the limit
   */
  WireReader receive(int bytesMax) throws IOException {
    if (position == limit) {
      position = 0;
      limit = 0;
      if (buffer.length > BUFFER_BYTES) {
        buffer = new byte[BUFFER_BYTES];
      }
    }
    fill(Frames.LENGTH_BYTES);
    int length =
        Frames.checkedLength(
            (buffer[position] & 0xFF) << 24
                | (buffer[position + 1] & 0xFF) << 16
                | (buffer[position + 2] & 0xFF) << 8
                | buffer[position + 3] & 0xFF,
            bytesMax);
    fill(Frames.LENGTH_BYTES + length);
    reader.frame(buffer, position + Frames.LENGTH_BYTES, length);
    position += Frames.LENGTH_BYTES + length;
    return reader;
  }

  /** Reads until the given number of bytes is buffered. */
  private void fill(int bytes) throws IOException {
    while (limit - position < bytes) {
      ensureCapacity(bytes);
      int read = in.read(buffer, limit, buffer.length - limit);
      if (read < 0) {
        throw new EOFException("the server closed the connection");
      }
      limit += read;
    }
  }

  private void ensureCapacity(int bytes) {
    if (position > 0 && position + bytes > buffer.length) {
      System.arraycopy(buffer, position, buffer, 0, limit - position);
      limit -= position;
      position = 0;
    }
    if (limit == buffer.length) {
      buffer =
          Arrays.copyOf(buffer, (int) Math.min(bytes, limit + (long) Math.max(limit, GROWTH_MAX)));
    }
  }

  /** Blocks until the other end has closed, or the timeout is over. */
  void awaitEnd() throws IOException {
    try {
      while (in.read(buffer) >= 0) {
        position = limit;
      }
    } catch (SocketTimeoutException e) {
      // The timeout is over.
      position = limit;
    }
  }

  /** Any thread; blocked reads and writes fail. */
  @Override
  public void close() throws IOException {
    raw.close();
  }
}

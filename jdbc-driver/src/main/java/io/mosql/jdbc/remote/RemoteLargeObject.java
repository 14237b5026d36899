package io.mosql.jdbc.remote;

import io.mosql.core.session.LargeObjectSink;
import io.mosql.core.type.LargeObject;
import io.mosql.core.wire.Frames;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Writes a large object to a server, piece by piece; the next ones are sent when the server has
 * taken those before. All go to one node: when its session is lost, so is the object. Not
 * thread-safe.
 */
final class RemoteLargeObject implements LargeObjectSink {
  /** Pieces that are sent together: about 1 MB, which is what a server reads ahead. */
  private static final int PARTS = 16;

  private final NodeSession node;
  private final boolean text;
  private final RemoteSession session;
  private final byte[] piece = new byte[PARTS * Frames.WRITTEN_PIECE_BYTES];
  private int filled;
  private boolean begun;

  RemoteLargeObject(NodeSession node, boolean text, RemoteSession session) {
    this.node = node;
    this.text = text;
    this.session = session;
  }

  @Override
  public void write(byte[] bytes, int from, int count) {
    int at = from;
    int end = from + count;
    while (at < end) {
      if (filled == piece.length) {
        send(false, piece);
        filled = 0;
      }
      int part = Math.min(end - at, piece.length - filled);
      System.arraycopy(bytes, at, piece, filled, part);
      at += part;
      filled += part;
    }
  }

  @Override
  public LargeObject finish() {
    LargeObject made = send(true, Arrays.copyOf(piece, filled));
    return Objects.requireNonNull(made).from(session::readLargeObject);
  }

  private @Nullable LargeObject send(boolean last, byte[] part) {
    boolean first = !begun;
    begun = true;
    return node.writeLargeObject(this, text, first, last, part);
  }

  /** The server discards it with the next one, or the session. */
  @Override
  public void close() {}
}

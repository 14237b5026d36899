package io.mosql.core.wire;

/**
 * The only frame of a connection of kind {@link ClientPreface.Kind#CANCEL}: a request to cancel the
 * running statement of a session with 57014. Never answered, whether the key was right or not.
 *
 * @param sessionId from {@link LoginResponse.Welcome}
 * @param key from {@link LoginResponse.Welcome}, too
 */
public record CancelRequest(long sessionId, byte[] key) {
  /** Bytes of a key. */
  public static final int KEY_BYTES = 16;

  public void write(WireWriter out) {
    if (key.length != KEY_BYTES) {
      throw new IllegalArgumentException("a key of " + key.length + " bytes");
    }
    out.beginFrame(Frames.CANCEL);
    out.i64(sessionId);
    out.raw(key);
    out.endFrame(0);
  }

  public static CancelRequest read(WireReader frame) {
    if (frame.type() != Frames.CANCEL) {
      throw new WireException("not a cancel request");
    }
    CancelRequest request = new CancelRequest(frame.i64(), frame.raw(KEY_BYTES));
    frame.end();
    return request;
  }

  /** Without the key, since it may be logged. */
  @Override
  public String toString() {
    return "CancelRequest[sessionId=" + sessionId + "]";
  }
}

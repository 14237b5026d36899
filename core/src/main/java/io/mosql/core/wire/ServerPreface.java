package io.mosql.core.wire;

/**
 * The server's answer to a {@link ClientPreface}, of the same length, before TLS.
 *
 * <pre>
 *  0   1   2   3   4       5       6       7
 *  'M' 'o' 'S' 'Q' major   minor   flags   reason
 * </pre>
 *
 * @param major of the highest version that the server supports and that is not above the client's
 * @param tlsFollows whether a TLS handshake comes next (flag bit 0)
 * @param tlsRequired whether a session requires TLS (flag bit 1)
 */
public record ServerPreface(
    int major, int minor, boolean tlsFollows, boolean tlsRequired, Reason reason) {
  private static final int FOLLOWS = 1;
  private static final int REQUIRED = 2;
  private static final Reason[] REASONS = Reason.values();

  /** After all reasons except WELCOME the server closes the connection. */
  public enum Reason {
    WELCOME(0),
    VERSION_NOT_SPOKEN(1),
    TOO_MANY_CONNECTIONS(2),
    GOING_AWAY(3),
    TLS_REQUIRED(4);

    private final int code;

    Reason(int code) {
      this.code = code;
    }

    private static Reason of(int code) {
      for (Reason reason : REASONS) {
        if (reason.code == code) {
          return reason;
        }
      }
      throw new WireException("unknown reason");
    }
  }

  public byte[] encode() {
    return ClientPreface.bytes(
        major, minor, (tlsFollows ? FOLLOWS : 0) | (tlsRequired ? REQUIRED : 0), reason.code);
  }

  /**
   * @param preface eight bytes
   */
  public static ServerPreface decode(byte[] preface) {
    ClientPreface.checkMagic(preface);
    return new ServerPreface(
        preface[4] & 0xFF,
        preface[5] & 0xFF,
        (preface[6] & FOLLOWS) != 0,
        (preface[6] & REQUIRED) != 0,
        Reason.of(preface[7] & 0xFF));
  }
}

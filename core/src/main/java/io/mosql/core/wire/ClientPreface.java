package io.mosql.core.wire;

/**
 * The first eight bytes of a connection, from the client, before TLS.
 *
 * <pre>
 *  0   1   2   3   4       5       6       7
 *  'M' 'o' 'S' 'Q' major   minor   flags   kind
 * </pre>
 *
 * @param major version; different ones are incompatible protocols
 * @param minor version of compatible additions
 * @param tls whether the client wants TLS (flag bit 0)
 */
public record ClientPreface(int major, int minor, boolean tls, Kind kind) {
  /** Bytes of either preface. */
  public static final int BYTES = 8;

  /** The protocol version of this code. */
  public static final int MAJOR = 1;

  public static final int MINOR = 8;

  /** First minor version in which clients get cluster topologies. */
  public static final int MINOR_OF_CLUSTERS = 1;

  /** First minor version with new types, which older clients get as text. */
  public static final int MINOR_OF_NEW_TYPES = 2;

  /** First minor version with the type INTERVAL, text for older clients. */
  public static final int MINOR_OF_INTERVALS = 3;

  /** First minor version in which clients get the session's time zone. */
  public static final int MINOR_OF_ZONES = 4;

  /** First minor version in which clients get the kinds of statements. */
  public static final int MINOR_OF_KINDS = 5;

  /** First minor version with the type JSONB, text for older clients. */
  public static final int MINOR_OF_JSONB = 6;

  /** First minor version with parameters of moments and UUIDs, which were sent as text. */
  public static final int MINOR_OF_TYPED_PARAMETERS = 6;

  /** First minor version with the type NUMERIC, text for older clients. */
  public static final int MINOR_OF_NUMERIC = 7;

  /** First minor version with arrays, text for older clients and in parameters before. */
  public static final int MINOR_OF_ARRAYS = 8;

  /** First minor version with BLOB and CLOB, bytes and text for older clients. */
  public static final int MINOR_OF_LARGE_OBJECTS = 8;

  private static final int MAGIC = 0x4D6F5351;
  private static final int TLS = 1;

  /** The purpose of the connection. */
  public enum Kind {
    /** Code 0. */
    SESSION,
    /** Code 1: one frame Cancel, and no answer. */
    CANCEL
  }

  public byte[] encode() {
    return bytes(major, minor, tls ? TLS : 0, kind == Kind.SESSION ? 0 : 1);
  }

  /**
   * @param preface eight bytes
   */
  public static ClientPreface decode(byte[] preface) {
    checkMagic(preface);
    if (preface[7] < 0 || preface[7] > 1) {
      throw new WireException("unknown kind of connection");
    }
    return new ClientPreface(
        preface[4] & 0xFF,
        preface[5] & 0xFF,
        (preface[6] & TLS) != 0,
        preface[7] == 0 ? Kind.SESSION : Kind.CANCEL);
  }

  static byte[] bytes(int major, int minor, int flags, int last) {
    return new byte[] {'M', 'o', 'S', 'Q', (byte) major, (byte) minor, (byte) flags, (byte) last};
  }

  static void checkMagic(byte[] preface) {
    if (preface.length != BYTES
        || ((preface[0] & 0xFF) << 24
                | (preface[1] & 0xFF) << 16
                | (preface[2] & 0xFF) << 8
                | preface[3] & 0xFF)
            != MAGIC) {
      throw new WireException("not MoSQL's protocol");
    }
  }
}

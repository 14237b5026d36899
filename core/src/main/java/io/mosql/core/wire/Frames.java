package io.mosql.core.wire;

/**
 * The frame of every message after the prefaces.
 *
 * <pre>
 *  0        4      5       6
 *  +--------+------+-------+---------
 *  | length | type | flags | body ..
 *  +--------+------+-------+---------
 *           |&lt;---- length bytes ----&gt;
 * </pre>
 *
 * Big-endian. A length is checked by {@link #checkedLength} before anything is allocated for it.
 */
public final class Frames {
  /** Bytes of the length itself. */
  public static final int LENGTH_BYTES = 4;

  /** Bytes of type and flags, the shortest length there is. */
  public static final int HEADER_BYTES = 2;

  /** Longest frame while the client is not authenticated. */
  public static final int LOGIN_BYTES_MAX = 16 * 1024;

  /** Most frames from a client until it is authenticated. */
  public static final int LOGIN_FRAMES_MAX = 64;

  /**
   * Longest frame afterwards, unless the server sets another limit: the largest value there is, 64
   * MiB, and room for others beside it.
   */
  public static final int BYTES_MAX = 65 * 1024 * 1024;

  /** Maximum number of tuples of one ExecuteBatch. */
  public static final int TUPLES_MAX = 65_536;

  /**
   * Bytes of a large object in one request that writes it: such a frame takes no memory that a
   * server limits.
   */
  public static final int WRITTEN_PIECE_BYTES = 60 << 10;

  /** Maximum number of bytes of a large object in one answer; likewise. */
  public static final int READ_PIECE_BYTES = 3 << 16;

  /** Flag of requests: to be skipped if the preceding request failed or was skipped. */
  static final int FLAG_SKIPPABLE = 1;

  static final int PREPARE = 0x01;
  static final int EXECUTE = 0x02;
  static final int FETCH = 0x03;
  static final int CLOSE_CURSOR = 0x04;
  static final int CLOSE_STATEMENT = 0x05;
  static final int EXECUTE_BATCH = 0x06;
  static final int SET_AUTO_COMMIT = 0x07;
  static final int COMMIT = 0x08;
  static final int ROLLBACK = 0x09;
  static final int SAVEPOINT = 0x0A;
  static final int ROLLBACK_TO = 0x0B;
  static final int RELEASE = 0x0C;
  static final int SET_ISOLATION = 0x0D;
  static final int SET_READ_ONLY = 0x0E;
  static final int SET_SCHEMA = 0x0F;
  static final int PING = 0x10;
  static final int ASK_FATE = 0x11;
  static final int TERMINATE = 0x12;
  static final int WRITE_LARGE_OBJECT = 0x13;
  static final int READ_LARGE_OBJECT = 0x14;

  static final int HELLO = 0x40;
  static final int PROOF = 0x41;
  static final int CANCEL = 0x42;

  static final int PREPARED = 0x81;
  static final int ROWS = 0x82;
  static final int UPDATED = 0x83;
  static final int BATCH_DONE = 0x84;
  static final int DONE = 0x85;
  static final int FATE = 0x86;
  static final int FAILED = 0x87;
  static final int SKIPPED = 0x88;
  static final int LARGE_OBJECT_CREATED = 0x89;
  static final int PIECE = 0x8A;

  static final int CHALLENGE = 0xC0;
  static final int WELCOME = 0xC1;
  static final int REFUSED = 0xC2;

  private Frames() {}

  /**
   * Checks the length of a frame and returns it.
   *
   * @param length as in the four bytes, which may be negative
   * @param bytesMax current limit
   */
  public static int checkedLength(int length, int bytesMax) {
    if (length < HEADER_BYTES || length > bytesMax) {
      throw new WireException(
          "frame of "
              + Integer.toUnsignedLong(length)
              + " bytes; "
              + HEADER_BYTES
              + " to "
              + bytesMax
              + " are allowed");
    }
    return length;
  }
}

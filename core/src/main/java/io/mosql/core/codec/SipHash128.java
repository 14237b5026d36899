package io.mosql.core.codec;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * The keyed hash SipHash-2-4 with 128 bits of output (Aumasson and Bernstein), with incremental
 * input: without the key no collisions can be found. The digest is that of the reference
 * implementation, byte for byte, and does not depend on how the input was divided. Not thread-safe.
 */
public final class SipHash128 {
  /** Bytes of a digest. */
  public static final int DIGEST_BYTES = 16;

  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private long v0;
  private long v1;
  private long v2;
  private long v3;

  /** The bytes of an incomplete word, the first one lowest. */
  private long tail;

  private long length;
  private boolean finished;

  /**
   * @param key0 first eight bytes of the key, read as little-endian
   * @param key1 last eight bytes
   */
  public SipHash128(long key0, long key1) {
    v0 = key0 ^ 0x736f6d6570736575L;
    v1 = key1 ^ 0x646f72616e646f6dL ^ 0xee;
    v2 = key0 ^ 0x6c7967656e657261L;
    v3 = key1 ^ 0x7465646279746573L;
  }

  /** Adds the next piece of the input. */
  public SipHash128 update(byte[] bytes, int from, int count) {
    if (finished) {
      throw new IllegalStateException("The digest was taken");
    }
    int at = from;
    int end = from + count;
    while (at < end && (length & 7) != 0) {
      add(bytes[at++]);
    }
    for (; at <= end - 8; at += 8) {
      length += 8;
      word((long) LONG.get(bytes, at));
    }
    while (at < end) {
      add(bytes[at++]);
    }
    return this;
  }

  /** Ends the input. */
  public byte[] digest() {
    if (finished) {
      throw new IllegalStateException("The digest was taken");
    }
    finished = true;
    word(tail | length << 56);
    v2 ^= 0xee;
    rounds(4);
    byte[] digest = new byte[DIGEST_BYTES];
    LONG.set(digest, 0, v0 ^ v1 ^ v2 ^ v3);
    v1 ^= 0xdd;
    rounds(4);
    LONG.set(digest, 8, v0 ^ v1 ^ v2 ^ v3);
    return digest;
  }

  private void add(byte b) {
    tail |= (b & 0xFFL) << 8 * (length & 7);
    length++;
    if ((length & 7) == 0) {
      long full = tail;
      tail = 0;
      word(full);
    }
  }

  private void word(long word) {
    v3 ^= word;
    rounds(2);
    v0 ^= word;
  }

  private void rounds(int count) {
    for (int i = 0; i < count; i++) {
      v0 += v1;
      v1 = Long.rotateLeft(v1, 13) ^ v0;
      v0 = Long.rotateLeft(v0, 32);
      v2 += v3;
      v3 = Long.rotateLeft(v3, 16) ^ v2;
      v0 += v3;
      v3 = Long.rotateLeft(v3, 21) ^ v0;
      v2 += v1;
      v1 = Long.rotateLeft(v1, 17) ^ v2;
      v2 = Long.rotateLeft(v2, 32);
    }
  }
}

package io.mosql.storage.tree;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * The hash of an entry, the same on every machine and in every release: XXH64 of the value, seeded
 * by XXH64 of the key (seed 0), so that moving a byte from one to the other changes it. It detects
 * replicas that diverged by accident; it does not resist an adversary.
 */
final class EntryHash {
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

  private static final long PRIME_1 = 0x9E3779B185EBCA87L;
  private static final long PRIME_2 = 0xC2B2AE3D27D4EB4FL;
  private static final long PRIME_3 = 0x165667B19E3779F9L;
  private static final long PRIME_4 = 0x85EBCA77C2B2AE63L;
  private static final long PRIME_5 = 0x27D4EB2F165667C5L;
  private static final int STRIPE_BYTES = 32;

  private EntryHash() {}

  static long of(byte[] key, byte[] value) {
    return xxh64(value, xxh64(key, 0));
  }

  static long xxh64(byte[] data, long seed) {
    int at = 0;
    long hash;
    if (data.length >= STRIPE_BYTES) {
      long lane1 = seed + PRIME_1 + PRIME_2;
      long lane2 = seed + PRIME_2;
      long lane3 = seed;
      long lane4 = seed - PRIME_1;
      for (int end = data.length - STRIPE_BYTES; at <= end; at += STRIPE_BYTES) {
        lane1 = round(lane1, (long) LONG.get(data, at));
        lane2 = round(lane2, (long) LONG.get(data, at + 8));
        lane3 = round(lane3, (long) LONG.get(data, at + 16));
        lane4 = round(lane4, (long) LONG.get(data, at + 24));
      }
      hash =
          Long.rotateLeft(lane1, 1)
              + Long.rotateLeft(lane2, 7)
              + Long.rotateLeft(lane3, 12)
              + Long.rotateLeft(lane4, 18);
      hash = mergeLane(mergeLane(mergeLane(mergeLane(hash, lane1), lane2), lane3), lane4);
    } else {
      hash = seed + PRIME_5;
    }
    return finish(hash + data.length, data, at);
  }

  private static long round(long lane, long input) {
    return Long.rotateLeft(lane + input * PRIME_2, 31) * PRIME_1;
  }

  private static long mergeLane(long hash, long lane) {
    return (hash ^ round(0, lane)) * PRIME_1 + PRIME_4;
  }

  private static long finish(long start, byte[] data, int from) {
    long hash = start;
    int at = from;
    for (; at + 8 <= data.length; at += 8) {
      hash ^= round(0, (long) LONG.get(data, at));
      hash = Long.rotateLeft(hash, 27) * PRIME_1 + PRIME_4;
    }
    if (at + 4 <= data.length) {
      hash ^= ((int) INT.get(data, at) & 0xFFFFFFFFL) * PRIME_1;
      hash = Long.rotateLeft(hash, 23) * PRIME_2 + PRIME_3;
      at += 4;
    }
    for (; at < data.length; at++) {
      hash ^= (data[at] & 0xFF) * PRIME_5;
      hash = Long.rotateLeft(hash, 11) * PRIME_1;
    }
    hash = (hash ^ (hash >>> 33)) * PRIME_2;
    hash = (hash ^ (hash >>> 29)) * PRIME_3;
    return hash ^ (hash >>> 32);
  }
}

package io.mosql.consensus.ratis.group;

/** Measures the free space on the disk of the logs. Any thread. */
@FunctionalInterface
public interface FreeSpaceProbe {
  /** Bytes that may still be written; 0 when it cannot be told. */
  long freeBytes();
}

package io.mosql.consensus.ratis.group;

/** Measures the free space on the disk of the logs. Thread-safe. */
@FunctionalInterface
public interface FreeSpaceProbe {
  /** Bytes that can still be written; 0 when unknown. */
  long freeBytes();
}

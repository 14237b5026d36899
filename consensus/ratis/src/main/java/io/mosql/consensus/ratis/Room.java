package io.mosql.consensus.ratis;

/** How much room is left on the disk of the logs. Any thread. */
@FunctionalInterface
interface Room {
  /** Bytes that may still be written; 0 when it cannot be told. */
  long freeBytes();
}

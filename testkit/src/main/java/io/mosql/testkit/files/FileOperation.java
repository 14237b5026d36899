package io.mosql.testkit.files;

/** Kinds of operations of {@link FaultyDirectory}. */
public enum FileOperation {
  /** Opening a file that exists. */
  OPEN,
  CREATE,
  READ,
  WRITE,
  /** Growing or cutting a file. */
  RESIZE,
  SYNC,
  RENAME,
  DELETE,
  SYNC_DIRECTORY,
  /** Everything that only asks: names, sizes, the lock. */
  LOOK
}

package io.mosql.testkit.files;

/** The kinds of operations of {@link FaultyDirectory}. */
public enum FileOperation {
  /** Opening a file that exists. */
  OPEN,
  CREATE,
  READ,
  WRITE,
  /** Growing or truncating a file. */
  RESIZE,
  SYNC,
  RENAME,
  DELETE,
  SYNC_DIRECTORY,
  /** All read-only operations on the directory: names, sizes, the lock. */
  LOOK
}

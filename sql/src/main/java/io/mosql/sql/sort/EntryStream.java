package io.mosql.sql.sort;

/** Entries in ascending order of keys. Not thread-safe; closed with its sorter. */
public interface EntryStream {
  /** Steps to the next entry; false at the end. */
  boolean next();

  /** Key of the current entry; the caller may keep the array. */
  byte[] key();

  /** Value of the current entry; the caller may keep the array. */
  byte[] value();
}

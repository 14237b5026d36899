package io.mosql.storage.page;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import java.io.IOException;

/** Errors about page files, each with the file name. Pure. */
final class PageErrors {
  private PageErrors() {}

  static MosqlException damaged(String file, long offset, String what) {
    return new MosqlException(
        SqlState.DATA_CORRUPTED,
        "file "
            + file
            + " is damaged at offset "
            + offset
            + ": "
            + what
            + "; restore the database from a backup");
  }

  static MosqlException unknownVersion(String file, int found, int known) {
    return new MosqlException(
        SqlState.FEATURE_NOT_SUPPORTED,
        "file "
            + file
            + " has format version "
            + found
            + ", this release reads version "
            + known
            + ": open the database with the release that wrote it, or a newer one");
  }

  static MosqlException unreadable(String file, long offset, IOException cause) {
    return new MosqlException(
        SqlState.IO_ERROR, "file " + file + " could not be read at offset " + offset, cause);
  }

  /** The error for pages that only an ended snapshot can still refer to. */
  static MosqlException deleted(String file) {
    return new MosqlException(
        SqlState.SNAPSHOT_TOO_OLD,
        "the snapshot is too old: file " + file + " with its pages was deleted");
  }

  static MosqlException closed() {
    return new MosqlException(SqlState.SHUTTING_DOWN, "the database is closed");
  }
}

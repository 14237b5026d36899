package io.mosql.storage.page;

import io.mosql.core.error.MosqlException;
import io.mosql.core.port.StorageDirectory;
import io.mosql.core.port.StorageFile;
import io.mosql.storage.error.StorageErrorMessage;
import java.io.IOException;
import java.security.MessageDigest;
import java.util.Arrays;

/** A copy of segments from one directory to another, checked on the way. */
public final class SegmentCopy {
  private static final int STEP_BYTES = 1 << 20;

  private SegmentCopy() {}

  /** Observes progress while bytes are copied; an exception that it throws ends the copy. */
  @FunctionalInterface
  public interface Progress {
    void copied(int bytes);
  }

  /**
   * Copies a segment and syncs it; the caller makes its name durable.
   *
   * @throws MosqlException XX001 when the source differs from the manifest
   */
  public static void copy(
      StorageDirectory from, StorageDirectory to, SegmentEntry segment, Progress progress)
      throws IOException {
    String name = segment.id().fileName();
    if (!from.exists(name)) {
      throw damaged(from, name, "the file is missing");
    }
    try (StorageFile in = from.open(name, false);
        StorageFile out = to.open(name, true)) {
      out.resize(0);
      MessageDigest digest = SegmentCheck.newDigest();
      byte[] buffer = new byte[(int) Math.min(STEP_BYTES, segment.bytes())];
      long at = 0;
      for (int n = in.read(0, buffer, 0, buffer.length); n > 0 && at <= segment.bytes(); ) {
        if (at == 0) {
          SegmentHeader.check(buffer, n, segment.id());
        }
        digest.update(buffer, 0, n);
        out.write(at, buffer, 0, n);
        at += n;
        progress.copied(n);
        n = in.read(at, buffer, 0, buffer.length);
      }
      if (at != segment.bytes()) {
        throw damaged(
            from, name, "the file has " + in.size() + " bytes instead of " + segment.bytes());
      }
      if (!Arrays.equals(digest.digest(), segment.sha256())) {
        throw damaged(from, name, "hash mismatch");
      }
      out.sync();
    }
  }

  private static MosqlException damaged(StorageDirectory files, String name, String what) {
    return StorageErrorMessage.DAMAGED_BACKUP_FILE.error(name, files.describe(), what);
  }
}

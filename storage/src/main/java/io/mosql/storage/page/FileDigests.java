package io.mosql.storage.page;

import io.mosql.core.port.LogSnapshot.SnapshotFile;
import io.mosql.core.port.StorageDirectory;
import io.mosql.core.port.StorageFile;
import java.io.IOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/**
 * The MD5 digests that are sent with a checkpoint. They are computed on first use, since most
 * checkpoints are never sent, and cached: segments do not change. Thread-safe; callers block each
 * other.
 */
final class FileDigests {
  private static final int STEP_BYTES = 1 << 20;

  private final StorageDirectory files;

  /** Digests of the segments of the last request. Guarded by this. */
  private Map<SegmentId, SnapshotFile> known = new HashMap<>();

  FileDigests(StorageDirectory files) {
    this.files = files;
  }

  /** The digests of all segments of a manifest, none of which may be deleted meanwhile. */
  synchronized List<SnapshotFile> of(List<SegmentEntry> segments) throws IOException {
    Map<SegmentId, SnapshotFile> now = new HashMap<>();
    List<SnapshotFile> all = new ArrayList<>();
    for (SegmentEntry segment : segments) {
      SnapshotFile digested = known.get(segment.id());
      if (digested == null) {
        digested = of(segment.id().fileName());
      }
      now.put(segment.id(), digested);
      all.add(digested);
    }
    known = now;
    return all;
  }

  /** The digest of the current contents of a file. */
  SnapshotFile of(String name) throws IOException {
    MessageDigest digest = newDigest();
    byte[] buffer = new byte[STEP_BYTES];
    long at = 0;
    try (StorageFile file = files.open(name, false)) {
      for (int n = file.read(0, buffer, 0, buffer.length); n > 0; ) {
        digest.update(buffer, 0, n);
        at += n;
        n = file.read(at, buffer, 0, buffer.length);
      }
    }
    return new SnapshotFile(name, at, HexFormat.of().formatHex(digest.digest()));
  }

  private static MessageDigest newDigest() {
    try {
      return MessageDigest.getInstance("MD5");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has MD5", e);
    }
  }
}

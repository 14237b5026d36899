package io.mosql.storage.page;

import io.mosql.core.error.MosqlException;
import io.mosql.core.port.StorageDirectory;
import io.mosql.core.port.StorageFile;
import java.io.IOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A check of segments against a manifest: header, size and hash of the whole file. */
public final class SegmentCheck {
  private static final int STEP_BYTES = 1 << 20;

  private SegmentCheck() {}

  /** Receives the result for each segment in turn. */
  @FunctionalInterface
  public interface Visitor {
    /**
     * @param problem null when the segment is correct
     * @return whether to continue
     */
    boolean checked(SegmentEntry segment, @Nullable String problem);
  }

  /** Checks all segments of a manifest in a directory, which need not be an open database. */
  public static void check(StorageDirectory files, Manifest manifest, Visitor visitor) {
    for (SegmentEntry segment : manifest.segments()) {
      if (!visitor.checked(segment, problem(files, segment))) {
        return;
      }
    }
  }

  /** The problem of a segment, with the file name; null when there is none. */
  public static @Nullable String problem(StorageDirectory files, SegmentEntry segment) {
    String name = segment.id().fileName();
    try {
      if (!files.exists(name)) {
        return "file " + name + " is missing";
      }
      try (StorageFile file = files.open(name, false)) {
        return problem(file, segment);
      }
    } catch (MosqlException e) {
      return e.getMessage();
    } catch (IOException e) {
      return "file " + name + " could not be read: " + e.getMessage();
    }
  }

  private static @Nullable String problem(StorageFile file, SegmentEntry segment)
      throws IOException {
    String name = segment.id().fileName();
    byte[] buffer = new byte[(int) Math.min(STEP_BYTES, Math.max(1, segment.bytes()))];
    MessageDigest digest = newDigest();
    long at = 0;
    for (int n = file.read(0, buffer, 0, buffer.length); n > 0; ) {
      if (at == 0) {
        SegmentHeader.check(buffer, n, segment.id());
      }
      digest.update(buffer, 0, n);
      at += n;
      n = at > segment.bytes() ? 0 : file.read(at, buffer, 0, buffer.length);
    }
    long size = file.size();
    if (at != segment.bytes() || size != at) {
      return "file " + name + " has " + size + " bytes instead of " + segment.bytes();
    }
    return Arrays.equals(digest.digest(), segment.sha256())
        ? null
        : "file " + name + " does not have the hash that the manifest names";
  }

  static MessageDigest newDigest() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}

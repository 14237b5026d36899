package io.mosql.storage.page;

import io.mosql.core.port.StorageDirectory;
import io.mosql.core.port.StorageFile;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/**
 * Limits the number of segments with an open file: beyond the limit the least recently used file is
 * closed. Thread-safe.
 */
final class OpenFiles {
  private final StorageDirectory files;
  private final int limit;
  private final ArrayDeque<SegmentFile> open = new ArrayDeque<>();

  OpenFiles(StorageDirectory files, int limit) {
    this.files = files;
    this.limit = limit;
  }

  StorageFile open(String name) throws IOException {
    return files.open(name, false);
  }

  /** Records that a segment was just opened. */
  void opened(SegmentFile segment) {
    List<SegmentFile> victims = new ArrayList<>();
    synchronized (open) {
      open.add(segment);
      int chances = open.size();
      while (open.size() > limit) {
        SegmentFile oldest = open.remove();
        if (chances-- > 0 && oldest.wasRead()) {
          open.add(oldest);
        } else {
          victims.add(oldest);
        }
      }
    }
    for (SegmentFile victim : victims) {
      victim.retireHandle();
    }
  }

  /** Removes a segment that will not be read any more. */
  void forget(SegmentFile segment) {
    synchronized (open) {
      open.remove(segment);
    }
  }
}

package io.mosql.storage.page;

import io.mosql.core.error.InvariantViolation;
import io.mosql.storage.error.StorageErrorMessage;
import java.util.Collection;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The registry of all segments that this process has opened, by id. Deleted segments stay
 * registered, so that an ended snapshot gets the reason why its pages are gone. Thread-safe.
 */
final class SegmentRegistry {
  private final ConcurrentHashMap<SegmentId, SegmentFile> byId = new ConcurrentHashMap<>();

  @Nullable SegmentFile find(SegmentId id) {
    return byId.get(id);
  }

  /**
   * @throws io.mosql.core.error.MosqlException XX001 when there is none
   */
  SegmentFile require(SegmentId id) {
    SegmentFile segment = byId.get(id);
    if (segment == null) {
      throw StorageErrorMessage.DAMAGED_FILE.error(
          id.fileName(), 0, "a page refers to this segment, but the manifest does not name it");
    }
    return segment;
  }

  void add(SegmentFile segment) {
    InvariantViolation.check(byId.put(segment.id(), segment) == null, "ids of segments are unique");
  }

  void remove(SegmentFile segment) {
    byId.remove(segment.id(), segment);
  }

  Collection<SegmentFile> all() {
    return byId.values();
  }
}

package io.mosql.storage.object;

import io.mosql.core.type.LargeObject;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The large objects that one transaction has read, written or dropped: tells the registry when it
 * has ended. Not thread-safe.
 */
public final class LargeObjectUse {
  private static final long NONE = 0;

  private final LargeObjectRegistry registry;
  private LargeObject.@Nullable Source source;
  private long reader = NONE;
  private @Nullable List<Long> suspects;
  private @Nullable List<Long> held;
  private boolean all;

  public LargeObjectUse(LargeObjectRegistry registry) {
    this.registry = registry;
  }

  /** The source of objects that it reads; they are kept for it from here on. */
  public LargeObject.Source source(LargeObjectContent.Rows rows) {
    LargeObject.Source known = source;
    if (known == null) {
      reader = registry.enter();
      known = new LargeObjectContent(rows);
      source = known;
    }
    return known;
  }

  /** It ends the reference to an object. */
  public void suspect(long id) {
    if (suspects == null) {
      suspects = new ArrayList<>();
    }
    suspects.add(id);
  }

  /** It may end the references to any objects. */
  public void suspectAll() {
    all = true;
  }

  /** It claims the object, or takes over the hold of its writer. */
  public void hold(long id, boolean over) {
    if (!over) {
      registry.hold(id);
    }
    if (held == null) {
      held = new ArrayList<>();
    }
    held.add(id);
  }

  /** Its writes are committed, or discarded. */
  public void endWrites() {
    if (held != null) {
      held.forEach(registry::release);
      held = null;
    }
    if (suspects != null) {
      suspects.forEach(registry::suspect);
      suspects = null;
    }
    if (all) {
      all = false;
      registry.suspectAll();
    }
  }

  public void endReads() {
    if (reader != NONE) {
      registry.leave(reader);
      reader = NONE;
    }
  }
}

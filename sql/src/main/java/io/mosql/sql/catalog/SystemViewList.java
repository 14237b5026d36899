package io.mosql.sql.catalog;

import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The system views of a database, made when a statement first needs them: most databases in memory
 * never do. Thread-safe.
 */
final class SystemViewList {
  private final Supplier<List<SystemView>> supplier;
  private @Nullable List<SystemView> views;

  SystemViewList(Supplier<List<SystemView>> supplier) {
    this.supplier = supplier;
  }

  synchronized List<SystemView> get() {
    List<SystemView> made = views;
    if (made == null) {
      made = List.copyOf(supplier.get());
      views = made;
    }
    return made;
  }
}

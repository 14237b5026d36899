package io.mosql.jdbc.base;

import io.mosql.core.session.Session.Notice;
import java.sql.SQLWarning;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A chain of warnings that grows at its end. Guarded by its owner. */
public final class WarningChain {
  /** Bounds the warnings of a session that are never read. */
  private static final int MAX_CHAIN = 1_000;

  private @Nullable SQLWarning first;
  private int length;

  public @Nullable SQLWarning first() {
    return first;
  }

  public void clear() {
    first = null;
    length = 0;
  }

  public void addAll(List<Notice> notices) {
    for (Notice notice : notices) {
      add(new SQLWarning(notice.message(), notice.sqlState()));
    }
  }

  public void add(SQLWarning warning) {
    if (length >= MAX_CHAIN) {
      return;
    }
    length++;
    if (first == null) {
      first = warning;
    } else {
      first.setNextWarning(warning);
    }
  }
}

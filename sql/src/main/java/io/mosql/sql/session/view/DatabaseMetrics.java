package io.mosql.sql.session.view;

import io.mosql.core.error.InvariantViolation;
import io.mosql.sql.catalog.AccountPrivileges;
import io.mosql.sql.catalog.Catalog;
import io.mosql.sql.catalog.SystemView;
import io.mosql.sql.session.context.DatabaseContext;
import io.mosql.storage.lock.RowLockInfo;
import io.mosql.storage.tree.PageStatistics;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Metrics of a database, for monitoring without a session. Thread-safe. */
public final class DatabaseMetrics {
  /** A request without an account; views on the whole database do not read the catalog. */
  private static final SystemView.Request WITHOUT_ACCOUNT =
      new SystemView.Request() {
        @Override
        public Catalog catalog() {
          throw new InvariantViolation("a view on the whole database does not read the catalog");
        }

        @Override
        public AccountPrivileges privileges() {
          return AccountPrivileges.TRUSTED;
        }

        @Override
        public long rowCount(long tree) {
          throw new InvariantViolation("a view on the whole database does not read the catalog");
        }

        @Override
        public long rowBytes(long tree) {
          throw new InvariantViolation("a view on the whole database does not read the catalog");
        }

        @Override
        public PageStatistics pages(long tree) {
          throw new InvariantViolation("a view on the whole database does not read the catalog");
        }
      };

  private final DatabaseContext database;
  private final List<SystemView> views;

  public DatabaseMetrics(ViewContext context) {
    this.database = context.database();
    this.views = List.of(StorageViews.log(context), StorageViews.storage(context));
  }

  /** Numbers of mosql.log and mosql.storage, by view and column, and the number of row locks. */
  public Map<String, Long> now() {
    Map<String, Long> figures = new TreeMap<>();
    for (SystemView view : views) {
      for (Object[] row : view.rows().rows(WITHOUT_ACCOUNT)) {
        for (int i = 0; i < row.length; i++) {
          put(figures, view.name() + "." + view.columns().get(i).name(), row[i]);
        }
      }
    }
    long held = 0;
    long waiting = 0;
    for (RowLockInfo lock : database.store().locks()) {
      if (lock.held()) {
        held++;
      } else {
        waiting++;
      }
    }
    figures.put("locks.held", held);
    figures.put("locks.waiting", waiting);
    return figures;
  }

  private static void put(Map<String, Long> figures, String name, @Nullable Object value) {
    if (value instanceof Number number) {
      figures.put(name, number.longValue());
    } else if (value instanceof Boolean flag) {
      figures.put(name, flag ? 1L : 0L);
    }
  }
}

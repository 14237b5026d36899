package io.mosql.sql.exec.table;

import io.mosql.core.codec.Keys;
import io.mosql.core.error.MosqlException;
import io.mosql.sql.catalog.DeferrableKey;
import io.mosql.sql.catalog.IndexDef;
import io.mosql.sql.catalog.KeyColumn;
import io.mosql.sql.catalog.TableDef;
import io.mosql.sql.error.SqlErrorMessage;
import io.mosql.sql.exec.runtime.DeferredConstraints;
import io.mosql.sql.exec.runtime.ExecutionContext;
import io.mosql.storage.transaction.RowCursor;
import io.mosql.storage.transaction.Transaction;
import io.mosql.storage.transaction.TransactionReader;
import io.mosql.storage.version.ColumnSet;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Checks a deferrable unique or primary key. Its index may have several entries of equal values: a
 * row that adds one is checked again at the end of its statement or of its transaction. Each look
 * at the entries of a value is a certified read, so that at every isolation level the certifier
 * excludes that two transactions add the same value. Immutable.
 */
final class UniqueKeyChecker {
  private final TableDef table;
  private final IndexDef index;
  private final DeferrableKey key;
  private final KeyEncoder encoder;
  private final RowLocker locker;

  UniqueKeyChecker(TableDef table, IndexDef index) {
    this.table = table;
    this.index = index;
    this.key = Objects.requireNonNull(index.deferrable());
    this.encoder = new KeyEncoder(table, index);
    this.locker = RowLocker.forWholeRow(table, index.id());
  }

  /**
   * Looks for other rows with the key of a row whose entry is about to be added; if there are, the
   * key is checked again later. A key that is checked at the end of the statement is locked, so
   * that of two transactions that add the same value one waits.
   *
   * @throws io.mosql.storage.transaction.RowChangedException when such a row was added or removed
   *     after the snapshot
   */
  void beforeAdding(@Nullable Object[] row, ExecutionContext context) {
    Object[] values = new Object[index.columns().size()];
    for (int i = 0; i < values.length; i++) {
      KeyColumn part = index.columns().get(i);
      values[i] = row[part.column()];
      if (values[i] == null) {
        return;
      }
    }
    byte[] prefix = encoder.prefix(values);
    boolean deferred = context.session().deferredConstraints().isDeferred(key.id(), key.timing());
    if (!deferred) {
      locker.lockPrefix(prefix, context);
    }
    Transaction transaction = context.transaction();
    if (!scan(prefix, transaction).next()) {
      return;
    }
    if (deferred) {
      context.session().deferredConstraints().add(table.id(), key.id(), values, false, context);
    } else {
      context.chargeBytes(prefix.length + ExecutionContext.FOUND_BYTES);
      context.checkAtEnd(() -> check(prefix, transaction));
    }
  }

  /**
   * Checks values that have waited for the end of the transaction.
   *
   * @throws MosqlException 23505
   */
  void check(Iterable<DeferredConstraints.Pending> waiting, TransactionReader transaction) {
    for (DeferredConstraints.Pending pending : waiting) {
      byte[] prefix = ForeignKeyChecker.prefix(pending.values().toArray(), encoder);
      if (prefix != null) {
        check(prefix, transaction);
      }
    }
  }

  private void check(byte[] prefix, TransactionReader transaction) {
    RowCursor entries = scan(prefix, transaction);
    int found = 0;
    while (found < 2 && entries.next()) {
      found++;
    }
    if (found > 1) {
      throw SqlErrorMessage.DUPLICATE_KEY.error(index.name(), table.name());
    }
  }

  private RowCursor scan(byte[] prefix, TransactionReader transaction) {
    return transaction
        .certified()
        .scan(index.id(), prefix, Keys.prefixEnd(prefix), false, ColumnSet.NONE);
  }
}

package io.mosql.sql.exec.scan;

import io.mosql.core.error.InvariantViolation;
import io.mosql.sql.algebra.LockingClause;
import io.mosql.sql.algebra.PlanNode;
import io.mosql.sql.catalog.TableDef;
import io.mosql.sql.exec.runtime.ExecutionContext;
import io.mosql.sql.exec.runtime.Operator;
import io.mosql.sql.exec.runtime.RowStream;
import io.mosql.sql.exec.table.KeyEncoder;
import io.mosql.sql.exec.table.RowLocker;
import io.mosql.storage.lock.LockMode;
import io.mosql.storage.lock.LockWaitPolicy;
import io.mosql.storage.transaction.CertificationLevel;
import io.mosql.storage.transaction.RowChangedException;
import io.mosql.storage.transaction.Transaction;
import io.mosql.storage.version.ColumnSet;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Row-level locking of a scan: locks rows for FOR UPDATE or FOR SHARE, and registers the reads on
 * which the statement depends; also locks rows whose reads caused conflicts before. Immutable.
 */
public final class ScanLocking {
  private final TableDef table;
  private final @Nullable LockingClause claim;

  /** Ordinals on which the selection of a row depends. */
  private final ColumnSet rests;

  private final RowLocker hold;

  private ScanLocking(TableDef table, @Nullable LockingClause claim, ColumnSet rests) {
    this.table = table;
    this.claim = claim;
    this.rests = rests;
    boolean shares = claim != null && claim.purpose() == LockingClause.Purpose.SHARE;
    this.hold =
        new RowLocker(
            table, table.rowTree(), shares ? LockMode.forShare(rests) : LockMode.forUpdate(rests));
  }

  static ScanLocking of(PlanNode.TableScan scan) {
    return new ScanLocking(scan.table(), scan.locking(), ScanColumns.of(scan));
  }

  /** Whether locked rows are skipped, so that skipped rows do not count as read. */
  boolean skipsLocked() {
    return claim != null && claim.waitPolicy() == LockingClause.WaitPolicy.SKIP_LOCKED;
  }

  /** The lock policy for the rows that the scan returns; null when it only reads them. */
  @Nullable LockWaitPolicy lockWaitPolicy(ExecutionContext context) {
    if (claim == null) {
      return context.transaction().locksReads() ? context.lockWaitPolicy() : null;
    }
    return claim.locksRows() ? policyOf(claim, context) : null;
  }

  private static LockWaitPolicy policyOf(LockingClause claim, ExecutionContext context) {
    LockWaitPolicy usual = context.lockWaitPolicy();
    return switch (claim.waitPolicy()) {
      case SESSION -> usual;
      case LIMITED ->
          LockWaitPolicy.upTo(TimeUnit.SECONDS.toNanos(claim.waitSeconds()), usual.cancelled());
      case NOWAIT -> new LockWaitPolicy(LockWaitPolicy.Kind.NOWAIT, 0, usual.cancelled());
      case SKIP_LOCKED -> new LockWaitPolicy(LockWaitPolicy.Kind.SKIP, 0, usual.cancelled());
    };
  }

  /**
   * Locks a row.
   *
   * @return false when the row is to be skipped
   * @throws RowChangedException when the row was changed after the snapshot
   */
  boolean tryLock(byte[] primaryKey, LockWaitPolicy policy, ExecutionContext context) {
    switch (hold.acquire(primaryKey, policy, context)) {
      case CHANGED -> throw new RowChangedException();
      case HELD -> {
        return false;
      }
      case CURRENT -> {
        Transaction transaction = context.transaction();
        if (claim != null
            && (skipsLocked() || transaction.level() != CertificationLevel.SERIALIZABLE)) {
          transaction.certified().get(table.rowTree(), primaryKey, rests);
        }
        return true;
      }
    }
    throw new InvariantViolation("a lock request ends as locked, as held or as changed");
  }

  /**
   * Compiles the locking of rows that reach the operator through other operators; each row is
   * locked when it is pulled.
   */
  public static Operator lockingOperator(PlanNode.LockRows node, Operator input) {
    ScanLocking rows = of(node.scan());
    LockingClause claim = rows.claim;
    if (claim == null) {
      throw new InvariantViolation(
          "LOCK ROWS is above a scan with a locking clause, found table " + rows.table.name());
    }
    KeyEncoder primary = new KeyEncoder(rows.table, rows.table.primary());
    return context -> {
      RowStream stream = input.open(context);
      LockWaitPolicy policy = policyOf(claim, context);
      return () -> {
        for (Object[] row = stream.next(); row != null; row = stream.next()) {
          if (rows.tryLock(primary.key(row), policy, context)) {
            return row;
          }
        }
        return null;
      };
    };
  }
}

package io.mosql.sql.exec;

import io.mosql.sql.catalog.TableDef;
import io.mosql.sql.plan.PlanNode;
import io.mosql.sql.plan.RowClaim;
import io.mosql.storage.ColumnSet;
import io.mosql.storage.Level;
import io.mosql.storage.Patience;
import io.mosql.storage.ReservationMode;
import io.mosql.storage.RowChangedException;
import io.mosql.storage.Transaction;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * What a query does about the rows of a scan beyond reading them: holds them FOR UPDATE or FOR
 * SHARE, and reads for certain what it rests on; or holds them because its reads made others lose.
 * Immutable.
 */
final class ClaimedRows {
  private final TableDef table;
  private final @Nullable RowClaim claim;

  /** Ordinals that a row is returned for. */
  private final ColumnSet rests;

  private final RowHold hold;

  private ClaimedRows(TableDef table, @Nullable RowClaim claim, ColumnSet rests) {
    this.table = table;
    this.claim = claim;
    this.rests = rests;
    boolean shares = claim != null && claim.purpose() == RowClaim.Purpose.SHARE;
    this.hold =
        new RowHold(
            table,
            table.rowTree(),
            shares ? ReservationMode.forShare(rests) : ReservationMode.forUpdate(rests));
  }

  static ClaimedRows of(PlanNode.TableScan scan) {
    return new ClaimedRows(scan.table(), scan.claim(), ScanColumns.of(scan));
  }

  static ClaimedRows of(PlanNode.MultiLookup lookup) {
    return new ClaimedRows(lookup.table(), lookup.claim(), ScanColumns.of(lookup));
  }

  /** Whether rows that others hold are passed over, so that what is stepped over is not read. */
  boolean skips() {
    return claim != null && claim.waiting() == RowClaim.Waiting.SKIP_LOCKED;
  }

  /** How the scan holds the rows that it returns; null when it only reads them. */
  @Nullable Patience patience(ExecutionContext context) {
    if (claim == null) {
      return context.transaction().reservesReads() ? context.patience() : null;
    }
    return claim.holds() ? claimed(claim, context) : null;
  }

  private static Patience claimed(RowClaim claim, ExecutionContext context) {
    Patience usual = context.patience();
    return switch (claim.waiting()) {
      case SESSION -> usual;
      case LIMITED -> Patience.upTo(TimeUnit.SECONDS.toNanos(claim.seconds()), usual.cancelled());
      case NOWAIT -> new Patience(Patience.Kind.NOWAIT, 0, usual.cancelled());
      case SKIP_LOCKED -> new Patience(Patience.Kind.SKIP, 0, usual.cancelled());
    };
  }

  /**
   * Holds a row.
   *
   * @return false when it is to be passed over
   * @throws RowChangedException when it is not the snapshot's any more
   */
  boolean takes(byte[] primaryKey, Patience patience, ExecutionContext context) {
    switch (hold.take(primaryKey, patience, context)) {
      case CHANGED -> throw new RowChangedException();
      case HELD -> {
        return false;
      }
      case CURRENT -> {
        Transaction transaction = context.transaction();
        if (claim != null && (skips() || transaction.level() != Level.SERIALIZABLE)) {
          transaction.certain().get(table.rowTree(), primaryKey, rests);
        }
        return true;
      }
    }
    throw new IllegalStateException("neither held nor not");
  }

  /** Holds rows that come from the scan by way of other operators, each when it is asked for. */
  static Operator later(PlanNode.HoldRows node, Operator input) {
    ClaimedRows rows =
        node.scan() instanceof PlanNode.TableScan scan
            ? of(scan)
            : of((PlanNode.MultiLookup) node.scan());
    RowClaim claim = rows.claim;
    if (claim == null) {
      throw new IllegalArgumentException("nothing is claimed of " + rows.table.name());
    }
    KeyEncoder primary = new KeyEncoder(rows.table, rows.table.primary());
    return context -> {
      RowStream stream = input.open(context);
      Patience patience = claimed(claim, context);
      return () -> {
        for (Object[] row = stream.next(); row != null; row = stream.next()) {
          if (rows.takes(primary.key(row), patience, context)) {
            return row;
          }
        }
        return null;
      };
    };
  }
}

package io.mosql.storage.certify;

import io.mosql.core.codec.Keys;
import io.mosql.storage.certify.CertifierVerdict.Reason;
import io.mosql.storage.certify.CertifierVerdict.Rejected;
import io.mosql.storage.version.ColumnSet;
import io.mosql.storage.version.FieldPatch;
import io.mosql.storage.version.RootView;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What other transactions must not do while a transaction is prepared: write what it has read or
 * written. Then its reads hold until it ends, and its writes remain possible. Others may read what
 * it will write: they are before it. But one that is prepared must not have: its own reads have to
 * hold, too. Immutable.
 */
public final class PreparedGuard {
  private final PreparedTransaction prepared;
  private final Map<Long, Footprint> trees = new HashMap<>();

  /** What the transaction has touched in a tree. */
  private static final class Footprint {
    private boolean whole;
    private final TreeMap<byte[], ColumnSet> points = new TreeMap<>(Keys.ORDER);
    private final TreeMap<byte[], Boolean> written = new TreeMap<>(Keys.ORDER);
    private final List<Span> spans = new ArrayList<>();
  }

  /** A range that was read; NONE for a count, which only the presence of keys changes. */
  private record Span(byte @Nullable [] from, byte @Nullable [] to, ColumnSet columns) {
    boolean contains(byte[] key) {
      return (from == null || Keys.compare(key, from) >= 0)
          && (to == null || Keys.compare(key, to) < 0);
    }
  }

  public PreparedGuard(PreparedTransaction prepared) {
    this.prepared = prepared;
    for (Read read : prepared.request().reads()) {
      Footprint footprint = footprint(read.tree());
      if (read instanceof Read.Point point) {
        footprint.points.merge(point.key(), point.columns(), ColumnSet::union);
      } else if (read instanceof Read.Range range) {
        footprint.spans.add(new Span(range.from(), range.to(), range.columns()));
      } else if (read instanceof Read.Count count) {
        footprint.spans.add(new Span(count.from(), count.to(), ColumnSet.NONE));
      } else {
        footprint.whole = true;
      }
    }
    for (Write write : prepared.request().writes()) {
      Footprint footprint = footprint(write.tree());
      if (write instanceof Write.OfKey change) {
        footprint.written.put(change.key(), true);
      } else {
        footprint.whole = true;
      }
    }
  }

  private Footprint footprint(long tree) {
    return trees.computeIfAbsent(tree, unused -> new Footprint());
  }

  String gid() {
    return prepared.gid();
  }

  /** The first write of a request that the transaction forbids; null when there is none. */
  @Nullable Rejected firstForbidden(CommitRequest request) {
    for (Write write : request.writes()) {
      Footprint footprint = trees.get(write.tree());
      if (footprint != null && forbids(footprint, write)) {
        byte[] key = write instanceof Write.OfKey change ? change.key() : null;
        return new Rejected(Reason.PREPARED, write.tree(), key);
      }
    }
    return null;
  }

  private static boolean forbids(Footprint footprint, Write write) {
    if (footprint.whole || !(write instanceof Write.OfKey change)) {
      return true;
    }
    byte[] key = change.key();
    if (footprint.written.containsKey(key)) {
      return true;
    }
    ColumnSet changed = change instanceof Write.Patch patch ? columns(patch) : ColumnSet.ALL;
    boolean presence = changed.isAll();
    ColumnSet read = footprint.points.get(key);
    if (read != null && (presence || read.intersects(changed))) {
      return true;
    }
    for (Span span : footprint.spans) {
      if (span.contains(key) && (presence || span.columns.intersects(changed))) {
        return true;
      }
    }
    return false;
  }

  private static ColumnSet columns(Write.Patch patch) {
    return ColumnSet.of(patch.changes().stream().mapToInt(FieldPatch::ordinal).toArray());
  }

  /** The identifier of a prepared transaction that forbids the request; null for none. */
  public static @Nullable String holding(RootView root, CommitRequest request) {
    for (PreparedTransaction prepared : PreparedTransaction.in(root)) {
      if (new PreparedGuard(prepared).firstForbidden(request) != null) {
        return prepared.gid();
      }
    }
    return null;
  }

  /** Whether a request that is prepared has read what this transaction will write. */
  @Nullable Rejected firstForbidden(CommitRequest request, CommitRequest.Phase.Prepare phase) {
    PreparedTransaction other =
        new PreparedTransaction(
            phase.gid(),
            0,
            0,
            new CommitRequest(
                request.id(),
                request.timeline(),
                request.epoch(),
                request.origin(),
                phase.lasting(),
                List.of(),
                null),
            List.of());
    return new PreparedGuard(other).firstForbidden(prepared.request());
  }
}

package io.mosql.storage.certify;

import io.mosql.core.codec.Keys;
import io.mosql.core.error.InvariantViolation;
import io.mosql.storage.certify.CertifierVerdict.Reason;
import io.mosql.storage.certify.CertifierVerdict.Rejected;
import io.mosql.storage.tree.Tree;
import io.mosql.storage.tree.TreeCursor;
import io.mosql.storage.version.Fingerprint;
import io.mosql.storage.version.Root;
import io.mosql.storage.version.RootView;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The validator of reads: checks whether they still give the same result in a given root. Shortcuts
 * that cannot change the verdict come first: same tree root, then same row object. A dropped tree
 * reads as empty. Pure.
 */
public final class ReadValidator {
  private ReadValidator() {}

  /**
   * @param snapshot that the reads were made on, if this node has it
   * @return the first invalid read, null when all are valid
   */
  static @Nullable Rejected firstBroken(RootView root, List<Read> reads, @Nullable Root snapshot) {
    Lazy fingerprint = new Lazy(root);
    for (int i = 0; i < reads.size(); i++) {
      Read read = reads.get(i);
      if (snapshot != null && root.sharesTree(snapshot, read.tree())) {
        continue;
      }
      if (read instanceof Read.Point point) {
        if (!holds(root, point, fingerprint)) {
          return new Rejected(Reason.POINT, point.tree(), point.key());
        }
      } else if (read instanceof Read.Range range) {
        if (!holds(root.tree(range.tree()), range, fingerprint)) {
          return new Rejected(Reason.RANGE, range.tree(), range.from());
        }
      } else if (read instanceof Read.Count count) {
        if (count(root.tree(count.tree()), count.from(), count.to()) != count.rows()) {
          return new Rejected(Reason.COUNT, count.tree(), count.from());
        }
      } else if (read instanceof Read.Table table
          && root.treePosition(table.tree()) != table.position()) {
        return new Rejected(Reason.TABLE, table.tree(), null);
      }
    }
    return null;
  }

  private static boolean holds(RootView root, Read.Point read, Lazy fingerprint) {
    byte[] now = root.get(read.tree(), read.key());
    if (read.observed() instanceof ObservedValue.Row seen) {
      byte[] then = seen.row();
      if (now == null || then == null) {
        return now == then;
      }
      return Fingerprint.sameSelection(then, now, read.columns());
    }
    return Arrays.equals(print(read.observed()), fingerprint.get().ofPoint(now, read.columns()));
  }

  private static boolean holds(@Nullable Tree now, Read.Range read, Lazy fingerprint) {
    if (read.observed() instanceof ObservedValue.Contents seen && now != null) {
      if (seen.tree().sameRoot(now)) {
        return true;
      }
      return count(now, read.from(), read.to()) == read.rows() && sameRows(seen.tree(), now, read);
    }
    if (count(now, read.from(), read.to()) != read.rows()) {
      return false;
    }
    if (read.observed() instanceof ObservedValue.Contents) {
      return true;
    }
    byte[] print =
        fingerprint.get().ofRange(now, read.from(), read.to(), read.columns(), read.rows());
    return Arrays.equals(print(read.observed()), print);
  }

  /** Both have the same number of rows in the range. */
  private static boolean sameRows(Tree then, Tree now, Read.Range read) {
    if (read.rows() == 0) {
      return true;
    }
    TreeCursor before = then.cursor();
    TreeCursor after = now.cursor();
    byte[] from = read.from();
    boolean both =
        from == null ? before.first() && after.first() : before.seek(from) && after.seek(from);
    for (long left = read.rows(); left > 0; left--) {
      if (!both
          || Keys.compare(before.key(), after.key()) != 0
          || !Fingerprint.sameSelection(before.value(), after.value(), read.columns())) {
        return false;
      }
      both = left > 1 && before.next() && after.next();
    }
    return true;
  }

  private static long count(@Nullable Tree tree, byte @Nullable [] from, byte @Nullable [] to) {
    return tree == null ? 0 : tree.count(from, to);
  }

  private static byte[] print(ObservedValue observed) {
    if (observed instanceof ObservedValue.Fingerprinted print) {
      return print.bytes();
    }
    throw new InvariantViolation("a read without its snapshot has a fingerprint");
  }

  /** The fingerprint key is stored in a tree; only requests from the wire need it. */
  private static final class Lazy {
    private final RootView root;
    private @Nullable Fingerprint fingerprint;

    Lazy(RootView root) {
      this.root = root;
    }

    Fingerprint get() {
      Fingerprint made = fingerprint;
      if (made == null) {
        made = Fingerprint.of(root);
        if (made == null) {
          throw new InvariantViolation("a database with reads has an epoch");
        }
        fingerprint = made;
      }
      return made;
    }
  }
}

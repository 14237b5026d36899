package io.mosql.storage.certify;

import io.mosql.storage.certify.CertifierVerdict.Reason;
import io.mosql.storage.certify.CertifierVerdict.Rejected;
import io.mosql.storage.version.Effect;
import io.mosql.storage.version.OutcomeTable;
import io.mosql.storage.version.Root;
import io.mosql.storage.version.RootView;
import io.mosql.storage.version.SystemTrees;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The certifier of commit requests: checks all reads, expectations and bounds against a root before
 * anything is changed, and returns the effects. It is stateless, changes nothing, and gives the
 * same verdict for the same root and request on every node.
 *
 * <p>Each key occurs once in a request, so no write of a request can conflict with another one's
 * effect except that of a tree operation: in its tree, keys are certified as absent.
 */
public final class Certifier {
  private Certifier() {}

  /** Certifies a request where no transaction is prepared. */
  public static CertifierVerdict judge(RootView root, CommitRequest request) {
    return judge(root, request, List.of());
  }

  /**
   * Certifies a request.
   *
   * @param guards of all prepared transactions of the root
   */
  public static CertifierVerdict judge(
      RootView root, CommitRequest request, List<PreparedGuard> guards) {
    assert request.snapshot() == null || request.snapshot().position() <= root.position()
        : "a request is judged on a root that is not older than its snapshot";
    if (request.timeline() != root.timeline()
        || (request.epoch() != CommitRequest.ANY_EPOCH && request.epoch() != root.epoch())) {
      return new Rejected(Reason.EPOCH, SystemTrees.EPOCH, null);
    }
    if (OutcomeTable.isTooOld(root, request.origin())) {
      return new Rejected(Reason.FORGOTTEN, SystemTrees.OUTCOMES, null);
    }
    Root snapshot = request.snapshot();
    if (OutcomeTable.isFenced(root, request.id())) {
      return new Rejected(Reason.FENCED, SystemTrees.OUTCOMES, null);
    }
    Rejected held = guards.isEmpty() ? null : firstForbidden(request, guards);
    if (held != null) {
      return held;
    }
    Rejected broken = ReadValidator.firstBroken(root, request.reads(), snapshot);
    if (broken != null) {
      return broken;
    }
    List<Write> writes = request.writes();
    List<Effect> effects = new ArrayList<>(writes.size());
    NewTrees newTrees = new NewTrees();
    Target target = null;
    for (int i = 0; i < writes.size(); i++) {
      Rejected rejected;
      if (writes.get(i) instanceof Write.OfKey write) {
        if (target == null || target.tree() != write.tree()) {
          target = target(root, snapshot, newTrees, write.tree());
        }
        rejected = ofKey(root, target, write, effects);
      } else if (writes.get(i) instanceof Write.Fence fence) {
        rejected = fence(root, fence, effects);
      } else {
        rejected = ofTree(root, newTrees, (Write.OfTree) writes.get(i), effects);
      }
      if (rejected != null) {
        return rejected;
      }
    }
    if (request.phase() instanceof CommitRequest.Phase.Prepare prepare) {
      byte[] key = PreparedTransaction.key(prepare.gid());
      return root.get(SystemTrees.PREPARED, key) != null
          ? new Rejected(Reason.KEY_PRESENT, SystemTrees.PREPARED, key)
          : new CertifierVerdict.Accepted(PreparedTransaction.effects(root, request, prepare));
    }
    if (request.result() != OutcomeTable.NO_RESULT) {
      effects.add(new Effect.Result(request.result()));
    }
    return new CertifierVerdict.Accepted(effects);
  }

  private static @Nullable Rejected firstForbidden(
      CommitRequest request, List<PreparedGuard> guards) {
    CommitRequest.Phase phase = request.phase();
    String own = phase instanceof CommitRequest.Phase.Second second ? second.gid() : null;
    for (PreparedGuard guard : guards) {
      if (guard.gid().equals(own)) {
        continue;
      }
      Rejected held = guard.firstForbidden(request);
      if (held == null && phase instanceof CommitRequest.Phase.Prepare prepare) {
        held = guard.firstForbidden(request, prepare);
      }
      if (held != null) {
        return held;
      }
    }
    return null;
  }

  private static @Nullable Rejected fence(RootView root, Write.Fence write, List<Effect> effects) {
    if (OutcomeTable.isForgotten(root, write.origin())) {
      return new Rejected(Reason.FORGOTTEN, write.tree(), null);
    }
    if (OutcomeTable.position(root, write.of(), write.origin()) != 0) {
      return new Rejected(Reason.COMMITTED, write.tree(), null);
    }
    effects.add(OutcomeTable.fence(write.of(), root.position() + 1, root.window()));
    return null;
  }

  private static @Nullable Rejected ofTree(
      RootView root, NewTrees newTrees, Write.OfTree write, List<Effect> effects) {
    long tree = write.tree();
    boolean creates = write instanceof Write.CreateTree;
    if (root.hasTree(tree) == creates) {
      return new Rejected(Reason.TREE, tree, null);
    }
    if (creates) {
      newTrees.add(tree);
      effects.add(new Effect.CreateTree(tree));
    } else if (write instanceof Write.TruncateTree) {
      newTrees.add(tree);
      effects.add(new Effect.TruncateTree(tree));
    } else {
      effects.add(new Effect.DropTree(tree));
    }
    return null;
  }

  /**
   * State common to all writes of a tree, which are adjacent in the request.
   *
   * @param fresh the request creates or truncates it
   * @param shared the tree is the snapshot's, in which expectations were checked already
   */
  private record Target(long tree, boolean exists, boolean fresh, boolean shared) {}

  private static Target target(
      RootView root, @Nullable Root snapshot, NewTrees newTrees, long tree) {
    boolean fresh = newTrees.contains(tree);
    boolean shared = !fresh && snapshot != null && root.sharesTree(snapshot, tree);
    return new Target(tree, fresh || root.hasTree(tree), fresh, shared);
  }

  private static @Nullable Rejected ofKey(
      RootView root, Target target, Write.OfKey write, List<Effect> effects) {
    long tree = target.tree();
    byte[] key = write.key();
    if (!target.exists()) {
      return new Rejected(Reason.TREE, tree, key);
    }
    boolean fresh = target.fresh();
    boolean shared = target.shared();
    if (write instanceof Write.Put put) {
      effects.add(new Effect.Put(tree, key, put.value()));
      return null;
    }
    if (write instanceof Write.Patch patch) {
      return patch(shared, fresh ? null : root, patch, effects);
    }
    if (write instanceof Write.Remove) {
      if (!fresh && root.get(tree, key) != null) {
        effects.add(new Effect.Delete(tree, key));
      }
      return null;
    }
    boolean inserts = write instanceof Write.Insert;
    if (!shared) {
      boolean present = !fresh && root.get(tree, key) != null;
      if (present == inserts) {
        return new Rejected(present ? Reason.KEY_PRESENT : Reason.KEY_ABSENT, tree, key);
      }
    }
    if (write instanceof Write.Insert insert) {
      effects.add(new Effect.Put(tree, key, insert.row()));
    } else if (write instanceof Write.Replace replace) {
      effects.add(new Effect.Put(tree, key, replace.row()));
    } else {
      effects.add(new Effect.Delete(tree, key));
    }
    return null;
  }

  private static @Nullable Rejected patch(
      boolean shared, @Nullable RootView root, Write.Patch patch, List<Effect> effects) {
    byte[] row = null;
    if (!shared || patch.prepared() == null) {
      row = root == null ? null : root.get(patch.tree(), patch.key());
      if (row == null) {
        return new Rejected(Reason.KEY_ABSENT, patch.tree(), patch.key());
      }
    }
    PatchEvaluator.Result result = PatchEvaluator.evaluate(row, patch.changes());
    if (result instanceof PatchEvaluator.Refused refused) {
      return new Rejected(refused.reason(), patch.tree(), patch.key());
    }
    PatchEvaluator.Fields set = (PatchEvaluator.Fields) result;
    if (set.ordinals().length > 0) {
      effects.add(
          new Effect.SetFields(
              patch.tree(), patch.key(), set.ordinals(), set.fields(), patch.prepared()));
    }
    return null;
  }

  /** Trees that the request creates or truncates: few, and usually none. */
  private static final class NewTrees {
    private long[] ids = new long[0];

    void add(long id) {
      ids = Arrays.copyOf(ids, ids.length + 1);
      ids[ids.length - 1] = id;
    }

    boolean contains(long id) {
      for (long known : ids) {
        if (known == id) {
          return true;
        }
      }
      return false;
    }
  }
}

package io.mosql.storage.tree;

import io.mosql.core.error.InvariantViolation;
import io.mosql.storage.error.StorageErrorMessage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Conversion between trees and pages: writes the nodes of a version that are not stored yet, drops
 * stored ones from memory, opens stored versions and lists their pages.
 *
 * <p>One thread at a time may write and settle; readers and editors of the same trees run
 * concurrently.
 */
public final class TreePages {
  /** The destination of new pages. */
  public interface Sink {
    /** Appends a page and returns its location, in a segment that is not durable yet. */
    PageRef write(byte[] page) throws IOException;
  }

  /** A visitor of the pages of a tree. */
  public interface PageVisitor {
    /**
     * @param lowKey not above any key that belongs into the page, and above all before it; null is
     *     unbounded
     */
    void visit(PageRef page, boolean inner, byte @Nullable [] lowKey);
  }

  private TreePages() {}

  /**
   * A version that was written; its root is loaded on first use.
   *
   * @param root null when the tree is empty
   * @param shape one that does not keep a hash
   */
  public static Tree open(TreeShape shape, @Nullable PageRef root, long size) {
    if (shape.keepsHash()) {
      throw new IllegalArgumentException("The content hash of a stored tree is not known");
    }
    if ((root == null) != (size == 0)) {
      throw new IllegalArgumentException("A tree of " + size + " entries and root " + root);
    }
    return root == null ? Tree.empty(shape) : new Tree(shape, root, size, 0);
  }

  /**
   * Writes all nodes of the version that are not clean, children before their parents, and stores
   * in each the reference to its page. When it fails, these references have no effect as long as
   * the segment does not become durable, and writing may be retried.
   *
   * @return the page of the root; null when the tree is empty
   */
  public static @Nullable PageRef write(Tree tree, Sink sink) throws IOException {
    return tree.isEmpty() ? null : write(tree.held(), sink);
  }

  private static PageRef write(Child child, Sink sink) throws IOException {
    if (child instanceof PageRef page) {
      return page;
    }
    TreeNode node = (TreeNode) child;
    PageRef before = node.page();
    if (before != null && node.isClean()) {
      return before;
    }
    if (node instanceof InnerNode inner) {
      for (int slot = 0; slot < inner.size(); slot++) {
        write(inner.held(slot), sink);
      }
    }
    byte[] bytes = PageCodec.encode(node);
    PageRef page = sink.write(bytes);
    InvariantViolation.check(
        page.length() == bytes.length,
        "a reference has the length of its page",
        page.length(),
        bytes.length);
    node.storedAt(page);
    page.source().admit(page, node instanceof InnerNode ? node : PageCodec.decode(bytes, page));
    return page;
  }

  /**
   * Makes inner nodes refer to their clean children by reference only, so that the cache decides
   * which nodes stay in memory. Nothing is loaded. To be called once the written segments are
   * durable, for the version that was written and for the newest.
   */
  public static void settle(Tree tree) {
    if (tree.held() instanceof InnerNode inner) {
      settle(inner);
    }
  }

  private static void settle(InnerNode inner) {
    for (int slot = 0; slot < inner.size(); slot++) {
      if (inner.held(slot) instanceof TreeNode node) {
        if (node instanceof InnerNode below) {
          settle(below);
        }
        PageRef page = node.page();
        if (page != null && node.isClean()) {
          inner.release(slot, page);
        }
      }
    }
  }

  /**
   * Passes to the visitor the pages of {@code before} that {@code after} does not contain. Both
   * must have been written. Loads inner pages where the versions differ, no leaves except a root.
   */
  public static void dropped(Tree before, Tree after, Consumer<PageRef> sink) {
    if (before.isEmpty() || before.sameRoot(after)) {
      return;
    }
    // A page that both have is at the same level in both, and its ancestors in either are shared or
    // all of them different: level by level, the unshared nodes determine the nodes below.
    int top = before.root().level();
    int topAfter = after.isEmpty() ? 0 : after.root().level();
    List<Child> was = new ArrayList<>();
    List<Child> is = new ArrayList<>();
    for (int level = Math.max(top, topAfter); level >= 0; level--) {
      if (level == top) {
        was.add(before.held());
      }
      if (level == topAfter && !after.isEmpty()) {
        is.add(after.held());
      }
      PageSet pagesWas = PageSet.of(was);
      PageSet pagesIs = PageSet.of(is);
      for (Child child : was) {
        PageRef page = child.page();
        if (page != null && !pagesIs.contains(page)) {
          sink.accept(page);
        }
      }
      was = level == 0 ? was : below(was, level, pagesIs);
      is = level == 0 ? is : below(is, level, pagesWas);
    }
  }

  /** The children of all nodes except the shared ones. */
  private static List<Child> below(List<Child> nodes, int level, PageSet shared) {
    List<Child> children = new ArrayList<>();
    for (Child child : nodes) {
      PageRef page = child.page();
      if (page == null || !shared.contains(page)) {
        InnerNode inner = inner(child, level);
        for (int slot = 0; slot < inner.size(); slot++) {
          children.add(inner.held(slot));
        }
      }
    }
    return children;
  }

  /**
   * Passes to the visitor all pages of the version, parents before children and in the order of
   * keys. Nodes that are not clean are entered but not passed. Loads inner pages, no leaves except
   * a root.
   */
  public static void walk(Tree tree, PageVisitor visitor) {
    if (!tree.isEmpty()) {
      walk(tree.held(), tree.root().level(), null, visitor);
    }
  }

  private static void walk(Child child, int level, byte @Nullable [] lowKey, PageVisitor visitor) {
    PageRef page = child.page();
    if (page != null && page.source().isDurable()) {
      visitor.visit(page, level > 0, lowKey);
    }
    if (level > 0) {
      InnerNode inner = inner(child, level);
      for (int slot = 0; slot < inner.size(); slot++) {
        byte[] low = slot == 0 ? lowKey : inner.separator(slot - 1);
        walk(inner.held(slot), level - 1, low, visitor);
      }
    }
  }

  /**
   * The inner node, loaded when it is not in memory.
   *
   * @throws io.mosql.core.error.MosqlException XX001 when it is not an inner node of that level
   */
  static InnerNode inner(Child child, int level) {
    TreeNode node = child.node();
    if (node instanceof InnerNode inner && inner.level() == level) {
      return inner;
    }
    throw StorageErrorMessage.DAMAGED_PAGE.error(
        Objects.requireNonNull(child.page(), "a child of another level was loaded from a page"),
        "level differs from that of its parent");
  }
}

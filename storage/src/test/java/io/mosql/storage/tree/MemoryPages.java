package io.mosql.storage.tree;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * An in-memory implementation of a page store: segments as lists of arrays, and a cache that keeps
 * the nodes that the test chooses.
 */
final class MemoryPages {
  /** A segment, which takes pages until it is durable. */
  final class Segment implements PageSource, TreePages.Sink {
    private final long idHigh = random.nextLong();
    private final long idLow = random.nextLong();
    private final List<byte[]> pages = new ArrayList<>();
    private boolean durable;
    private boolean deleted;

    @Override
    public PageRef write(byte[] page) {
      assertThatIs(!durable, "a page for a durable segment");
      pages.add(page);
      return new PageRef(this, pages.size() - 1, page.length, checksum(page));
    }

    void becomeDurable() {
      durable = true;
    }

    /** From now on reads from it are an error. */
    void delete() {
      deleted = true;
    }

    int size() {
      return pages.size();
    }

    byte[] page(int at) {
      return pages.get(at);
    }

    @Override
    public long idHigh() {
      return idHigh;
    }

    @Override
    public long idLow() {
      return idLow;
    }

    @Override
    public byte[] read(PageRef page) {
      assertThatIs(!deleted, "a read from a deleted segment");
      reads++;
      byte[] bytes = page.offset() < pages.size() ? pages.get(page.offset()) : new byte[0];
      if (trusting && page.offset() < pages.size()) {
        return bytes;
      }
      if (bytes.length != page.length() || checksum(bytes) != page.checksum()) {
        throw new MosqlException(SqlState.DATA_CORRUPTED, "the checksum of " + page);
      }
      return bytes;
    }

    @Override
    public TreeNode admit(PageRef page, TreeNode node) {
      if (!caching) {
        return node;
      }
      TreeNode faster = page.cached();
      if (faster != null) {
        return faster;
      }
      page.cache(node);
      cached.add(page);
      return node;
    }

    @Override
    public PageSource segment(long high, long low) {
      Segment segment = segments.get(high);
      if (segment == null || segment.idLow != low) {
        throw new MosqlException(SqlState.DATA_CORRUPTED, "there is no such segment");
      }
      return segment;
    }

    @Override
    public boolean isDurable() {
      return durable;
    }
  }

  private final Random random;
  private final Map<Long, Segment> segments = new HashMap<>();
  private final List<PageRef> cached = new ArrayList<>();
  private boolean caching = true;
  private boolean trusting;
  private int reads;

  MemoryPages(long seed) {
    this.random = new Random(seed);
  }

  Segment begin() {
    Segment segment = new Segment();
    segments.put(segment.idHigh, segment);
    return segment;
  }

  /** Whether nodes are kept from now on until they are evicted; otherwise each access loads. */
  void caching(boolean on) {
    caching = on;
  }

  /** From now on checksums are not checked, as if those in the references were right. */
  void trusting() {
    trusting = true;
  }

  int reads() {
    return reads;
  }

  void evictAll() {
    cached.forEach(page -> page.cache(null));
    cached.clear();
  }

  void evictSome() {
    List<PageRef> rest = new ArrayList<>();
    for (PageRef page : cached) {
      if (random.nextBoolean()) {
        page.cache(null);
      } else {
        rest.add(page);
      }
    }
    cached.clear();
    cached.addAll(rest);
  }

  /** Writes the version to a segment of its own and makes this durable. */
  static Tree stored(Tree tree, MemoryPages pages) {
    Segment segment = pages.begin();
    PageRef root = written(tree, segment);
    segment.becomeDurable();
    TreePages.settle(tree);
    return reopened(tree, root);
  }

  static @Nullable PageRef written(Tree tree, TreePages.Sink sink) {
    try {
      return TreePages.write(tree, sink);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** The version as a restart would find it; the hash, when there is one, is kept. */
  static Tree reopened(Tree tree, @Nullable PageRef root) {
    if (tree.shape().keepsHash() && root != null) {
      return new Tree(tree.shape(), root, tree.size(), tree.contentHash());
    }
    return root == null
        ? Tree.empty(tree.shape())
        : TreePages.open(tree.shape(), root, tree.size());
  }

  private static int checksum(byte[] bytes) {
    CRC32C crc = new CRC32C();
    crc.update(bytes);
    return (int) crc.getValue();
  }

  private static void assertThatIs(boolean expected, String otherwise) {
    if (!expected) {
      throw new AssertionError(otherwise);
    }
  }
}

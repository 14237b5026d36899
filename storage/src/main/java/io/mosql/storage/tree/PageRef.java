package io.mosql.storage.tree;

import org.jspecify.annotations.Nullable;

/**
 * A reference to a page: its location, its checksum, and, while it is cached, its node. There may
 * be several references to one page.
 *
 * <p>The cache behind {@link PageSource#admit} owns the mutable fields except {@link #wasUsed},
 * which every access sets. Thread-safe.
 */
public final class PageRef extends Child {
  private final PageSource source;
  private final int offset;
  private final int length;
  private final int checksum;

  private volatile @Nullable TreeNode cached;

  /** Not volatile on purpose: a lost update costs only a little accuracy of the cache. */
  private boolean used;

  private byte rank;
  private int stamp;

  /**
   * @param offset of the first byte in the segment
   * @param length in bytes
   * @param checksum CRC32C of the bytes
   */
  public PageRef(PageSource source, int offset, int length, int checksum) {
    this.source = source;
    this.offset = offset;
    this.length = length;
    this.checksum = checksum;
    assert offset >= 0 && length > 0 : "a page has bytes at an offset of its segment";
  }

  public PageSource source() {
    return source;
  }

  public int offset() {
    return offset;
  }

  public int length() {
    return length;
  }

  public int checksum() {
    return checksum;
  }

  /** Whether both name the same bytes. */
  public boolean samePage(PageRef other) {
    return this == other || (source == other.source && offset == other.offset);
  }

  @Override
  TreeNode node() {
    TreeNode node = cached;
    if (node != null) {
      if (!used) {
        used = true;
      }
      return node;
    }
    return load();
  }

  @Override
  PageRef page() {
    return this;
  }

  private TreeNode load() {
    return source.admit(this, PageCodec.decode(source.read(this), this));
  }

  /** The cached node; null when there is none. For the cache. */
  public @Nullable TreeNode cached() {
    return cached;
  }

  /** Sets or drops the cached node. For the cache. */
  public void cache(@Nullable TreeNode node) {
    cached = node;
  }

  /** Whether it was accessed since the last call. For the cache. */
  public boolean wasUsed() {
    boolean was = used;
    used = false;
    return was;
  }

  /** The admission state that the cache keeps for it. */
  public int rank() {
    return rank;
  }

  public void rank(int next) {
    rank = (byte) next;
  }

  /** When it was dropped last, by the cache's own count. */
  public int stamp() {
    return stamp;
  }

  public void stamp(int next) {
    stamp = next;
  }

  /** The location of the page, for messages. */
  @Override
  public String toString() {
    return String.format(
        "page at offset %d of segment %016x%016x", offset, source.idHigh(), source.idLow());
  }
}

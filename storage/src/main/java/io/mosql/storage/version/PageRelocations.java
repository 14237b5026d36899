package io.mosql.storage.version;

import io.mosql.storage.tree.PageSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.Predicate;

/**
 * The pages to be relocated out of segments with much garbage. A move that is lost with its batch
 * is planned again. Guarded by the pipeline's lock.
 */
public final class PageRelocations {
  /** Batch size that keeps waits of commits short. */
  private static final int MOVES_PER_ROOT = 32;

  /**
   * The nodes on the way to a key whose pages lie in given segments.
   *
   * @param key less than or equal to any key of the page, and not less than its separator
   */
  public record Move(long tree, byte[] key, Predicate<PageSource> segments) {}

  private final Deque<Move> waiting = new ArrayDeque<>();

  public void add(List<Move> more) {
    waiting.addAll(more);
  }

  public boolean isEmpty() {
    return waiting.isEmpty();
  }

  public void addTo(TentativeRoot root) {
    for (int i = 0; i < MOVES_PER_ROOT && !waiting.isEmpty(); i++) {
      Move move = waiting.removeFirst();
      root.move(move.tree(), move.key(), move.segments());
    }
  }
}

package io.mosql.storage.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.storage.tree.PageRef;
import io.mosql.testkit.SeededRandom;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * Checkpoints without trees: each "tree" of a manifest is a single page with bytes that follow from
 * its id and position, so that the contents of a store can be checked without knowing its history.
 */
final class TestCheckpoints {
  static final int TREES = 12;
  static final int SEGMENT_BYTES = 4096;

  private TestCheckpoints() {}

  static PageOptions options() {
    return PageOptions.withCache(1 << 20).withSegmentBytes(SEGMENT_BYTES).withOpenFilesMax(3);
  }

  /** The page of a tree written at a position; sometimes larger than a segment. */
  static byte[] bytes(long tree, long position) {
    SeededRandom random = new SeededRandom(tree * 1_000_003 + position);
    int length = random.percent(10) ? 3 * SEGMENT_BYTES : 1 + random.nextInt(2000);
    return random.nextBytes(length);
  }

  /** Takes a checkpoint at the position, which writes about half of the trees anew. */
  static Manifest take(PageStore store, long position) throws IOException {
    try (SegmentWriter fresh = store.begin()) {
      Map<Long, TreeEntry> trees = new TreeMap<>();
      Manifest before = store.manifest();
      if (before != null) {
        before.trees().forEach(tree -> trees.put(tree.id(), tree));
      }
      for (long tree = 0; tree < TREES; tree++) {
        if (before == null || (tree + position) % 5 < 2) {
          PageRef page = fresh.write(bytes(tree, position));
          trees.put(tree, new TreeEntry(tree, position, 1, PageStore.location(page)));
        }
      }
      List<SegmentEntry> segments = new ArrayList<>(fresh.finish());
      if (before != null) {
        segments.addAll(before.segments());
      }
      Manifest next = manifest(position, List.copyOf(trees.values()), segments);
      store.install(next, fresh);
      return next;
    }
  }

  /** A manifest that names those of the segments that the trees need. */
  static Manifest manifest(long position, List<TreeEntry> trees, List<SegmentEntry> segments) {
    Map<SegmentId, Long> live = new HashMap<>();
    for (TreeEntry tree : trees) {
      PageLocation root = Objects.requireNonNull(tree.root());
      live.merge(root.segment(), (long) root.length(), Long::sum);
    }
    List<SegmentEntry> needed = new ArrayList<>();
    for (SegmentEntry segment : segments) {
      Long bytes = live.get(segment.id());
      if (bytes != null) {
        needed.add(segment.withLiveBytes(bytes));
      }
    }
    return new Manifest(1, 2, position, position, 3, trees, needed);
  }

  /** Deletes the segments that the newest manifest does not name. */
  static void deleteRetired(PageStore store) {
    for (SegmentInfo segment : store.segments()) {
      if (segment.durable() && !segment.named()) {
        store.delete(segment.id());
      }
    }
  }

  /** Checks that every page of the newest checkpoint exists and is right. */
  static void assertReadable(PageStore store) {
    Manifest manifest = Objects.requireNonNull(store.manifest());
    assertThat(manifest.trees()).hasSize(TREES);
    for (TreeEntry tree : manifest.trees()) {
      assertThat(read(store, Objects.requireNonNull(tree.root())))
          .isEqualTo(bytes(tree.id(), tree.position()));
    }
  }

  static byte[] read(PageStore store, PageLocation location) {
    PageRef page = store.page(location);
    return page.source().read(page);
  }

  static List<String> problems(PageStore store) {
    List<String> problems = new ArrayList<>();
    store.verify(
        (segment, problem) -> {
          if (problem != null) {
            problems.add(problem);
          }
          return true;
        });
    return problems;
  }
}

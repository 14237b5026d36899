package io.mosql.storage.tree;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.core.codec.Keys;
import io.mosql.storage.tree.MemoryPages.Segment;
import io.mosql.testkit.Sampled;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Random edits with checkpoints that take long or fail, nodes that are evicted at any moment,
 * segments that are cleaned and deleted, and versions and cursors that stay open, against a
 * TreeMap; the live pages are computed from those that checkpoints drop.
 */
class PagedTreeModelTest {
  private static final int STEPS = 1200;
  private static final int HELD = 6;

  /** A version, with a cursor on its way through it. */
  private record Held(
      Tree tree, NavigableMap<byte[], byte[]> model, TreeCursor cursor, boolean[] started) {}

  private record Place(PageSource source, int offset) {
    Place(PageRef page) {
      this(page.source(), page.offset());
    }
  }

  /** A checkpoint that has been written, to become durable or to fail. */
  private record Pending(Tree tree, @Nullable PageRef root, Segment segment) {}

  @Sampled(percent = 40)
  @ParameterizedTest(name = "seed {0}, leaf {1} or {2} bytes, inner {3} or {4} bytes, {5} keys")
  @CsvSource({
    "1, 4, 8192, 4, 8192, 60",
    "2, 4, 8192, 4, 8192, 1000",
    "3, 64, 64, 64, 100, 500",
    "4, 64, 200, 5, 8192, 3000",
    "5, 9, 300, 64, 200, 20000",
    "6, 64, 8192, 64, 8192, 20000",
    "7, 5, 32, 4, 32, 300"
  })
  void agreesWithTreeMap(
      long seed, int leafEntries, int leafBytes, int innerFanout, int innerBytes, int keySpace) {
    TreeShape shape = new TreeShape(leafEntries, innerFanout).withBytes(leafBytes, innerBytes);
    new Run(seed, keySpace, Tree.empty(shape)).play();
  }

  private static final class Run {
    private final long seed;
    private final int keySpace;
    private final Random random;
    private final MemoryPages pages;
    private final NavigableMap<byte[], byte[]> model = new TreeMap<>(Keys.ORDER);
    private final List<Held> held = new ArrayList<>();
    private final List<Segment> segments = new ArrayList<>();
    private final Set<Place> live = new HashSet<>();
    private Tree tree;
    private Tree stored;
    private @Nullable Pending pending;
    private long era = 1;
    private long dirty;
    private String where = "";

    Run(long seed, int keySpace, Tree empty) {
      this.seed = seed;
      this.keySpace = keySpace;
      this.random = new Random(seed);
      this.pages = new MemoryPages(seed);
      this.tree = empty;
      this.stored = empty;
    }

    void play() {
      for (int step = 0; step < STEPS; step++) {
        where = "seed " + seed + ", step " + step;
        step(step);
        TreeChecker.verify(tree);
        assertThat(dirty).as(where).isEqualTo(dirtyBytes(tree.held()));
        if (step % 20 == 0) {
          sameEntries(tree, model);
        }
        look();
      }
      for (Held version : held) {
        sameEntries(version.tree(), version.model());
      }
    }

    private void step(int step) {
      int choice = random.nextInt(20);
      if (choice < 12) {
        edit(step);
      } else if (choice < 14) {
        pages.evictSome();
      } else if (choice < 15) {
        pages.evictAll();
      } else if (choice < 17) {
        if (pending == null) {
          begin();
        } else {
          end();
        }
      } else if (choice < 18) {
        hold();
      } else if (choice < 19 && pending == null) {
        reopen();
      } else {
        clean();
      }
    }

    private void edit(int step) {
      TreeEditor editor = tree.edit(era);
      boolean shrinking = step / 200 % 2 == 1;
      int run = random.nextInt(keySpace);
      int kind = random.nextInt(4);
      for (int i = random.nextInt(40); i >= 0; i--) {
        run += kind == 2 ? -1 : 1;
        byte[] key = key(kind == 0 || run < 0 ? random.nextInt(keySpace) : run);
        byte[] value = new byte[random.nextInt(random.nextInt(10) == 0 ? 400 : 20)];
        random.nextBytes(value);
        int action = random.nextInt(10);
        if (action < (shrinking ? 7 : 2)) {
          assertThat(editor.remove(key)).as(where).isEqualTo(model.remove(key));
        } else if (action < 8) {
          boolean fresh = model.putIfAbsent(key, value) == null;
          assertThat(editor.insert(key, value)).as(where).isEqualTo(fresh);
        } else {
          assertThat(editor.put(key, value)).as(where).isEqualTo(model.put(key, value));
        }
        if (random.nextInt(8) == 0) {
          pages.evictSome();
        }
      }
      dirty += editor.dirtied();
      tree = editor.finish();
    }

    /** Writes the newest version; edits of the next era go on. */
    private void begin() {
      era++;
      dirty = 0;
      Segment segment = pages.begin();
      pending = new Pending(tree, MemoryPages.written(tree, segment), segment);
    }

    private void end() {
      Pending written = Objects.requireNonNull(pending);
      pending = null;
      if (random.nextInt(4) == 0) {
        written.segment().delete();
        return;
      }
      for (int i = 0; i < written.segment().size(); i++) {
        live.add(new Place(written.segment(), i));
      }
      TreePages.dropped(
          stored, written.tree(), page -> assertThat(live.remove(new Place(page))).isTrue());
      written.segment().becomeDurable();
      segments.add(written.segment());
      stored = MemoryPages.reopened(written.tree(), written.root());
      TreePages.settle(written.tree());
      TreePages.settle(tree);
      assertThat(pagesOf(stored)).as(where).isEqualTo(live);
    }

    private void reopen() {
      begin();
      end();
      if (live.equals(pagesOf(tree))) {
        tree = stored;
        dirty = 0;
      }
    }

    /** Moves all pages of some segments to a new one, and deletes these. */
    private void clean() {
      if (pending != null) {
        end();
      }
      Set<PageSource> victims = new HashSet<>();
      for (Segment segment : segments) {
        if (random.nextBoolean()) {
          victims.add(segment);
        }
      }
      List<byte[]> keys = new ArrayList<>();
      TreePages.walk(
          tree,
          (page, inner, low) -> {
            if (victims.contains(page.source())) {
              keys.add(low == null ? new byte[0] : low);
            }
          });
      TreeEditor editor = tree.edit(era);
      for (byte[] key : keys) {
        editor.touch(key, victims::contains);
        assertThat(editor.touch(key, source -> false)).isFalse();
      }
      dirty += editor.dirtied();
      tree = editor.finish();
      for (Place place : pagesOf(tree)) {
        assertThat(victims).as(where).doesNotContain(place.source());
      }
      Tree before = stored;
      begin();
      end();
      if (stored != before) {
        held.clear();
        for (Segment segment : List.copyOf(segments)) {
          if (victims.contains(segment)) {
            segment.delete();
            segments.remove(segment);
          }
        }
      }
    }

    private void hold() {
      TreeMap<byte[], byte[]> copy = new TreeMap<>(model);
      Held version = new Held(tree, copy, tree.cursor(), new boolean[1]);
      if (held.size() < HELD) {
        held.add(version);
      } else {
        Held old = held.set(random.nextInt(HELD), version);
        sameEntries(old.tree(), old.model());
      }
    }

    /** Looks something up in the newest version, and goes on with a cursor of an old one. */
    private void look() {
      byte[] key = key(random.nextInt(keySpace));
      assertThat(tree.size()).as(where).isEqualTo(model.size());
      assertThat(tree.get(key)).as(where).isEqualTo(model.get(key));
      int rank = model.headMap(key, false).size();
      assertThat(tree.rank(key)).as(where).isEqualTo(rank);
      assertThat(tree.keyAt(rank)).as(where).isEqualTo(model.ceilingKey(key));
      if (held.isEmpty()) {
        return;
      }
      Held version = held.get(random.nextInt(held.size()));
      TreeCursor cursor = version.cursor();
      for (int i = random.nextInt(10); i >= 0; i--) {
        if (!version.started()[0] || !cursor.valid()) {
          byte[] from = key(random.nextInt(keySpace));
          on(cursor, cursor.seek(from), version.model().ceilingEntry(from));
          version.started()[0] = true;
        } else if (random.nextInt(4) == 0) {
          byte[] at = cursor.key();
          on(cursor, cursor.previous(), version.model().lowerEntry(at));
        } else {
          byte[] at = cursor.key();
          on(cursor, cursor.next(), version.model().higherEntry(at));
        }
        pages.evictSome();
      }
    }

    private void on(TreeCursor cursor, boolean found, Map.@Nullable Entry<byte[], byte[]> entry) {
      assertThat(found).as(where).isEqualTo(entry != null);
      if (entry != null) {
        assertThat(cursor.key()).as(where).isEqualTo(entry.getKey());
        assertThat(cursor.value()).as(where).isEqualTo(entry.getValue());
        assertThat(Arrays.copyOfRange(cursor.valueBytes(), cursor.valueStart(), cursor.valueEnd()))
            .as(where)
            .isEqualTo(entry.getValue());
      }
    }

    private void sameEntries(Tree version, NavigableMap<byte[], byte[]> expected) {
      TreeCursor cursor = version.cursor();
      boolean on = cursor.first();
      for (Map.Entry<byte[], byte[]> entry : expected.entrySet()) {
        on(cursor, on, entry);
        on = cursor.next();
      }
      assertThat(on).as(where).isFalse();
    }

    /** What the nodes of this era, which are not stored, take. */
    private long dirtyBytes(Child child) {
      if (!(child instanceof TreeNode node)) {
        return 0;
      }
      long sum = node.owner().era() == era && !node.isClean() ? node.heapBytes() : 0;
      if (node instanceof InnerNode inner) {
        for (int slot = 0; slot < inner.size(); slot++) {
          sum += dirtyBytes(inner.held(slot));
        }
      }
      return sum;
    }

    private static Set<Place> pagesOf(Tree tree) {
      Set<Place> places = new HashSet<>();
      TreePages.walk(tree, (page, inner, low) -> assertThat(places.add(new Place(page))).isTrue());
      return places;
    }
  }

  /** Keys of several lengths, many of them with the same beginning. */
  private static byte[] key(int number) {
    StringBuilder key = new StringBuilder();
    for (char digit : Integer.toString(number, 5).toCharArray()) {
      key.append(digit).append(digit > '2' ? "-" : "");
    }
    return key.toString().getBytes(StandardCharsets.ISO_8859_1);
  }
}

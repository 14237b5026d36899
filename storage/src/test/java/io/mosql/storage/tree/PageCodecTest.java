package io.mosql.storage.tree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.storage.tree.MemoryPages.Segment;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PageCodecTest {
  private static final EditToken OWNER = new EditToken(0);

  private final MemoryPages pages = new MemoryPages(1);
  private final Segment segment = pages.begin();

  private static ObjectLeaf leaf(byte[][]... entries) {
    ObjectLeaf leaf = ObjectLeaf.EMPTY;
    for (byte[][] entry : entries) {
      leaf = leaf.withInserted(OWNER, leaf.size(), entry[0], entry[1], entries.length);
    }
    return leaf;
  }

  private PackedLeaf packed(ObjectLeaf leaf) {
    byte[] page = PageCodec.encode(leaf);
    return (PackedLeaf) PageCodec.decode(page, segment.write(page));
  }

  private static void same(Leaf actual, Leaf expected) {
    assertThat(actual.size()).isEqualTo(expected.size());
    for (int i = 0; i < expected.size(); i++) {
      byte[] key = expected.key(i);
      assertThat(actual.key(i)).isEqualTo(key);
      assertThat(actual.value(i)).isEqualTo(expected.value(i));
      assertThat(Arrays.copyOfRange(actual.valueBytes(i), actual.valueStart(i), actual.valueEnd(i)))
          .isEqualTo(expected.value(i));
      assertThat(actual.find(key)).isEqualTo(i);
      for (byte[] other : neighbours(key)) {
        assertThat(actual.find(other)).isEqualTo(expected.find(other));
      }
    }
    assertThat(actual.cellBytes()).isEqualTo(expected.cellBytes());
    assertThat(actual.packedBytes()).isLessThanOrEqualTo(expected.packedBytes());
    assertThat(actual.lastInsert()).isEqualTo(expected.lastInsert());
  }

  /** Keys beside the given one, and the beginnings of it. */
  private static byte[][] neighbours(byte[] key) {
    int beginnings = Math.min(key.length, 12);
    byte[][] others = new byte[beginnings + 3][];
    others[0] = Arrays.copyOf(key, key.length + 1);
    others[1] = key.clone();
    others[2] = key.clone();
    if (key.length > 0) {
      others[1][key.length - 1]++;
      others[2][key.length - 1]--;
    }
    for (int i = 0; i < beginnings; i++) {
      others[i + 3] = Arrays.copyOf(key, key.length - 1 - i);
    }
    return others;
  }

  /** The format is fixed: a change of it needs a new number, and code that reads the old one. */
  @Test
  void bytesOfALeaf() {
    ObjectLeaf leaf =
        leaf(
            new byte[][] {bytes("abc"), bytes("1")},
            new byte[][] {bytes("abd"), bytes("")},
            new byte[][] {bytes("abdx"), bytes("34")});
    assertThat(HexFormat.ofDelimiter(" ").formatHex(PageCodec.encode(leaf)))
        .isEqualTo(
            "01 01 00 03 00 02 00 03 61 62 00 10 00 13 00 15 " + "01 63 31 01 64 02 64 78 33 34");
  }

  @Test
  void bytesOfAnInnerNode() {
    InnerNode inner = inner();
    byte[] page = PageCodec.encode(inner);
    String id =
        HexFormat.of().toHexDigits(segment.idHigh()) + HexFormat.of().toHexDigits(segment.idLow());
    String first = HexFormat.of().toHexDigits(crc(inner, 0));
    String second = HexFormat.of().toHexDigits(crc(inner, 1));
    String third = HexFormat.of().toHexDigits(crc(inner, 2));
    assertThat(HexFormat.of().formatHex(page))
        .isEqualTo(
            "0103000301000001"
                + id
                + ("01000000000013" + first)
                + ("01000000000113" + second)
                + ("0200000000021c" + third)
                + "000178"
                + "010179");
  }

  private static int crc(InnerNode inner, int slot) {
    return Objects.requireNonNull(inner.held(slot).page()).checksum();
  }

  private InnerNode inner() {
    ObjectLeaf a = leaf(new byte[][] {bytes("kkk"), bytes("value")});
    ObjectLeaf b = leaf(new byte[][] {bytes("xkk"), bytes("value")});
    ObjectLeaf c =
        leaf(
            new byte[][] {bytes("xyk"), bytes("value")}, new byte[][] {bytes("z"), bytes("value")});
    for (ObjectLeaf leaf : new ObjectLeaf[] {a, b, c}) {
      leaf.storedAt(segment.write(PageCodec.encode(leaf)));
    }
    return InnerNode.of(OWNER, a, bytes("x"), b).withSplit(OWNER, 1, b, bytes("xy"), c);
  }

  @Test
  void leavesOfAllSizes() {
    Random random = new Random(3);
    for (int round = 0; round < 300; round++) {
      int size = 1 + random.nextInt(round % 3 == 0 ? 3 : 60);
      int keyMax = new int[] {4, 20, 300, 40_000}[random.nextInt(round % 20 == 0 ? 4 : 3)];
      int valueMax = new int[] {0, 10, 300, 70_000}[random.nextInt(round % 20 == 0 ? 4 : 3)];
      byte[] prefix = new byte[random.nextInt(4) * random.nextInt(keyMax)];
      ObjectLeaf leaf = ObjectLeaf.EMPTY;
      while (leaf.size() < size) {
        byte[] tail = new byte[1 + random.nextInt(keyMax)];
        random.nextBytes(tail);
        byte[] key = Arrays.copyOf(prefix, prefix.length + tail.length);
        System.arraycopy(tail, 0, key, prefix.length, tail.length);
        int at = leaf.find(key);
        size = at < 0 ? size : leaf.size();
        if (at < 0) {
          byte[] value = new byte[random.nextInt(valueMax + 1)];
          random.nextBytes(value);
          leaf = leaf.withInserted(OWNER, -at - 1, key, value, 100);
        }
      }
      same(packed(leaf), leaf);
      same(packed(leaf).own(new EditToken(1)), leaf);
      assertThat(PageCodec.encode(packed(leaf))).isEqualTo(PageCodec.encode(leaf));
    }
  }

  @Test
  void emptyKeysAndValues() {
    ObjectLeaf single = leaf(new byte[][] {bytes(""), bytes("")});
    same(packed(single), single);
    ObjectLeaf two =
        leaf(new byte[][] {bytes(""), bytes("v")}, new byte[][] {bytes("a"), bytes("")});
    same(packed(two), two);
  }

  @Test
  void innerNodesOfManySegments() {
    Random random = new Random(5);
    Segment[] segments = {pages.begin(), pages.begin(), segment};
    ObjectLeaf leaf = leaf(new byte[][] {bytes("k"), bytes("value")});
    byte[] page = PageCodec.encode(leaf);
    int size = 300;
    Child[] children = new Child[size];
    long[] counts = new long[size];
    byte[][] separators = new byte[size - 1][];
    for (int i = 0; i < size; i++) {
      children[i] = segments[random.nextInt(3)].write(page);
      counts[i] = 1 + (random.nextLong() >>> (12 + random.nextInt(50)));
      if (i > 0) {
        separators[i - 1] = bytes(String.format("%05d", i * 7) + "x".repeat(random.nextInt(200)));
      }
    }
    PageRef self = segment.write(page);
    InnerNode inner = new InnerNode(self, children, counts, separators, 1);
    InnerNode again = (InnerNode) PageCodec.decode(PageCodec.encode(inner), self);
    assertThat(again.size()).isEqualTo(size);
    assertThat(again.level()).isEqualTo(1);
    assertThat(again.entries()).isEqualTo(inner.entries());
    for (int i = 0; i < size; i++) {
      PageRef child = (PageRef) again.held(i);
      PageRef expected = (PageRef) children[i];
      assertThat(child.samePage(expected)).isTrue();
      assertThat(child.length()).isEqualTo(expected.length());
      assertThat(child.checksum()).isEqualTo(expected.checksum());
      assertThat(again.count(i)).isEqualTo(counts[i]);
      if (i > 0) {
        assertThat(again.separator(i - 1)).isEqualTo(separators[i - 1]);
      }
    }
  }

  @Test
  void refusesLaterFormats() {
    byte[] page = PageCodec.encode(leaf(new byte[][] {bytes("k"), bytes("v")}));
    page[0] = 2;
    PageRef ref = segment.write(page);
    assertThatThrownBy(ref::node)
        .isInstanceOfSatisfying(
            MosqlException.class,
            e -> assertThat(e.state()).isEqualTo(SqlState.FEATURE_NOT_SUPPORTED))
        .hasMessageContaining("has format 2")
        .hasMessageContaining("or a newer one");
  }

  /** Invalid bytes with a correct checksum: a named error, or a sound structure. */
  @Test
  void survivesFlippedBytes() {
    Random random = new Random(9);
    TreeShape shape = new TreeShape(16, 8).withBytes(300, 300);
    int refused = 0;
    for (int round = 0; round < 3000; round++) {
      MemoryPages damagedPages = new MemoryPages(round);
      Segment damaged = damagedPages.begin();
      TreeEditor editor = Tree.empty(shape).edit();
      for (int i = 0; i < 120; i++) {
        int number = random.nextInt(1000);
        editor.put(bytes("key" + number * 7919 % 1000), new byte[random.nextInt(40)]);
      }
      Tree tree = editor.finish();
      PageRef root = Objects.requireNonNull(MemoryPages.written(tree, damaged));
      damaged.becomeDurable();
      damagedPages.trusting();
      damagedPages.evictAll();
      flip(damaged.page(random.nextInt(damaged.size())), random);
      if (refuses(TreePages.open(shape, root, tree.size()))) {
        refused++;
      }
    }
    assertThat(refused).isBetween(500, 2800);
  }

  private static void flip(byte[] page, Random random) {
    for (int flips = random.nextInt(3); flips >= 0; flips--) {
      int at = random.nextInt(random.nextInt(4) == 0 ? 8 : page.length);
      page[at] ^= (byte) (1 << random.nextInt(8));
    }
  }

  /** Whether walking all of it, in all ways, meets a named error; any other fails the test. */
  private static boolean refuses(Tree opened) {
    try {
      TreeCursor cursor = opened.cursor();
      for (boolean on = cursor.first(); on; on = cursor.next()) {
        cursor.key();
        cursor.value();
        opened.get(cursor.key());
      }
      for (boolean on = cursor.last(); on; on = cursor.previous()) {
        opened.rank(cursor.key());
      }
      for (int i = 0; i < opened.size(); i++) {
        opened.keyAt(i);
      }
      TreePages.walk(opened, (ref, inner, low) -> {});
      TreeChecker.verify(opened);
      return false;
    } catch (MosqlException e) {
      assertThat(e.state()).isIn(SqlState.DATA_CORRUPTED, SqlState.FEATURE_NOT_SUPPORTED);
      return true;
    } catch (IllegalStateException e) {
      assertThat(e).hasMessageStartingWith("Broken invariant of the tree");
      return true;
    }
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }
}

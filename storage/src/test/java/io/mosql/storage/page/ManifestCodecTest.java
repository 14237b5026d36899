package io.mosql.storage.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.core.port.LogStamp;
import io.mosql.testkit.SeededRandom;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class ManifestCodecTest {
  private static final SegmentId SEGMENT = new SegmentId(-5, 7);
  private static final Manifest MANIFEST =
      new Manifest(
          11,
          12,
          13,
          new LogStamp(14, 3, 20),
          15,
          List.of(
              new TreeEntry(1, 9, 5, new PageLocation(SEGMENT, 40, 100, -1)),
              new TreeEntry(-2, 8, 0, null)),
          List.of(
              new SegmentEntry(SEGMENT, 200, 100, new SeededRandom(1).nextBytes(32)),
              new SegmentEntry(new SegmentId(0, 0), 40, 0, new byte[32])));

  @Test
  void comesBackAsItWas() {
    assertThat(decode(ManifestCodec.encode(MANIFEST))).isEqualTo(MANIFEST);
    Manifest empty = new Manifest(0, 0, 0, 0, 0, List.of(), List.of());
    assertThat(decode(ManifestCodec.encode(empty))).isEqualTo(empty);
  }

  @Test
  void theVersionWithoutTermsIsStillRead() {
    Manifest local = new Manifest(1, 2, 9, 4, 5, MANIFEST.trees(), MANIFEST.segments());
    byte[] now = ManifestCodec.encode(local);
    byte[] old = ManifestCodec.encode(local, 1);
    assertThat(old).hasSize(now.length - 16);
    assertThat(decode(old)).isEqualTo(local);
  }

  @Test
  void noTreeIsOfALaterPosition() {
    assertThatThrownBy(() -> new Manifest(1, 2, 3, 4, 5, MANIFEST.trees(), MANIFEST.segments()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("was written at 9, after 3");
  }

  @Test
  void noByteCanChange() {
    byte[] bytes = ManifestCodec.encode(MANIFEST);
    for (int at = 0; at < bytes.length; at++) {
      for (int bit = 1; bit < 0x100; bit <<= 1) {
        byte[] damaged = bytes.clone();
        damaged[at] ^= (byte) bit;
        assertDamaged(damaged);
      }
    }
  }

  @Test
  void lengthCannotChange() {
    byte[] bytes = ManifestCodec.encode(MANIFEST);
    for (int length = 0; length < 2 * bytes.length; length++) {
      if (length != bytes.length) {
        assertDamaged(Arrays.copyOf(bytes, length));
      }
    }
  }

  @Test
  void anotherVersionIsRefusedWithWhatToDo() {
    assertThatThrownBy(() -> decode(ManifestCodec.encode(MANIFEST, 3)))
        .isInstanceOfSatisfying(
            MosqlException.class,
            e -> assertThat(e.state()).isEqualTo(SqlState.FEATURE_NOT_SUPPORTED))
        .hasMessageContaining(
            "file \"manifest\" has format version 3, this release reads version 2")
        .hasMessageContaining("open the database with");
  }

  @Test
  void manifestsMakeSense() {
    SegmentEntry segment = MANIFEST.segments().get(0);
    TreeEntry tree = MANIFEST.trees().get(0);
    TreeEntry outside = new TreeEntry(3, 1, 1, new PageLocation(SEGMENT, 40, 161, 0));
    assertRefused(List.of(tree), List.of());
    assertRefused(List.of(outside), List.of(segment));
    assertRefused(List.of(tree, tree), List.of(segment));
    assertRefused(List.of(), List.of(segment, segment));
    assertThatThrownBy(() -> new TreeEntry(1, 1, 1, null))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> segment.withLiveBytes(201))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void namesOfSegments() {
    SegmentId id = new SegmentId(0x0123456789abcdefL, -1);
    assertThat(id.fileName()).isEqualTo("pages-0123456789abcdefffffffffffffffff.seg");
    assertThat(SegmentId.ofFileName(id.fileName())).isEqualTo(id);
    for (String other :
        List.of(
            "pages-.seg",
            "pages-0123456789ABCDEFffffffffffffffff.seg",
            "pages-0123456789abcdefffffffffffffffff.se",
            "pages-0123456789abcdeffffffffffffffff.seg",
            "page--0123456789abcdefffffffffffffffff.seg",
            "manifest")) {
      assertThat(SegmentId.ofFileName(other)).as(other).isNull();
    }
  }

  private static void assertRefused(List<TreeEntry> trees, List<SegmentEntry> segments) {
    assertThatThrownBy(() -> new Manifest(1, 1, 1, 1, 1, trees, segments))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static void assertDamaged(byte[] bytes) {
    MosqlException e = catchThrowableOfType(MosqlException.class, () -> decode(bytes));
    assertThat(e.state()).isEqualTo(SqlState.DATA_CORRUPTED);
    assertThat(e).hasMessageContaining("file \"manifest\" is damaged at offset ");
  }

  private static Manifest decode(byte[] bytes) {
    return ManifestCodec.decode(bytes, ManifestFile.NAME);
  }
}

package io.mosql.storage.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mosql.core.error.InvariantViolation;
import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.core.port.StorageDirectory;
import io.mosql.core.port.StorageFile;
import io.mosql.storage.tree.PageRef;
import io.mosql.testkit.SeededRandom;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** Conformance tests of a {@link PageStore} on any {@link StorageDirectory}. */
abstract class PageStoreConformance {
  private final SeededRandom random = new SeededRandom(1);

  /** An empty directory. */
  abstract StorageDirectory files() throws IOException;

  /** How many damages to try. */
  abstract int flips();

  private PageStore open(StorageDirectory files) throws IOException {
    return PageStore.open(files, random, TestCheckpoints.options());
  }

  @Test
  void checkpointsComeBack() throws IOException {
    StorageDirectory files = files();
    for (long position = 1; position < 20; position++) {
      try (PageStore store = open(files)) {
        Manifest before = store.manifest();
        assertThat(before == null ? 0 : before.position()).isEqualTo(position - 1);
        Manifest taken = TestCheckpoints.take(store, position);
        assertThat(store.manifest()).isEqualTo(taken);
        TestCheckpoints.assertReadable(store);
        TestCheckpoints.deleteRetired(store);
        TestCheckpoints.assertReadable(store);
        assertThat(TestCheckpoints.problems(store)).isEmpty();
      }
    }
    assertOnlyNamedFiles(files);
  }

  @Test
  void segmentsRollOverAndLargePagesGetTheirOwn() throws IOException {
    StorageDirectory files = files();
    try (PageStore store = open(files);
        SegmentWriter fresh = store.begin()) {
      List<byte[]> pages = new ArrayList<>();
      List<PageRef> refs = new ArrayList<>();
      for (int length : new int[] {1000, 1000, 1000, 1000, 50_000, 1, 4056, 1, 3}) {
        byte[] page = random.nextBytes(length);
        pages.add(page);
        refs.add(fresh.write(page));
      }
      List<SegmentEntry> segments = fresh.finish();
      assertThat(segments.stream().map(SegmentEntry::bytes))
          .containsExactly(4040L, 50_040L, 41L, 4096L, 51L);
      assertThat(segments.stream().map(SegmentEntry::liveBytes))
          .containsExactly(4000L, 50_000L, 1L, 4056L, 4L);
      assertThat(refs).allMatch(ref -> !ref.source().isDurable());
      store.install(new Manifest(1, 1, 1, 1, 1, List.of(), segments), fresh);
      assertThat(refs).allMatch(ref -> ref.offset() % 8 == 0 && ref.source().isDurable());
      for (int i = 0; i < pages.size(); i++) {
        assertThat(TestCheckpoints.read(store, PageStore.location(refs.get(i))))
            .isEqualTo(pages.get(i));
      }
      assertThat(fresh.writtenBytes()).isEqualTo(58_061);
    }
  }

  @Test
  void abandonedCheckpointLeavesNothing() throws IOException {
    StorageDirectory files = files();
    try (PageStore store = open(files)) {
      TestCheckpoints.take(store, 1);
      List<String> before = files.list();
      try (SegmentWriter fresh = store.begin()) {
        assertThatThrownBy(store::begin)
            .isInstanceOf(InvariantViolation.class)
            .hasMessageContaining("one checkpoint is written at a time");
        for (int i = 0; i < 5; i++) {
          fresh.write(new byte[3000]);
        }
        assertThat(files.list()).hasSizeGreaterThan(before.size());
      }
      assertThat(files.list()).isEqualTo(before);
      assertThat(store.segments()).allMatch(SegmentInfo::named);
      TestCheckpoints.take(store, 2);
      TestCheckpoints.assertReadable(store);
    }
  }

  @Test
  void leftoversGoOnceThereIsAManifest() throws IOException {
    StorageDirectory files = files();
    String segment = new SegmentId(1, 1).fileName();
    put(files, segment, new byte[10]);
    put(files, "manifest.new", new byte[10]);
    put(files, "other", new byte[10]);
    try (PageStore store = open(files)) {
      assertThat(store.manifest()).isNull();
      assertThat(files.list()).contains(segment);
      TestCheckpoints.take(store, 1);
      assertThat(files.list()).doesNotContain(segment, "manifest.new").contains("other");
    }
    put(files, segment, new byte[10]);
    put(files, "manifest.new", new byte[10]);
    try (PageStore store = open(files)) {
      assertThat(files.list()).doesNotContain(segment, "manifest.new").contains("other");
      TestCheckpoints.assertReadable(store);
    }
  }

  @Test
  void deletesOnlyUnneededSegments() throws IOException {
    StorageDirectory files = files();
    try (PageStore store = open(files)) {
      Manifest first = TestCheckpoints.take(store, 1);
      SegmentId needed = first.segments().get(0).id();
      assertThatThrownBy(() -> store.delete(needed))
          .isInstanceOf(InvariantViolation.class)
          .hasMessageContaining("the newest manifest does not name a deleted segment");
      assertThatThrownBy(() -> store.delete(new SegmentId(0, 0)))
          .isInstanceOf(InvariantViolation.class);
      for (long position = 2; position < 6; position++) {
        TestCheckpoints.take(store, position);
      }
      TestCheckpoints.deleteRetired(store);
      assertThat(store.failedDeletions()).isZero();
      assertOnlyNamedFiles(files);
      int gone = 0;
      for (TreeEntry tree : first.trees()) {
        PageLocation page = Objects.requireNonNull(tree.root());
        Manifest newest = Objects.requireNonNull(store.manifest());
        if (newest.segment(page.segment()) == null) {
          gone++;
          assertState(
              () -> TestCheckpoints.read(store, page),
              SqlState.SNAPSHOT_TOO_OLD,
              page.segment().fileName());
        }
      }
      assertThat(gone).isPositive();
    }
  }

  @Test
  void readsAfterCloseSaySo() throws IOException {
    PageStore store = open(files());
    Manifest manifest = TestCheckpoints.take(store, 1);
    store.close();
    PageLocation page = Objects.requireNonNull(manifest.trees().get(0).root());
    assertState(() -> TestCheckpoints.read(store, page), SqlState.SHUTTING_DOWN, "closed");
  }

  @Test
  void missingOrChangedSegmentsAreRefused() throws IOException {
    StorageDirectory files = files();
    SegmentId id;
    try (PageStore store = open(files)) {
      id = TestCheckpoints.take(store, 1).segments().get(0).id();
    }
    String name = id.fileName();
    byte[] whole = get(files, name);

    files.delete(name);
    assertState(() -> open(files), SqlState.DATA_CORRUPTED, name);
    byte[] shorter = Arrays.copyOf(whole, whole.length - 1);
    put(files, name, shorter);
    assertState(() -> open(files), SqlState.DATA_CORRUPTED, name);
    byte[] otherVersion = whole.clone();
    System.arraycopy(SegmentHeader.encode(id, 2), 0, otherVersion, 0, SegmentHeader.BYTES);
    put(files, name, otherVersion);
    assertState(() -> open(files), SqlState.FEATURE_NOT_SUPPORTED, name);
    byte[] otherSegment = whole.clone();
    byte[] header = SegmentHeader.encode(new SegmentId(3, 3));
    System.arraycopy(header, 0, otherSegment, 0, SegmentHeader.BYTES);
    put(files, name, otherSegment);
    assertState(() -> open(files), SqlState.DATA_CORRUPTED, name);

    put(files, name, whole);
    try (PageStore store = open(files)) {
      TestCheckpoints.assertReadable(store);
      assertState(
          () -> store.page(new PageLocation(new SegmentId(9, 9), 40, 1, 1)),
          SqlState.DATA_CORRUPTED,
          new SegmentId(9, 9).fileName());
      assertState(
          () -> TestCheckpoints.read(store, new PageLocation(id, whole.length, 1, 1)),
          SqlState.DATA_CORRUPTED,
          name);
    }
  }

  @Test
  void aFlippedByteIsNamedOrHarmless() throws IOException {
    StorageDirectory files = files();
    try (PageStore store = open(files)) {
      TestCheckpoints.take(store, 1);
      TestCheckpoints.take(store, 2);
      TestCheckpoints.deleteRetired(store);
    }
    List<String> names = files.list();
    int refused = 0;
    for (int i = 0; i < flips(); i++) {
      String name = names.get(random.nextInt(names.size()));
      byte[] bytes = get(files, name);
      int at = random.nextInt(bytes.length);
      byte[] damaged = bytes.clone();
      damaged[at] ^= (byte) (1 + random.nextInt(255));
      put(files, name, damaged);
      try (PageStore store = open(files)) {
        assertThat(TestCheckpoints.problems(store)).hasSize(1).allMatch(p -> p.contains(name));
        TestCheckpoints.assertReadable(store);
      } catch (MosqlException e) {
        refused++;
        assertThat(e.state()).isIn(SqlState.DATA_CORRUPTED, SqlState.FEATURE_NOT_SUPPORTED);
        assertThat(e).hasMessageContaining("file \"" + name + "\" ");
      }
      put(files, name, bytes);
    }
    // The rest hit pages that no tree needs any more.
    assertThat(refused).isGreaterThan(flips() * 3 / 4);
  }

  @Test
  void anInterruptDoesNoHarm() throws IOException {
    try (PageStore store = open(files())) {
      Thread.currentThread().interrupt();
      TestCheckpoints.take(store, 1);
      TestCheckpoints.take(store, 2);
      TestCheckpoints.assertReadable(store);
      TestCheckpoints.deleteRetired(store);
      assertThat(Thread.interrupted()).isTrue();
      assertThat(store.failedDeletions()).isZero();
      TestCheckpoints.assertReadable(store);
    }
  }

  private static void assertOnlyNamedFiles(StorageDirectory files) throws IOException {
    List<String> expected = new ArrayList<>(List.of(ManifestFile.NAME));
    Manifest manifest = Objects.requireNonNull(ManifestFile.read(files));
    manifest.segments().forEach(segment -> expected.add(segment.id().fileName()));
    assertThat(files.list()).containsExactlyInAnyOrderElementsOf(expected);
  }

  private static void assertState(ThrowingCallable call, SqlState state, String named) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(MosqlException.class, e -> assertThat(e.state()).isEqualTo(state))
        .hasMessageContaining(named);
  }

  private static byte[] get(StorageDirectory files, String name) throws IOException {
    try (StorageFile file = files.open(name, false)) {
      byte[] bytes = new byte[(int) file.size()];
      file.read(0, bytes, 0, bytes.length);
      return bytes;
    }
  }

  private static void put(StorageDirectory files, String name, byte[] bytes) throws IOException {
    try (StorageFile file = files.open(name, true)) {
      file.resize(0);
      file.write(0, bytes, 0, bytes.length);
    }
  }
}

package io.mosql.storage.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.core.port.StorageDirectory;
import io.mosql.testkit.Rotation;
import io.mosql.testkit.SeededRandom;
import io.mosql.testkit.files.Fault;
import io.mosql.testkit.files.FaultyDirectory;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Fails every I/O operation of opening, checkpoints and deletions in turn. After any failure the
 * next process finds a checkpoint: the last one acknowledged, or the one in progress; with all its
 * pages, and in the end nothing else in the directory.
 */
class PageStoreFaultTest {
  private static final int SEEDS = 3;
  private static final int CHECKPOINTS = 3;
  private static final List<Fault> KINDS = List.of(Fault.values());

  private final SeededRandom ids = new SeededRandom(5);

  /** Position of the last checkpoint that was acknowledged. */
  private long acknowledged;

  @ParameterizedTest
  @EnumSource(Fault.class)
  void everyOperationFailsInTurn(Fault fault) throws IOException {
    int stride = Rotation.size(3, 1);
    for (long seed : Rotation.seeds(1, SEEDS)) {
      long n = Rotation.offset(stride);
      boolean met = true;
      while (met) {
        n += stride;
        FaultyDirectory files = prepared(seed).failAt(n, fault);
        boolean whole = run(files);
        met = files.operations() >= n;
        assertThat(whole || met).as("only faults end a run").isTrue();
        FaultyDirectory next =
            n % 2 == 0 && fault != Fault.POWER_CUT ? files.kill() : files.cutPower();
        assertRecovers(next, "seed " + seed + ", operation " + n);
      }
      assertThat(n).isGreaterThan(100);
    }
  }

  /** A second crash, after or within the recovery from the first one, loses nothing either. */
  @ParameterizedTest
  @EnumSource(Fault.class)
  void recoveryFailsToo(Fault fault) throws IOException {
    SeededRandom random = new SeededRandom(fault.name().length());
    for (int i = 0; i < Rotation.size(60, 400); i++) {
      long first = 1L + random.nextInt(120);
      long second = 1L + random.nextInt(60);
      FaultyDirectory files = prepared(random.nextLong()).failAt(first, fault);
      run(files);
      FaultyDirectory next = files.kill().failAt(second, KINDS.get(random.nextInt(KINDS.size())));
      try (PageStore store = open(next)) {
        TestCheckpoints.assertReadable(store);
      } catch (IOException | MosqlException e) {
        assertThat(next.operations()).isGreaterThanOrEqualTo(second);
      }
      assertRecovers(next.cutPower(), fault + " at operation " + first + ", then at " + second);
    }
  }

  private FaultyDirectory prepared(long seed) throws IOException {
    FaultyDirectory files = new FaultyDirectory(seed);
    try (PageStore store = open(files)) {
      TestCheckpoints.take(store, 1);
      acknowledged = 1;
    }
    return files.cutPower();
  }

  /** Opens and takes checkpoints; tries again after an error that allows it. */
  private boolean run(FaultyDirectory files) {
    try (PageStore store = open(files)) {
      for (int i = 0; i < CHECKPOINTS; i++) {
        checkpoint(store);
        acknowledged++;
        TestCheckpoints.deleteRetired(store);
      }
      return true;
    } catch (PageSyncException e) {
      return false;
    } catch (IOException e) {
      return false;
    } catch (MosqlException e) {
      assertThat(e.state()).isEqualTo(SqlState.IO_ERROR);
      return false;
    }
  }

  private void checkpoint(PageStore store) throws IOException {
    Manifest before = store.manifest();
    try {
      TestCheckpoints.take(store, acknowledged + 1);
    } catch (PageSyncException e) {
      assertThatThrownBy(store::begin).isInstanceOf(PageSyncException.class);
      throw e;
    } catch (IOException e) {
      assertThat(store.manifest()).isSameAs(before);
      assertThat(store.segments()).allMatch(SegmentInfo::durable);
      TestCheckpoints.take(store, acknowledged + 1);
    }
    TestCheckpoints.assertReadable(store);
  }

  private void assertRecovers(FaultyDirectory files, String what) throws IOException {
    try (PageStore store = open(files)) {
      Manifest manifest = Objects.requireNonNull(store.manifest());
      assertThat(manifest.position()).as(what).isBetween(acknowledged, acknowledged + 1);
      TestCheckpoints.assertReadable(store);
      assertThat(TestCheckpoints.problems(store)).as(what).isEmpty();
      List<String> expected = new ArrayList<>(List.of(ManifestFile.NAME));
      manifest.segments().forEach(segment -> expected.add(segment.id().fileName()));
      assertThat(files.list()).as(what).containsExactlyInAnyOrderElementsOf(expected);
      TestCheckpoints.take(store, manifest.position() + 1);
      TestCheckpoints.assertReadable(store);
    }
  }

  private PageStore open(StorageDirectory files) throws IOException {
    return PageStore.open(files, ids, TestCheckpoints.options());
  }
}

package io.mosql.sql.session.prepare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mosql.core.error.MosqlException;
import io.mosql.sql.exec.runtime.MemoryAccount;
import io.mosql.sql.planner.physical.PlannerMethods;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests that the memory of texts and plans is counted in bytes. */
final class StatementMemoryTest {
  private static final String LONG = "select 1 in (" + "'x',".repeat(5_000) + "'x')";

  private static String refused(Runnable work) {
    List<String> state = new ArrayList<>();
    assertThatThrownBy(work::run)
        .isInstanceOfSatisfying(MosqlException.class, e -> state.add(e.sqlState()));
    return state.get(0);
  }

  @Test
  void aTextThatIsTooLargeIsRefusedBeforeItIsParsed() {
    MemoryAccount small = new MemoryAccount(1 << 20);
    assertThat(refused(() -> PlanningMemory.begin(LONG, small, () -> false))).isEqualTo("53200");
    MemoryAccount large = new MemoryAccount(64 << 20);
    try (PlanningMemory planning = PlanningMemory.begin(LONG, large, () -> true)) {
      assertThat(large.used()).isGreaterThanOrEqualTo(PlanningMemory.estimate(LONG));
      assertThat(planning.getAsBoolean()).isTrue();
    }
    assertThat(large.used()).isZero();
  }

  @Test
  void shortTextsAreNotCounted() {
    MemoryAccount none = new MemoryAccount(0);
    try (PlanningMemory planning = PlanningMemory.begin("select 1", none, () -> false)) {
      assertThat(planning.getAsBoolean()).isFalse();
    }
  }

  @Test
  void preparedStatementsAreChargedAndGivenBack() {
    MemoryAccount memory = new MemoryAccount(4 << 20);
    int most = (int) (PreparedStatementMemory.FREE / PlanningMemory.estimate(LONG)) + 10;
    PreparedStatementMemory held = new PreparedStatementMemory(memory);
    List<Long> bytes = new ArrayList<>();
    assertThat(refused(() -> holdAll(held, bytes, most))).isEqualTo("53200");
    assertThat(bytes).hasSizeGreaterThan(1);
    long all = bytes.stream().mapToLong(Long::longValue).sum();
    assertThat(memory.used()).isEqualTo(all - PreparedStatementMemory.FREE);
    bytes.forEach(held::release);
    assertThat(memory.used()).isZero();
  }

  private static void holdAll(PreparedStatementMemory held, List<Long> bytes, int most) {
    for (int i = 0; i < most; i++) {
      bytes.add(held.reserve(LONG));
    }
  }

  @Test
  void theCacheOfPlansIsBoundedInBytes() {
    PlanCache cache = new PlanCache(100, 1_000);
    for (int i = 0; i < 20; i++) {
      cache.put(key(i), new Prepared.Empty(), 200);
    }
    assertThat(cache.size()).isEqualTo(5);
    assertThat(cache.bytes()).isEqualTo(1_000);
    cache.put(key(19), new Prepared.Empty(), 100);
    assertThat(cache.bytes()).isEqualTo(900);
    cache.put(key(50), new Prepared.Empty(), 251);
    assertThat(cache.get(key(50))).isNull();
    assertThat(cache.get(key(19))).isNotNull();
  }

  private static PlanCache.Key key(int number) {
    return new PlanCache.Key("select " + number, "public", 1, List.of(), PlannerMethods.CHEAPEST);
  }
}

package io.mosql.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.core.port.Clock;
import io.mosql.storage.commit.StoreOptions;
import io.mosql.storage.transaction.Transaction;
import io.mosql.storage.version.SystemTrees;
import java.math.BigInteger;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SequencesTest {
  private static final long ID = 777;

  private final TestLog log = new TestLog();
  private Store store =
      Store.open(log, Clock.SYSTEM, new SimulationRandom(1), StoreOptions.DEFAULT);
  private final Sequences sequences = store.sequences();

  @Test
  void countsFromItsStartByItsIncrement() {
    assertThat(sequences.next(ID, Sequences.Rule.of(5, 3), 4)).isEqualTo(5);
    assertThat(sequences.next(ID, Sequences.Rule.of(5, 3), 4)).isEqualTo(8);
    assertThat(sequences.next(ID + 1, Sequences.Rule.of(-1, -2), 4)).isEqualTo(-1);
    assertThat(sequences.next(ID + 1, Sequences.Rule.of(-1, -2), 4)).isEqualTo(-3);
    assertThat(sequences.next(ID, Sequences.Rule.of(5, 3), 4)).isEqualTo(11);
  }

  @Test
  void drawsABlockByOneCommit() {
    long before = log.lastIndex();
    for (int i = 0; i < 20; i++) {
      assertThat(sequences.next(ID, Sequences.Rule.of(1, 1), 10)).isEqualTo(i + 1);
    }
    assertThat(log.lastIndex()).isEqualTo(before + 2);
  }

  @Test
  void leavesAGapAfterARestart() {
    assertThat(sequences.next(ID, Sequences.Rule.of(1, 1), 10)).isEqualTo(1);
    reopen();
    assertThat(store.sequences().next(ID, Sequences.Rule.of(1, 1), 10)).isEqualTo(11);
  }

  @Test
  void isSetThroughTheLog() {
    sequences.next(ID, Sequences.Rule.of(1, 1), 10);
    sequences.set(ID, 100, true);
    assertThat(sequences.next(ID, Sequences.Rule.of(1, 1), 10)).isEqualTo(101);
    sequences.set(ID, 100, false);
    assertThat(sequences.next(ID, Sequences.Rule.of(1, 1), 10)).isEqualTo(100);
    sequences.set(ID, 7, false);
    reopen();
    assertThat(store.sequences().next(ID, Sequences.Rule.of(1, 1), 10)).isEqualTo(7);
  }

  /** Setting the counter to the row's current number discards cached numbers. */
  @Test
  void aCachedBlockIsGoodOnlyWhileItsRowStands() {
    sequences.next(ID, Sequences.Rule.of(1, 1), 10);
    Sequences elsewhere = new Sequences(store, SystemTrees.FIRST_USER_ID);
    elsewhere.set(ID, 10, true);
    assertThat(sequences.next(ID, Sequences.Rule.of(1, 1), 10)).isEqualTo(11);
    assertThat(elsewhere.next(ID, Sequences.Rule.of(1, 1), 10)).isEqualTo(21);
    assertThat(sequences.next(ID, Sequences.Rule.of(1, 1), 10)).isEqualTo(31);
  }

  @Test
  void isRaisedByNumbersThatCameFromElsewhere() {
    assertThat(sequences.next(ID, Sequences.Rule.of(1, 1), 10)).isEqualTo(1);
    long before = log.lastIndex();
    sequences.raiseTo(ID, 1, Sequences.Rule.of(1, 1), 10);
    assertThat(sequences.next(ID, Sequences.Rule.of(1, 1), 10)).isEqualTo(2);
    sequences.raiseTo(ID, 7, Sequences.Rule.of(1, 1), 10);
    assertThat(sequences.next(ID, Sequences.Rule.of(1, 1), 10)).isEqualTo(8);
    assertThat(log.lastIndex()).isEqualTo(before);
    sequences.raiseTo(ID, 10, Sequences.Rule.of(1, 1), 10);
    assertThat(sequences.next(ID, Sequences.Rule.of(1, 1), 10)).isEqualTo(11);
    sequences.raiseTo(ID, 500, Sequences.Rule.of(1, 1), 10);
    assertThat(sequences.next(ID, Sequences.Rule.of(1, 1), 10)).isEqualTo(501);
    sequences.raiseTo(ID, 3, Sequences.Rule.of(1, 1), 10);
    assertThat(sequences.next(ID, Sequences.Rule.of(1, 1), 10)).isEqualTo(502);
    sequences.raiseTo(ID + 1, 40, Sequences.Rule.of(1, 1), 10);
    assertThat(sequences.next(ID + 1, Sequences.Rule.of(1, 1), 10)).isEqualTo(41);
    reopen();
    long last = log.lastIndex();
    store.sequences().raiseTo(ID, 5, Sequences.Rule.of(1, 1), 10);
    assertThat(log.lastIndex()).isEqualTo(last);
  }

  @Test
  void endsWithSixtyFourBits() {
    sequences.set(ID, Long.MAX_VALUE - 2, true);
    assertThat(sequences.next(ID, Sequences.Rule.of(1, 1), 10)).isEqualTo(Long.MAX_VALUE - 1);
    assertThat(sequences.next(ID, Sequences.Rule.of(1, 1), 10)).isEqualTo(Long.MAX_VALUE);
    assertThatThrownBy(() -> sequences.next(ID, Sequences.Rule.of(1, 1), 10))
        .isInstanceOf(MosqlException.class)
        .extracting(e -> ((MosqlException) e).state())
        .isEqualTo(SqlState.SEQUENCE_LIMIT_EXCEEDED);
    sequences.set(ID, Long.MIN_VALUE + 1, true);
    assertThat(sequences.next(ID, Sequences.Rule.of(1, -1), 10)).isEqualTo(Long.MIN_VALUE);
    assertThatThrownBy(() -> sequences.next(ID, Sequences.Rule.of(1, -1), 10))
        .isInstanceOf(MosqlException.class);
    assertThat(sequences.next(ID + 1, Sequences.Rule.of(Long.MIN_VALUE, 1), 10))
        .isEqualTo(Long.MIN_VALUE);
    assertThat(sequences.next(ID + 4, Sequences.Rule.of(-10, Long.MAX_VALUE), 10)).isEqualTo(-10);
    assertThat(sequences.next(ID + 4, Sequences.Rule.of(-10, Long.MAX_VALUE), 10))
        .isEqualTo(Long.MAX_VALUE - 10);
    assertThatThrownBy(() -> sequences.next(ID + 4, Sequences.Rule.of(-10, Long.MAX_VALUE), 10))
        .isInstanceOf(MosqlException.class);
    assertThat(sequences.next(ID + 2, Sequences.Rule.of(0, -1), 10)).isZero();
    assertThat(sequences.next(ID + 3, Sequences.Rule.of(Long.MAX_VALUE, -1), 2))
        .isEqualTo(Long.MAX_VALUE);
  }

  /**
   * With any numbers allocated, set and used elsewhere, also at the bounds, and any number of
   * restarts: numbers stay on the grid, continue in their direction, and end at the last one.
   */
  @Test
  void staysOnItsGridWhateverComesBetween() {
    long[] edges = {
      Long.MIN_VALUE,
      Long.MIN_VALUE + 1,
      -1001,
      -11,
      -3,
      -1,
      0,
      1,
      5,
      1000,
      1003,
      Long.MAX_VALUE - 1,
      Long.MAX_VALUE
    };
    long[] increments = {1, -1, 2, 10, -7, Long.MAX_VALUE, Long.MIN_VALUE, Long.MIN_VALUE + 1};
    Random random = new Random(19);
    long id = ID + 100;
    for (long increment : increments) {
      for (long start : edges) {
        for (int life = 0; life < 4; life++) {
          id++;
          walk(id, start, increment, edges, random);
        }
      }
    }
  }

  private void walk(long id, long start, long increment, long[] edges, Random random) {
    int block = 1 + random.nextInt(3) * 4;
    BigInteger step = BigInteger.valueOf(increment);
    // The least and the greatest possible next number, in the direction of the increment.
    BigInteger least = BigInteger.valueOf(start);
    BigInteger most = least;
    StringBuilder story = new StringBuilder("start " + start + " by " + increment + ':');
    for (int i = 0; i < 12; i++) {
      int dice = random.nextInt(100);
      if (dice < 3) {
        reopen();
        story.append(" reopen");
      } else if (dice < 40) {
        long used =
            random.nextInt(3) > 0
                ? edges[random.nextInt(edges.length)]
                : least.add(step.multiply(BigInteger.valueOf(random.nextInt(7) - 2))).longValue();
        story.append(" used ").append(used);
        store.sequences().raiseTo(id, used, Sequences.Rule.of(start, increment), block);
        BigInteger distance = BigInteger.valueOf(used).subtract(least);
        if (distance.signum() == 0 || distance.signum() == step.signum()) {
          least = least.add(step.multiply(distance.divide(step).add(BigInteger.ONE)));
        }
        most = furthest(most, least, step);
      } else if (dice < 45) {
        long set = edges[random.nextInt(edges.length)];
        boolean called = random.nextBoolean();
        story.append(" set ").append(set).append(called);
        store.sequences().set(id, set, called);
        least = BigInteger.valueOf(set).add(called ? step : BigInteger.ZERO);
        most = least;
      } else {
        try {
          BigInteger drawn =
              BigInteger.valueOf(
                  store.sequences().next(id, Sequences.Rule.of(start, increment), block));
          story.append(" drew ").append(drawn);
          BigInteger behind = drawn.subtract(least);
          assertThat(behind.mod(step.abs())).as("%s: on the grid", story).isZero();
          assertThat(behind.signum() * step.signum()).as("%s: later", story).isNotNegative();
          assertThat(drawn.subtract(most).signum() * step.signum())
              .as("%s: no further than what was drawn before", story)
              .isNotPositive();
          least = drawn.add(step);
        } catch (MosqlException e) {
          story.append(" ended");
          assertThat(e.state()).isEqualTo(SqlState.SEQUENCE_LIMIT_EXCEEDED);
          assertThat(most.bitLength()).as("%s: nothing is left", story).isGreaterThan(63);
        }
      }
      // A block may have been allocated, and be lost when the store is opened again.
      most = furthest(most, least.add(step.multiply(BigInteger.valueOf(block))), step);
    }
  }

  private static BigInteger furthest(BigInteger one, BigInteger other, BigInteger step) {
    return step.signum() > 0 ? one.max(other) : one.min(other);
  }

  @Test
  void endsAtItsBounds() {
    Sequences.Rule up = new Sequences.Rule(3, 2, 1, 8, false);
    assertThat(drawn(ID, up, 10)).isEqualTo("3 5 7 end end");
    Sequences.Rule down = new Sequences.Rule(-3, -2, -8, -1, false);
    assertThat(drawn(ID + 1, down, 2)).isEqualTo("-3 -5 -7 end end");
  }

  @Test
  void cyclesFromItsOtherBound() {
    assertThat(drawn(ID, new Sequences.Rule(3, 2, 1, 5, true), 10)).isEqualTo("3 5 1 3 5");
    assertThat(drawn(ID + 1, new Sequences.Rule(5, -2, 1, 6, true), 2)).isEqualTo("5 3 1 6 4");
    Sequences.Rule edge =
        new Sequences.Rule(Long.MAX_VALUE, 1, Long.MIN_VALUE, Long.MAX_VALUE, true);
    assertThat(sequences.next(ID + 2, edge, 10)).isEqualTo(Long.MAX_VALUE);
    assertThat(sequences.next(ID + 2, edge, 10)).isEqualTo(Long.MIN_VALUE);
  }

  private String drawn(long id, Sequences.Rule rule, int block) {
    StringBuilder numbers = new StringBuilder();
    for (int i = 0; i < 5; i++) {
      try {
        numbers.append(store.sequences().next(id, rule, block)).append(' ');
      } catch (MosqlException e) {
        numbers.append("end ");
      }
    }
    return numbers.toString().strip();
  }

  @Test
  void givesBackWhatWasNotHandedOut() {
    assertThat(sequences.settle(ID)).isNull();
    assertThat(sequences.next(ID, Sequences.Rule.of(5, 3), 10)).isEqualTo(5);
    assertThat(sequences.next(ID, Sequences.Rule.of(5, 3), 10)).isEqualTo(8);
    assertThat(sequences.settle(ID)).isEqualTo(new Sequences.Position(8, true));
    assertThat(sequences.next(ID, Sequences.Rule.of(5, 10), 10)).isEqualTo(18);
    assertThat(sequences.settle(ID)).isEqualTo(new Sequences.Position(18, true));
    reopen();
    assertThat(store.sequences().settle(ID)).isEqualTo(new Sequences.Position(18, true));
    assertThat(store.sequences().next(ID, Sequences.Rule.of(5, 10), 10)).isEqualTo(28);
    store.sequences().set(ID, 4, false);
    assertThat(store.sequences().settle(ID)).isEqualTo(new Sequences.Position(4, false));
  }

  @Test
  void aNumberBeyondTheBoundsEndsTheCounter() {
    Sequences.Rule rule = new Sequences.Rule(1, 3, 1, 10, false);
    sequences.raiseTo(ID, 1_000, rule, 10);
    assertThat(drawn(ID, rule, 10)).isEqualTo("end end end end end");
    sequences.raiseTo(ID + 1, 8, rule, 10);
    assertThat(drawn(ID + 1, rule, 10)).isEqualTo("10 end end end end");
  }

  @Test
  void beginsAnewWhenDropped() {
    sequences.next(ID, Sequences.Rule.of(1, 1), 10);
    sequences.drop(ID);
    assertThat(sequences.next(ID, Sequences.Rule.of(1, 1), 10)).isEqualTo(1);
  }

  @Test
  void isNotPartOfATransaction() {
    Transaction transaction = store.begin(false);
    long first = transaction.newId();
    transaction.rollback();
    long second = store.begin(false).newId();
    assertThat(first).isEqualTo(SystemTrees.FIRST_USER_ID);
    assertThat(second).isEqualTo(first + 1);
  }

  private void reopen() {
    store.close();
    store = Store.open(log, Clock.SYSTEM, new SimulationRandom(2), StoreOptions.DEFAULT);
  }
}

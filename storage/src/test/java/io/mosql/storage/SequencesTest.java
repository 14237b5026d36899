package io.mosql.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.core.port.Clock;
import org.junit.jupiter.api.Test;

class SequencesTest {
  private static final long ID = 777;

  private final TestLog log = new TestLog();
  private Store store = Store.open(log, Clock.SYSTEM, new SeededRandom(1), StoreOptions.DEFAULT);
  private final Sequences sequences = store.sequences();

  @Test
  void countsFromItsStartByItsIncrement() {
    assertThat(sequences.next(ID, 5, 3, 4)).isEqualTo(5);
    assertThat(sequences.next(ID, 5, 3, 4)).isEqualTo(8);
    assertThat(sequences.next(ID + 1, -1, -2, 4)).isEqualTo(-1);
    assertThat(sequences.next(ID + 1, -1, -2, 4)).isEqualTo(-3);
    assertThat(sequences.next(ID, 5, 3, 4)).isEqualTo(11);
  }

  @Test
  void drawsABlockByOneCommit() {
    long before = log.lastIndex();
    for (int i = 0; i < 20; i++) {
      assertThat(sequences.next(ID, 1, 1, 10)).isEqualTo(i + 1);
    }
    assertThat(log.lastIndex()).isEqualTo(before + 2);
  }

  @Test
  void leavesAGapAfterARestart() {
    assertThat(sequences.next(ID, 1, 1, 10)).isEqualTo(1);
    reopen();
    assertThat(store.sequences().next(ID, 1, 1, 10)).isEqualTo(11);
  }

  @Test
  void isSetThroughTheLog() {
    sequences.next(ID, 1, 1, 10);
    sequences.set(ID, 100, true);
    assertThat(sequences.next(ID, 1, 1, 10)).isEqualTo(101);
    sequences.set(ID, 100, false);
    assertThat(sequences.next(ID, 1, 1, 10)).isEqualTo(100);
    sequences.set(ID, 7, false);
    reopen();
    assertThat(store.sequences().next(ID, 1, 1, 10)).isEqualTo(7);
  }

  /** Setting it to what the row holds anyway takes numbers back that are cached. */
  @Test
  void aCachedBlockIsGoodOnlyWhileItsRowStands() {
    sequences.next(ID, 1, 1, 10);
    Sequences elsewhere = new Sequences(store);
    elsewhere.set(ID, 10, true);
    assertThat(sequences.next(ID, 1, 1, 10)).isEqualTo(11);
    assertThat(elsewhere.next(ID, 1, 1, 10)).isEqualTo(21);
    assertThat(sequences.next(ID, 1, 1, 10)).isEqualTo(31);
  }

  @Test
  void isRaisedByNumbersThatCameFromElsewhere() {
    assertThat(sequences.next(ID, 1, 1, 10)).isEqualTo(1);
    long before = log.lastIndex();
    sequences.raiseTo(ID, 1, 10);
    assertThat(sequences.next(ID, 1, 1, 10)).isEqualTo(2);
    sequences.raiseTo(ID, 7, 10);
    assertThat(sequences.next(ID, 1, 1, 10)).isEqualTo(8);
    assertThat(log.lastIndex()).isEqualTo(before);
    sequences.raiseTo(ID, 10, 10);
    assertThat(sequences.next(ID, 1, 1, 10)).isEqualTo(11);
    sequences.raiseTo(ID, 500, 10);
    assertThat(sequences.next(ID, 1, 1, 10)).isEqualTo(501);
    sequences.raiseTo(ID, 3, 10);
    assertThat(sequences.next(ID, 1, 1, 10)).isEqualTo(502);
    sequences.raiseTo(ID + 1, 40, 10);
    assertThat(sequences.next(ID + 1, 1, 1, 10)).isEqualTo(41);
    reopen();
    long last = log.lastIndex();
    store.sequences().raiseTo(ID, 5, 10);
    assertThat(log.lastIndex()).isEqualTo(last);
  }

  @Test
  void endsWithSixtyFourBits() {
    sequences.set(ID, Long.MAX_VALUE - 2, true);
    assertThat(sequences.next(ID, 1, 1, 10)).isEqualTo(Long.MAX_VALUE - 1);
    assertThat(sequences.next(ID, 1, 1, 10)).isEqualTo(Long.MAX_VALUE);
    assertThatThrownBy(() -> sequences.next(ID, 1, 1, 10))
        .isInstanceOf(MosqlException.class)
        .extracting(e -> ((MosqlException) e).state())
        .isEqualTo(SqlState.NUMBER_OUT_OF_RANGE);
    sequences.set(ID, Long.MIN_VALUE + 1, true);
    assertThat(sequences.next(ID, 1, -1, 10)).isEqualTo(Long.MIN_VALUE);
    assertThatThrownBy(() -> sequences.next(ID, 1, -1, 10)).isInstanceOf(MosqlException.class);
    assertThat(sequences.next(ID + 1, Long.MIN_VALUE, 1, 10)).isEqualTo(Long.MIN_VALUE);
    assertThat(sequences.next(ID + 4, -10, Long.MAX_VALUE, 10)).isEqualTo(-10);
    assertThat(sequences.next(ID + 4, -10, Long.MAX_VALUE, 10)).isEqualTo(Long.MAX_VALUE - 10);
    assertThatThrownBy(() -> sequences.next(ID + 4, -10, Long.MAX_VALUE, 10))
        .isInstanceOf(MosqlException.class);
    assertThat(sequences.next(ID + 2, 0, -1, 10)).isZero();
    assertThat(sequences.next(ID + 3, Long.MAX_VALUE, -1, 2)).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void beginsAnewWhenDropped() {
    sequences.next(ID, 1, 1, 10);
    sequences.drop(ID);
    assertThat(sequences.next(ID, 1, 1, 10)).isEqualTo(1);
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
    store = Store.open(log, Clock.SYSTEM, new SeededRandom(2), StoreOptions.DEFAULT);
  }
}

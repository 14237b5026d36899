package io.mosql.consensus.ratis.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.core.error.MosqlException;
import io.mosql.core.port.LogSnapshot;
import io.mosql.core.port.LogStamp;
import io.mosql.core.port.ReplicatedStateMachine;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The delivery of a group's entries to a state machine. */
final class EntryDeliveryTest {
  private static final byte[] RECORD = {1};

  private final List<String> calls = new ArrayList<>();
  private final List<Throwable> stops = new ArrayList<>();

  private class Listening implements ReplicatedStateMachine {
    @Override
    public void nextEntry(long term, long entry) {
      calls.add("mark " + term + ' ' + entry);
    }

    @Override
    public void deliver(long index, byte[] record) {
      calls.add("deliver " + index);
    }

    @Override
    public void becomeLeader(long term) {
      calls.add("lead " + term);
    }

    @Override
    public void becomeFollower() {
      calls.add("follow");
    }

    @Override
    public @Nullable LogSnapshot snapshot() {
      return null;
    }

    @Override
    public void snapshotInstalled(LogStamp by) {
      calls.add("replaced " + by.index());
    }
  }

  private EntryDelivery delivery(LogStamp after) {
    return new EntryDelivery(after, new Listening(), stops::add);
  }

  @Test
  void countsRecordsAndNotEntries() {
    EntryDelivery delivery = delivery(LogStamp.START);
    delivery.skip(0);
    delivery.deliver(1, 1, RECORD);
    delivery.deliver(1, 2, RECORD);
    delivery.skip(3);
    delivery.deliver(2, 4, RECORD);
    assertThat(calls)
        .containsExactly("mark 1 1", "deliver 1", "mark 1 2", "deliver 2", "mark 2 4", "deliver 3");
    assertThat(delivery.last()).isEqualTo(new LogStamp(3, 2, 4));
  }

  @Test
  void goesOnAfterAStamp() {
    EntryDelivery delivery = delivery(new LogStamp(10, 3, 25));
    assertThat(delivery.deliver(3, 25, RECORD))
        .isEqualTo(EntryDelivery.DeliveryOutcome.PASSED_OVER);
    assertThat(delivery.deliver(3, 26, RECORD)).isEqualTo(EntryDelivery.DeliveryOutcome.DELIVERED);
    assertThat(calls).containsExactly("mark 3 26", "deliver 11");
  }

  @Test
  void goesOnAfterARecordOfALocalLog() {
    EntryDelivery delivery = delivery(LogStamp.local(10));
    delivery.skip(1);
    delivery.deliver(1, 2, RECORD);
    assertThat(calls).containsExactly("mark 1 2", "deliver 11");
  }

  @Test
  void passesOverWhatWasSeen() {
    EntryDelivery delivery = delivery(new LogStamp(5, 1, 5));
    delivery.deliver(1, 6, RECORD);
    delivery.deliver(1, 6, RECORD);
    delivery.deliver(1, 4, RECORD);
    delivery.deliver(1, 7, RECORD);
    assertThat(calls).containsExactly("mark 1 6", "deliver 6", "mark 1 7", "deliver 7");
  }

  @Test
  void stopsAtAGap() {
    EntryDelivery delivery = delivery(new LogStamp(5, 1, 5));
    assertThat(delivery.deliver(1, 7, RECORD)).isEqualTo(EntryDelivery.DeliveryOutcome.PASSED_OVER);
    delivery.deliver(1, 6, RECORD);
    assertThat(calls).isEmpty();
    assertThat(stops)
        .singleElement()
        .isInstanceOfSatisfying(
            MosqlException.class, e -> assertThat(e.sqlState()).isEqualTo("XX001"));
  }

  @Test
  void endsWhenTheStateMachineFails() {
    EntryDelivery delivery =
        new EntryDelivery(
            LogStamp.START,
            new Listening() {
              @Override
              public void deliver(long index, byte[] record) {
                throw new IllegalStateException("no");
              }
            },
            stops::add);
    delivery.skip(0);
    assertThat(delivery.deliver(1, 1, RECORD)).isEqualTo(EntryDelivery.DeliveryOutcome.REFUSED);
    assertThat(delivery.deliver(1, 2, RECORD)).isEqualTo(EntryDelivery.DeliveryOutcome.PASSED_OVER);
    assertThat(stops).hasSize(1);
    assertThat(delivery.last()).isEqualTo(LogStamp.START);
  }

  @Test
  void rolesAreNotifiedBetweenRecordsWithoutWaiting() throws Exception {
    CountDownLatch delivering = new CountDownLatch(1);
    CountDownLatch notified = new CountDownLatch(1);
    ReplicatedStateMachine slow =
        new Listening() {
          @Override
          public void nextEntry(long term, long entry) {}

          @Override
          public void deliver(long index, byte[] record) {
            delivering.countDown();
            try {
              notified.await();
            } catch (InterruptedException e) {
              throw new IllegalStateException(e);
            }
            calls.add("deliver " + index);
          }
        };
    EntryDelivery delivery = new EntryDelivery(LogStamp.START, slow, stops::add);
    delivery.skip(0);
    Thread applying = new Thread(() -> delivery.deliver(1, 1, RECORD));
    applying.start();
    delivering.await();
    // Returns although the state machine is busy; otherwise this test would not end.
    delivery.notifyRole(ReplicatedStateMachine::becomeFollower);
    notified.countDown();
    applying.join();
    assertThat(calls).containsExactly("deliver 1", "follow");
    assertThat(stops).isEmpty();
  }

  @Test
  void goesOnWithAnotherStateMachineAfterACheckpoint() throws Exception {
    EntryDelivery delivery = delivery(new LogStamp(5, 1, 5));
    LogStamp at = new LogStamp(90, 2, 100);
    delivery.replace(at);
    delivery.notifyRole(target -> target.becomeLeader(9));
    assertThat(delivery.target()).isNull();
    Thread applying = new Thread(delivery::awaitTarget);
    applying.start();
    delivery.resume(at, new Listening());
    applying.join();
    delivery.deliver(2, 100, RECORD);
    delivery.deliver(2, 101, RECORD);
    assertThat(calls).containsExactly("replaced 90", "mark 2 101", "deliver 91");
  }

  @Test
  void waitsForNoStateMachineOnceEnded() throws Exception {
    EntryDelivery delivery = delivery(new LogStamp(5, 1, 5));
    delivery.replace(new LogStamp(90, 2, 100));
    Thread applying = new Thread(delivery::awaitTarget);
    applying.start();
    delivery.end();
    applying.join();
    assertThat(delivery.isEnded()).isTrue();
  }
}

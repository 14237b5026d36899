package io.mosql.engine.cluster;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mosql.consensus.memory.MemoryGroup;
import io.mosql.core.error.InvariantViolation;
import io.mosql.core.port.LogSnapshot;
import io.mosql.core.port.LogStamp;
import io.mosql.core.port.ReplicatedStateMachine;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class DetachableLogTest {
  private final DetachableLog log = new DetachableLog(new MemoryGroup(1).log(1));

  /** A state machine without a state. */
  private static final class Ignoring implements ReplicatedStateMachine {
    @Override
    public void deliver(long index, byte[] record) {}

    @Override
    public void nextEntry(long term, long entry) {}

    @Override
    public void becomeLeader(long term) {}

    @Override
    public void becomeFollower() {}

    @Override
    public @Nullable LogSnapshot snapshot() {
      return null;
    }

    @Override
    public void snapshotInstalled(LogStamp by) {}
  }

  @Test
  void aLogIsOpenedForOneStoreOnce() {
    log.open(LogStamp.START, new Ignoring());
    assertThatThrownBy(() -> log.open(LogStamp.START, new Ignoring()))
        .isInstanceOf(InvariantViolation.class)
        .hasMessageContaining("a log is opened for one store once");
  }

  @Test
  void aLogIsNotOpenedAfterItsDetachment() {
    log.close();
    assertThatThrownBy(() -> log.open(LogStamp.START, new Ignoring()))
        .isInstanceOf(InvariantViolation.class)
        .hasMessageContaining("a log is opened before it is detached from its store");
  }
}

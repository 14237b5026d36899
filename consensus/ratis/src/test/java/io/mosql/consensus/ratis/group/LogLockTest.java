package io.mosql.consensus.ratis.group;

import static io.mosql.consensus.ratis.Cluster.WITHIN;
import static io.mosql.consensus.ratis.Cluster.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.consensus.ratis.Cluster;
import io.mosql.consensus.ratis.Cluster.TestNode;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.ratis.server.RaftServer;
import org.apache.ratis.server.raftlog.RaftLogBase;
import org.apache.ratis.util.AutoCloseableLock;
import org.apache.ratis.util.AwaitToRun;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Calls that block on the lock of a log that is being closed. */
@Timeout(120)
final class LogLockTest {
  @TempDir private Path directory = Path.of(".");

  private static Optional<Thread> thread(String name) {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(each -> each.getName().equals(name))
        .findFirst();
  }

  private static boolean isIn(Thread thread, String method) {
    return thread.getState() == Thread.State.WAITING
        && Arrays.stream(thread.getStackTrace())
            .anyMatch(
                frame ->
                    frame.getClassName().endsWith(".SegmentedRaftLog")
                        && frame.getMethodName().equals(method));
  }

  private static String evictor(RaftServer.Division division) {
    return division.getMemberId() + "-cacheEviction-" + AwaitToRun.class.getSimpleName();
  }

  @Test
  void evictionHasEndedWhenTheCloseTakesTheLock() throws Exception {
    try (Cluster cluster = new Cluster(directory).found(1)) {
      cluster.append("record", 400);
      TestNode node = cluster.leader();
      RaftServer.Division division = node.log().division().raft();
      String evictor = evictor(division);
      assertThat(thread(evictor)).isPresent();
      Thread closing = new Thread(node::stop, "closing");
      RaftLogBase log = (RaftLogBase) division.getRaftLog();
      try (AutoCloseableLock held = log.readLock()) {
        assertThat(held).isNotNull();
        closing.start();
        await(
            "the close waits for the lock",
            () ->
                Thread.getAllStackTraces().keySet().stream().anyMatch(each -> isIn(each, "close")));
        assertThat(thread(evictor)).isEmpty();
      }
      closing.join(WITHIN.toMillis());
      assertThat(closing.isAlive()).isFalse();
      assertThat(Thread.getAllStackTraces().keySet()).noneMatch(each -> isIn(each, "close"));
      node.start(List.of());
      assertThat(cluster.append("more", 1)).hasSize(1);
    }
  }

  @Test
  void aPurgeDoesNotWaitForALogThatStandsStill() {
    try (Cluster cluster = new Cluster(directory).found(1)) {
      cluster.append("record", 400);
      TestNode node = cluster.leader();
      Division division = node.log().division();
      RaftLogBase log = (RaftLogBase) division.raft().getRaftLog();
      try (AutoCloseableLock held = log.readLock()) {
        assertThat(held).isNotNull();
        node.checkpointAndPurge();
      }
      assertThat(division.firstEntry()).isZero();
      cluster.append("more", 1);
      node.checkpointAndPurge();
      await("a purge", () -> division.firstEntry() > 0);
    }
  }
}

package io.mosql.consensus.ratis.group;

import io.mosql.consensus.ratis.group.DiskSpaceMonitor.VoterProgress;
import io.mosql.consensus.ratis.group.LeaderProgressMonitor.LeaderProgress;
import io.mosql.consensus.ratis.settings.RatisSettings;
import io.mosql.core.port.Clock;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Monitors a group's free disk space and the progress of its leader. It starts the actions decided
 * by {@link DiskSpaceMonitor} and {@link LeaderProgressMonitor} without waiting for them.
 *
 * <p>{@link #check} is called by one thread at a time; the other methods are thread-safe.
 */
public final class GroupMonitor {
  /** Longer than a member needs to sync a large entry on a slow disk. */
  private static final long NO_PROGRESS_TIMEOUT_NANOS = 15_000_000_000L;

  private final RatisSettings settings;
  private final Clock clock;
  private final FreeSpaceProbe room;
  private final Consumer<String> given;
  private final DiskSpaceMonitor roomWatch;
  private final LeaderProgressMonitor leaderWatch =
      new LeaderProgressMonitor(NO_PROGRESS_TIMEOUT_NANOS);
  private volatile boolean diskLow;

  /**
   * @param given called with the reason when leadership is given up
   */
  public GroupMonitor(
      RatisSettings settings, Clock clock, FreeSpaceProbe room, Consumer<String> given) {
    this.settings = settings;
    this.clock = clock;
    this.room = room;
    this.given = given;
    this.roomWatch = new DiskSpaceMonitor(settings.node(), settings.log().freeMin());
  }

  /** Whether the free space is too low for records. */
  public boolean isDiskLow() {
    return diskLow;
  }

  /**
   * @param ready whether the member leads and may append
   */
  public void check(Division division, Membership membership, boolean ready) {
    long now = clock.nanoTime();
    roomWatch.update(room.freeBytes());
    diskLow = roomWatch.isLow();
    if (!division.leads()) {
      return;
    }
    List<VoterProgress> others = division.otherVoters(settings.elections().max());
    String successor = roomWatch.transferTarget(now, ready, others);
    if (successor != null) {
      stepDown(membership, successor, "the disk of the leader is nearly full");
      return;
    }
    String stuck = leaderWatch.stepDownReason(now, leaderProgress(division, ready, others));
    if (stuck != null) {
      stepDown(membership, null, stuck);
    }
  }

  private static LeaderProgress leaderProgress(
      Division division, boolean ready, List<VoterProgress> others) {
    long answering = others.stream().filter(VoterProgress::answers).count();
    int voters = others.size() + 1;
    return new LeaderProgress(
        true,
        ready,
        !others.isEmpty() && (answering + 1) * 2 > voters,
        division.term(),
        division.committedEntry(),
        division.appliedEntry(),
        division.lastEntry());
  }

  private void stepDown(Membership membership, @Nullable String to, String why) {
    try {
      Future<?> unused = membership.stepDown(to, settings.closeWithin());
      given.accept(why);
    } catch (IOException | RuntimeException e) {
      // It leads no more, or is closed.
    }
  }
}

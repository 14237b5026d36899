package io.mosql.consensus.ratis;

import io.mosql.consensus.ratis.LeaderWatch.Standing;
import io.mosql.consensus.ratis.RoomWatch.Voter;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Looks after a group on its member: room on the disk, and whether a leader gets anywhere. What it
 * decides ({@link RoomWatch}, {@link LeaderWatch}) it begins and does not wait for.
 *
 * <p>Looks on one thread at a time; the rest on any.
 */
final class GroupCare {
  /** Longer than a member needs to sync a large entry on a bad day. */
  private static final long PATIENCE_NANOS = 15_000_000_000L;

  private final RatisSettings settings;
  private final Room room;
  private final Consumer<String> given;
  private final RoomWatch roomWatch;
  private final LeaderWatch leaderWatch = new LeaderWatch(PATIENCE_NANOS);
  private volatile boolean diskLow;

  /**
   * @param given is told why the lead is given up
   */
  GroupCare(RatisSettings settings, Room room, Consumer<String> given) {
    this.settings = settings;
    this.room = room;
    this.given = given;
    this.roomWatch = new RoomWatch(settings.node(), settings.log().freeMin());
  }

  /** Whether there is too little room for records. */
  boolean isDiskLow() {
    return diskLow;
  }

  /**
   * @param ready whether the member leads and may append
   */
  void look(Division division, Membership membership, boolean ready) {
    long now = System.nanoTime();
    roomWatch.see(room.freeBytes());
    diskLow = roomWatch.isLow();
    if (!division.leads()) {
      return;
    }
    List<Voter> others = division.otherVoters(settings.elections().max());
    String heir = roomWatch.handOnTo(now, ready, others);
    if (heir != null) {
      giveUp(membership, heir, "the disk of the leader is nearly full");
      return;
    }
    String stuck = leaderWatch.judge(now, standing(division, ready, others));
    if (stuck != null) {
      giveUp(membership, null, stuck);
    }
  }

  private static Standing standing(Division division, boolean ready, List<Voter> others) {
    long answering = others.stream().filter(Voter::answers).count();
    int voters = others.size() + 1;
    return new Standing(
        true,
        ready,
        !others.isEmpty() && (answering + 1) * 2 > voters,
        division.term(),
        division.committedEntry(),
        division.appliedEntry(),
        division.lastEntry());
  }

  private void giveUp(Membership membership, @Nullable String to, String why) {
    try {
      Future<?> unused = membership.giveUpLead(to, settings.closeWithin());
      given.accept(why);
    } catch (IOException | RuntimeException e) {
      // It leads no more, or is closed.
    }
  }
}

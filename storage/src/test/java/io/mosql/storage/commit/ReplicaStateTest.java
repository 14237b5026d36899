package io.mosql.storage.commit;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.storage.commit.ReplicaState.Claiming;
import io.mosql.storage.commit.ReplicaState.Follower;
import io.mosql.storage.commit.ReplicaState.Leader;
import io.mosql.storage.commit.ReplicaState.Stopped;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The table of transitions. */
class ReplicaStateTest {
  private static final Follower FOLLOWER = new Follower();
  private static final Claiming CLAIMING = new Claiming(3);
  private static final Leader LEADER = new Leader(3, 8);
  private static final Stopped STOPPED =
      new Stopped(new MosqlException(SqlState.SHUTTING_DOWN, "the database is shut down"));

  @Test
  void aLeaderHasClaimedAnEpochInItsTerm() {
    assertThat(CLAIMING.mayBecome(LEADER)).isTrue();
    assertThat(CLAIMING.mayBecome(new Leader(4, 8))).isFalse();
    assertThat(FOLLOWER.mayBecome(LEADER)).isFalse();
    assertThat(LEADER.mayBecome(LEADER)).isFalse();
    assertThat(LEADER.mayBecome(new Leader(3, 9))).isFalse();
  }

  @Test
  void followsClaimsAndStopsFromAnyStateThatIsNotFinal() {
    for (ReplicaState from : List.of(FOLLOWER, CLAIMING, LEADER)) {
      assertThat(from.mayBecome(FOLLOWER)).isTrue();
      assertThat(from.mayBecome(CLAIMING)).isTrue();
      assertThat(from.mayBecome(new Claiming(4))).isTrue();
      assertThat(from.mayBecome(STOPPED)).isTrue();
    }
  }

  @Test
  void stopsForGood() {
    for (ReplicaState to : List.of(FOLLOWER, CLAIMING, LEADER, STOPPED)) {
      assertThat(STOPPED.mayBecome(to)).isFalse();
    }
  }
}

package io.mosql.consensus.ratis.group;

import io.mosql.core.port.LogStamp;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The status of a group as known to one member. Entries are numbered by Ratis from 0; -1 means
 * none, or unknown.
 *
 * @param term newest term known to this member
 * @param leader node of the leader, null when none is known
 * @param committedEntry last entry known to be stored by a majority
 * @param appliedEntry last entry delivered on this member
 * @param firstEntry first retained entry of this member's log
 * @param lastEntry last entry of this member's log, committed or not
 * @param logBytes size of the log's files
 * @param checkpoint last record of this member's newest checkpoint
 * @param members all members, including this one
 */
public record GroupStatus(
    Role role,
    long term,
    @Nullable String leader,
    long committedEntry,
    long appliedEntry,
    long firstEntry,
    long lastEntry,
    long logBytes,
    LogStamp checkpoint,
    List<MemberStatus> members) {

  /** Role of this member. */
  public enum Role {
    LEADER,
    FOLLOWER,
    CANDIDATE,
    LISTENER,
    /** To be added, and not contacted by any member yet. */
    JOINING,
    /** Not running: closed, stopped, or not open yet. */
    CLOSED
  }

  /**
   * Status of a member.
   *
   * @param matchEntry last entry known to be in its log; known on the leader only
   * @param committedEntry its commit index in its last response
   * @param silentMillis time since its last response; known on the leader only
   */
  public record MemberStatus(
      Member member, long matchEntry, long committedEntry, long silentMillis) {}

  public GroupStatus {
    members = List.copyOf(members);
  }
}

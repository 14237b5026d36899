package io.mosql.consensus.ratis.group;

import io.mosql.core.port.LogStamp;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The status of a group as known to one member. Entries are Ratis's own numbers, from 0; -1 stands
 * for none, or unknown.
 *
 * @param term newest that this member knows
 * @param leader its node, null when none is known
 * @param committedEntry last entry that a majority has
 * @param appliedEntry last entry that was delivered here
 * @param firstEntry first entry that this member's log still has
 * @param lastEntry last entry of this member's log, committed or not
 * @param logBytes size of the log's files
 * @param checkpoint last record of the newest checkpoint here
 * @param members all of them, this one included
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

  /** What this member does at the moment. */
  public enum Role {
    LEADER,
    FOLLOWER,
    CANDIDATE,
    LISTENER,
    /** It is to join, and has heard of nobody yet. */
    JOINING,
    /** It takes no part: closed, stopped, or not yet open. */
    CLOSED
  }

  /**
   * A member.
   *
   * @param matchEntry last entry that is known to be in its log; only the leader knows
   * @param committedEntry last entry that it knew to be committed when last heard of
   * @param silentMillis time since its last answer; only the leader knows
   */
  public record MemberStatus(
      Member member, long matchEntry, long committedEntry, long silentMillis) {}

  public GroupStatus {
    members = List.copyOf(members);
  }
}

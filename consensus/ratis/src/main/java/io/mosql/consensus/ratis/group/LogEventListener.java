package io.mosql.consensus.ratis.group;

import io.mosql.core.port.LogStamp;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Listener for events of a replicated log. Called on threads of the log, which must not be held up;
 * what is thrown is lost.
 */
public interface LogEventListener {
  /** Says nothing to anybody. */
  LogEventListener NONE = new LogEventListener() {};

  /**
   * Another node leads, or nobody known.
   *
   * @param node null when there is none
   */
  default void leaderChanged(@Nullable String node, long term) {}

  /**
   * This node led and gives the lead up by itself: its disk is short of room, or nothing comes of
   * its leading.
   */
  default void steppedDown(String why) {}

  /** The group has these members from now on. */
  default void membersChanged(List<Member> members) {}

  /**
   * A checkpoint of the leader is about to take the place of the database's files, and the state
   * machine was told so ({@link io.mosql.core.port.StateMachine#replaced}). When this returns
   * nobody uses them, or writes any. On the thread that would apply; what is thrown stops the log.
   */
  default void release(LogStamp at) {}

  /**
   * A checkpoint of the leader stands in place of the database's files. The log waits until it is
   * opened for a state machine on these.
   */
  default void reopen(LogStamp at) {}

  /**
   * The log delivers and takes nothing any more, though nobody closed it: its disk failed, the
   * state machine did, or this node is no member any more. Told once.
   */
  default void stopped(Throwable cause) {}
}

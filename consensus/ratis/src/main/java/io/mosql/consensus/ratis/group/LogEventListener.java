package io.mosql.consensus.ratis.group;

import io.mosql.core.port.LogStamp;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Listener for events of a replicated log. Called on threads of the log, which must not block;
 * exceptions are ignored unless a method says otherwise.
 */
public interface LogEventListener {
  /** Listener that ignores all events. */
  LogEventListener NONE = new LogEventListener() {};

  /**
   * The leader has changed, or is unknown.
   *
   * @param node the leader; null when it is unknown
   */
  default void leaderChanged(@Nullable String node, long term) {}

  /**
   * This node gives up leadership by its own decision: its disk is nearly full, or it makes no
   * progress as leader.
   */
  default void steppedDown(String why) {}

  /** The members of the group have changed. */
  default void membersChanged(List<Member> members) {}

  /**
   * A checkpoint of the leader is about to replace the database's files, and the state machine was
   * notified ({@link io.mosql.core.port.ReplicatedStateMachine#snapshotInstalled}). On return the
   * files must not be in use. Called on the applying thread; an exception stops the log.
   */
  default void release(LogStamp at) {}

  /**
   * A checkpoint of the leader has replaced the database's files. The log waits until it is opened
   * for a state machine on the new files.
   */
  default void reopen(LogStamp at) {}

  /**
   * The log has stopped without being closed: its disk or the state machine failed, or this node
   * was removed from the group. Called once.
   */
  default void stopped(Throwable cause) {}
}

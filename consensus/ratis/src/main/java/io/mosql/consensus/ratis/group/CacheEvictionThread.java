package io.mosql.consensus.ratis.group;

import io.mosql.core.port.ThreadEnd;
import java.lang.reflect.Field;
import org.apache.ratis.server.RaftServer;
import org.apache.ratis.util.AwaitToRun;

/**
 * The thread of a Raft log that evicts cached segments. {@code SegmentedRaftLog.close} of Ratis
 * 3.3.0 holds the write lock of the log while it joins this thread, and an eviction takes the same
 * lock: an eviction that begins in between deadlocks the log, and every later call that needs the
 * lock. So the thread is ended before the log is closed. Ratis has no method for that, so this
 * class reads a private field; a test checks that the field exists.
 */
final class CacheEvictionThread {
  private static final String FIELD = "cacheEviction";

  private CacheEvictionThread() {}

  /**
   * Ends the thread, and waits for it; no effect when it has ended. No segment is evicted
   * afterwards. The caller must not hold a lock of the log.
   */
  static void end(RaftServer.Division division) {
    Object log = division.getRaftLog();
    try {
      Field field = log.getClass().getDeclaredField(FIELD);
      field.setAccessible(true);
      ((AwaitToRun) field.get(log)).close();
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(log.getClass() + " has no field " + FIELD, e);
    }
  }

  /**
   * Ends the thread of a group that did not start: Ratis creates it before it reads the log, and
   * leaves it when that fails. It does no work then.
   *
   * @param member name of the group's member, with which the names of its threads begin
   */
  static void endUnowned(String member) {
    ThreadEnd.named(name -> name.startsWith(member) && name.contains(FIELD))
        .forEach(Thread::interrupt);
  }
}

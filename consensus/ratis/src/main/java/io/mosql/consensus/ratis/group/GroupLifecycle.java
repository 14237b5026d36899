package io.mosql.consensus.ratis.group;

import io.mosql.consensus.ratis.error.RatisErrorMessage;
import io.mosql.consensus.ratis.files.GroupLogReader;
import io.mosql.consensus.ratis.files.VoteFileRepair;
import io.mosql.consensus.ratis.settings.RatisSettings;
import io.mosql.core.port.DaemonThreads;
import io.mosql.core.port.LogStamp;
import io.mosql.core.port.ThreadEnd;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.ratis.protocol.GroupManagementRequest;
import org.apache.ratis.protocol.RaftClientReply;
import org.apache.ratis.protocol.RaftGroup;
import org.apache.ratis.protocol.RaftGroupId;
import org.apache.ratis.protocol.RaftPeer;
import org.apache.ratis.server.RaftServer;

/** Starts and stops a group in the Raft server, and checks that its log fits the database. */
public final class GroupLifecycle {
  private static final long START_SECONDS = 60;

  private final RatisSettings settings;
  private final RaftServer server;
  private final RaftGroupId group;
  private final PendingAppends numbers;
  private final List<Member> founders;
  private final DaemonThreads threads;

  /** Term of the last entry applied by the database when it was opened. */
  private volatile long knownTerm;

  /**
   * @param founders initial members, used when this node has no state of the group
   */
  public GroupLifecycle(
      RatisSettings settings,
      RaftServer server,
      RaftGroupId group,
      PendingAppends numbers,
      List<Member> founders,
      DaemonThreads threads) {
    this.settings = settings;
    this.server = server;
    this.group = group;
    this.numbers = numbers;
    this.founders = List.copyOf(founders);
    this.threads = threads;
  }

  /**
   * Checks that the log of a database exists when the database has applied entries of it: a new log
   * would not contain the votes of this member. The log of an only voter must contain these
   * entries; any other member may continue from its database, since others have the entries. To be
   * called before the group starts: Ratis deletes a log that ends before the state.
   */
  public void requireLog(LogStamp after) {
    knownTerm = after.term();
    if (after.entry() == 0) {
      return;
    }
    Path meta =
        settings.directory().resolve(group.getUuid().toString()).resolve("current/raft-meta");
    if (!Files.exists(meta)) {
      throw RatisErrorMessage.LOG_MISSING.error(after.entry());
    }
    GroupLogReader log = GroupLogReader.of(settings.directory(), group.getUuid());
    try {
      if (log.lastEntry() < after.entry() && log.isOnlyVoter(settings.node())) {
        throw RatisErrorMessage.LOG_ENDS_EARLIER.error(after.entry());
      }
    } catch (IOException e) {
      throw RatisErrors.ofStart(e);
    }
  }

  public Division start() {
    return start(founders);
  }

  /** Starts the group again, with the members recorded in its log. */
  public Division restart() {
    return start(List.of());
  }

  private Division start(List<Member> members) {
    List<RaftPeer> peers = members.stream().map(Member::toPeer).toList();
    try {
      VoteFileRepair.repair(settings.directory(), group.getUuid(), knownTerm);
      RaftClientReply reply =
          server
              .groupManagementAsync(
                  GroupManagementRequest.newAdd(
                      numbers.client(),
                      server.getId(),
                      numbers.nextNumber(),
                      RaftGroup.valueOf(group, peers),
                      false))
              .get(START_SECONDS, TimeUnit.SECONDS);
      if (!reply.isSuccess()) {
        throw new IOException("the group was refused", reply.getException());
      }
      return new Division(server.getDivision(group));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw RatisErrors.ofStart(e);
    } catch (ExecutionException | TimeoutException | IOException e) {
      throw RatisErrors.ofStart(e);
    }
  }

  public static void requireNoGap(Division opened, LogStamp after) {
    long next = after.index() == 0 ? 0 : after.entry() + 1;
    if (opened.firstEntry() > next) {
      throw RatisErrorMessage.LOG_BEGINS_LATER.error(opened.firstEntry(), next);
    }
  }

  /**
   * Closes the group on this node; its files stay. Waits for it, and for the end of the threads
   * that Ratis has for it, for at most the configured time each.
   */
  public void end() {
    BoundedCall.run(
        threads,
        "close-" + settings.node() + '-' + group.getUuid(),
        settings.closeWithin(),
        () -> {
          try {
            endEviction();
            server
                .groupManagementAsync(
                    GroupManagementRequest.newRemove(
                        numbers.client(),
                        server.getId(),
                        numbers.nextNumber(),
                        group,
                        false,
                        false))
                .join();
          } catch (RuntimeException e) {
            // It is closed already, or was never started.
          }
        });
    String member = settings.node() + '@' + group;
    CacheEvictionThread.endUnowned(member);
    ThreadEnd.await(
        member, ThreadEnd.named(name -> name.startsWith(member)), settings.closeWithin());
  }

  private void endEviction() {
    try {
      CacheEvictionThread.end(server.getDivision(group));
    } catch (IOException | IllegalStateException e) {
      // It has no log, since it was never started.
    }
  }
}

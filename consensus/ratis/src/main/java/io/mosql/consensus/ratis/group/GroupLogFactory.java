package io.mosql.consensus.ratis.group;

import java.nio.file.Path;
import java.util.List;
import java.util.UUID;

/** The groups of a node: creates the logs of its databases. Thread-safe. */
public interface GroupLogFactory extends AutoCloseable {
  /**
   * Creates the log of a group on this node; the caller opens it. To be called before the
   * database's files are read, since a checkpoint that was received before a crash replaces them
   * now.
   *
   * @param group the same on all of its nodes
   * @param database directory of the files that checkpoints replace
   * @param members initial members, used when this node has no state of the group: all founders;
   *     this node alone as a {@linkplain Member#listener listener} that will be added; or none, for
   *     a voter that will be added
   * @throws io.mosql.core.error.MosqlException 58030 when a received checkpoint cannot be installed
   */
  GroupLog log(UUID group, Path database, List<Member> members, LogEventListener events);

  /** Closes all logs. */
  @Override
  void close();
}

package io.mosql.engine;

import io.mosql.consensus.ratis.LogEvents;
import io.mosql.consensus.ratis.Member;
import io.mosql.consensus.ratis.RatisNode;
import io.mosql.consensus.ratis.RatisSettings;
import io.mosql.core.port.CommitLog;
import io.mosql.core.session.EmbeddedEngine;
import io.mosql.core.session.Session;
import io.mosql.core.session.SessionProperty;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * What embedded connections get, but that the log of each database in files is a replicated one, of
 * a group that this process is the only member of. Thread-safe.
 */
public final class OneNodeGroups implements EmbeddedEngine, AutoCloseable {
  private static final String NODE = "n1";
  private static final String HOST = "127.0.0.1";

  private final RatisNode raft;
  private final EmbeddedDatabases databases = new EmbeddedDatabases(this::open);

  /**
   * @param directory for the logs
   */
  public OneNodeGroups(Path directory) {
    raft = RatisNode.start(RatisSettings.of(NODE, HOST, 0, directory).withFreeBytesMin(0));
  }

  @Override
  public Session connect(String location, Map<SessionProperty, String> properties) {
    return databases.connect(location, properties);
  }

  private OpenDatabase open(
      Location.Directory directory, OpenDatabase.Ports ports, Runnable shutdown) {
    Path path = directory.path();
    OpenDatabase database =
        OpenDatabase.in(
            OpenDatabase.files(directory),
            String.valueOf(path.getFileName()),
            () -> log(path),
            ports,
            shutdown);
    LoopbackCluster.await("it leads itself", database::leads);
    database.found(false);
    return database;
  }

  private CommitLog log(Path path) {
    UUID group = UUID.nameUUIDFromBytes(path.toString().getBytes(StandardCharsets.UTF_8));
    return raft.log(group, path, List.of(Member.voter(NODE, HOST, raft.port())), LogEvents.NONE);
  }

  @Override
  public void close() {
    raft.close();
  }
}

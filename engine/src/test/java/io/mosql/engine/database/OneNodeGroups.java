package io.mosql.engine.database;

import io.mosql.consensus.ratis.RatisNode;
import io.mosql.consensus.ratis.group.LogEventListener;
import io.mosql.consensus.ratis.group.Member;
import io.mosql.consensus.ratis.settings.RatisSettings;
import io.mosql.core.port.Clock;
import io.mosql.core.port.CommitLog;
import io.mosql.core.port.RandomSource;
import io.mosql.core.session.EmbeddedEngine;
import io.mosql.core.session.Session;
import io.mosql.core.session.SessionProperty;
import io.mosql.engine.EmbeddedDatabases;
import io.mosql.engine.cluster.LoopbackCluster;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * An engine for embedded connections in which each database in files has a replicated log, whose
 * group has this process as its only member. Thread-safe.
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
    raft =
        RatisNode.start(
            RatisSettings.of(NODE, HOST, 0, directory).withFreeBytesMin(0),
            Clock.SYSTEM,
            RandomSource.SECURE);
  }

  @Override
  public Session connect(String location, Map<SessionProperty, String> properties) {
    return databases.connect(location, properties);
  }

  private OpenDatabase open(
      DatabaseLocation.Directory directory, OpenDatabase.Ports ports, Runnable shutdown) {
    Path path = directory.path();
    OpenDatabase database =
        OpenDatabase.in(
            OpenDatabase.files(directory),
            String.valueOf(path.getFileName()),
            () -> log(path),
            ports,
            shutdown);
    LoopbackCluster.await("it leads itself", database::leads);
    database.initialize(false);
    return database;
  }

  private CommitLog log(Path path) {
    UUID group = UUID.nameUUIDFromBytes(path.toString().getBytes(StandardCharsets.UTF_8));
    return raft.log(
        group, path, List.of(Member.voter(NODE, HOST, raft.port())), LogEventListener.NONE);
  }

  @Override
  public void close() {
    raft.close();
  }
}

package io.mosql.engine;

import io.mosql.consensus.local.LocalLog;
import io.mosql.consensus.ratis.group.GroupStatus;
import io.mosql.consensus.ratis.group.Member;
import io.mosql.core.error.MosqlException;
import io.mosql.core.port.Clock;
import io.mosql.core.port.LogStamp;
import io.mosql.core.port.StorageDirectory;
import io.mosql.engine.account.ClusterCatalog;
import io.mosql.engine.account.LocalDatabases;
import io.mosql.engine.account.NodeCatalog;
import io.mosql.engine.account.NodeCatalogStore;
import io.mosql.engine.account.NodeDatabaseOpener;
import io.mosql.engine.account.SystemDatabase;
import io.mosql.engine.cluster.ClusterNode;
import io.mosql.engine.cluster.ReplicatedDatabase;
import io.mosql.engine.database.DatabaseLocation;
import io.mosql.engine.database.DatabaseReference;
import io.mosql.engine.database.ExistingDirectories;
import io.mosql.engine.database.OpenDatabase;
import io.mosql.engine.error.EngineErrorMessage;
import io.mosql.engine.options.ClusterOptions;
import io.mosql.engine.options.InitialAdministrator;
import io.mosql.engine.options.NodeDirectory;
import io.mosql.engine.options.NodeMarker;
import io.mosql.engine.options.NodeOptions;
import io.mosql.storage.page.Manifest;
import io.mosql.storage.page.ManifestFile;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Converts a single server into the first node of a cluster, and the last node of a cluster into a
 * single server. The contents of the databases stay as they are: each database writes a checkpoint
 * at the head of its log and continues from there with a log of the other kind.
 *
 * <p>The marker of the directory decides the kind. It is replaced after all checkpoints are
 * durable, and the log of the old kind is deleted only after that, so a crash leaves either the old
 * kind or the new kind.
 */
final class ClusterConversion {
  private static final Duration LEAD_TIMEOUT = Duration.ofSeconds(60);
  private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

  private final NodeDirectory directory;
  private final NodeOptions options;

  /** Head of the log of each database; the final position once the database is closed. */
  private final Map<DatabaseLocation.Directory, LongSupplier> heads = new LinkedHashMap<>();

  private ClusterConversion(NodeDirectory directory, NodeOptions options) {
    this.directory = directory;
    this.options = options;
  }

  /**
   * Converts the directory of a server into the directory of the first node of a cluster.
   *
   * @param directory locked
   * @return the account that was created because the server had never started fully
   */
  static @Nullable InitialAdministrator toCluster(
      NodeDirectory directory, NodeOptions options, ClusterOptions cluster) {
    return new ClusterConversion(directory, options.withCluster(null)).toCluster(cluster);
  }

  private @Nullable InitialAdministrator toCluster(ClusterOptions cluster) {
    finish(directory);
    NodeDatabaseOpener ports = new NodeDatabaseOpener(directory, options);
    LocalDatabases databases = new LocalDatabases(ports::openUser, directory);
    InitialAdministrator initial;
    try (OpenDatabase system = ports.openSystem()) {
      try {
        NodeCatalogStore store = new NodeCatalogStore(system, databases, options);
        synchronized (store.lock()) {
          initial = store.recover();
          store.change(s -> place(s, store.catalog(), cluster));
        }
        checkpoint(directory.system(), system);
        for (NodeCatalog.Database database : store.catalog().databases()) {
          try (DatabaseReference use = databases.use(database)) {
            checkpoint(directory.database(database.id()), use.database());
          }
        }
      } finally {
        databases.close();
      }
    }
    requireCheckpoints();
    NodeMarker.Member member =
        new NodeMarker.Member(
            cluster.node(),
            NodeCatalogStore.newGroup(options.ports().random()),
            cluster.peersText(),
            null,
            0);
    directory.replaceMarker(new NodeMarker(member));
    deleteLocalLogs();
    return initial;
  }

  private void place(SystemDatabase system, NodeCatalog accounts, ClusterOptions cluster) {
    system.forgetCluster();
    for (NodeCatalog.Database database : accounts.databases()) {
      system.place(
          database.id(),
          new ClusterCatalog.Placement(
              NodeCatalogStore.newGroup(options.ports().random()),
              List.of(cluster.node()),
              List.of()));
    }
    ClusterOptions.Peer self = cluster.self();
    system.setNode(
        new ClusterCatalog.NodeRow(
            self.node(), self.host(), self.port(), false, true, ClusterOptions.FORMAT, 0));
    system.setAddress(
        new NodeCatalog.ClientAddress(self.node(), self.clientHost(), self.clientPort()));
  }

  /**
   * Converts the directory of a cluster's last node into the directory of a server; no effect on
   * the directory of a server.
   *
   * @throws MosqlException 55000 when there are other nodes, and for the reasons of opening a node
   */
  static void toSingleServer(Path path, NodeOptions options) {
    try (NodeDirectory directory = NodeDirectory.openExisting(path)) {
      NodeMarker.Member member = directory.marker().member();
      if (member != null) {
        new ClusterConversion(directory, options).toSingleServer(member);
      }
      finish(directory);
    }
  }

  /**
   * Completes the conversion of a server that has left a cluster: its databases continue with logs
   * of their own, which start empty. No effect on a server that was in no cluster.
   *
   * @param directory the directory, with the marker of a single server
   */
  static void finish(NodeDirectory directory) {
    if (!java.nio.file.Files.isDirectory(directory.raft())) {
      return;
    }
    for (DatabaseLocation.Directory where : directory.databases()) {
      try (StorageDirectory files = OpenDatabase.files(where)) {
        Manifest manifest = ManifestFile.read(files);
        if (manifest != null && manifest.logIndex() > 0 && LocalLog.firstIndex(files) == 0) {
          ManifestFile.write(files, manifest.stamped(LogStamp.START));
        }
      } catch (IOException e) {
        throw ExistingDirectories.failed("cannot write the manifest in " + where.path(), e);
      }
    }
    directory.deleteLogs();
  }

  private void toSingleServer(NodeMarker.Member member) {
    ClusterOptions cluster = member.alone();
    NodeDatabaseOpener ports = new NodeDatabaseOpener(directory, options);
    try (ClusterNode node = ClusterNode.start(cluster, directory, ports)) {
      NodeCatalogStore store =
          new NodeCatalogStore(
              node.systemDatabase(), node.databases(), options.withCluster(cluster));
      node.startReconciling(store);
      awaitLead(node, store, ports.clock());
      for (ReplicatedDatabase copy : node.replicas()) {
        requireAlone(copy, member.node());
      }
      checkpoint(directory.system(), node.systemDatabase());
      for (NodeCatalog.Database database : store.catalog().databases()) {
        ReplicatedDatabase copy = node.databases().replica(database.id());
        if (copy == null) {
          throw EngineErrorMessage.DATABASE_NOT_ON_NODE.error(database.name(), member.node());
        }
        if (!copy.leads()) {
          throw EngineErrorMessage.DATABASE_NOT_LED_FOR_CONVERSION.error(
              database.name(), String.valueOf(copy.failure()));
        }
        checkpoint(directory.database(database.id()), copy.await(LEAD_TIMEOUT));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw EngineErrorMessage.WAIT_INTERRUPTED.causedBy(e);
    }
    requireCheckpoints();
    // Left over by a crash after the conversion from server to node.
    deleteLocalLogs();
    directory.replaceMarker(new NodeMarker(null));
  }

  /** Waits until this node leads: a group of one leads once its log is applied completely. */
  private static void awaitLead(ClusterNode node, NodeCatalogStore store, Clock clock)
      throws InterruptedException {
    long end = clock.nanoTime() + LEAD_TIMEOUT.toNanos();
    if (!node.awaitReady(LEAD_TIMEOUT)) {
      throw EngineErrorMessage.CATALOG_NOT_READ.error(node.waitingFor());
    }
    for (NodeCatalog.Database database : store.catalog().databases()) {
      while (!leads(node, database) && clock.nanoTime() < end) {
        // A group with other members may never elect this node; the error is reported later.
        if (node.replicas().stream().anyMatch(copy -> copy.status().members().size() > 1)) {
          return;
        }
        clock.parkNanos(POLL_NANOS);
      }
    }
  }

  private static boolean leads(ClusterNode node, NodeCatalog.Database database) {
    ReplicatedDatabase copy = node.databases().replica(database.id());
    return copy != null && copy.leads();
  }

  private static void requireAlone(ReplicatedDatabase copy, String self) {
    List<String> others =
        copy.status().members().stream()
            .map(GroupStatus.MemberStatus::member)
            .map(Member::node)
            .filter(node -> !node.equals(self))
            .toList();
    if (!others.isEmpty()) {
      throw EngineErrorMessage.DATABASE_ON_OTHER_NODES.error(
          copy.name(), String.join(", ", others));
    }
  }

  /**
   * Writes a checkpoint of a database. The database is local or led by this node, and no session
   * changes it any more. Commits of the database itself, such as statistics, are in the checkpoint
   * that is written at closing.
   */
  private void checkpoint(DatabaseLocation.Directory where, OpenDatabase database) {
    database.checkpoint();
    heads.put(where, database::position);
  }

  /**
   * Checks that every database has a complete checkpoint: the log is about to be deleted, and
   * changes outside a checkpoint would be lost.
   */
  private void requireCheckpoints() {
    heads.forEach(
        (where, head) -> {
          try (StorageDirectory files = OpenDatabase.files(where)) {
            Manifest manifest = ManifestFile.read(files);
            if (manifest == null || manifest.position() < head.getAsLong()) {
              throw EngineErrorMessage.CHECKPOINT_INCOMPLETE.error(where.path());
            }
          } catch (IOException e) {
            throw ExistingDirectories.failed("cannot read " + where.path(), e);
          }
        });
  }

  private void deleteLocalLogs() {
    for (DatabaseLocation.Directory where : heads.keySet()) {
      try (StorageDirectory files = OpenDatabase.files(where)) {
        LocalLog.delete(files);
      } catch (IOException e) {
        throw ExistingDirectories.failed("cannot delete the log in " + where.path(), e);
      }
    }
  }
}

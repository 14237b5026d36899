package io.mosql.engine;

import io.mosql.consensus.local.LocalLog;
import io.mosql.consensus.ratis.GroupStatus;
import io.mosql.consensus.ratis.Member;
import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.core.port.Files;
import io.mosql.core.port.LogStamp;
import io.mosql.storage.page.Manifest;
import io.mosql.storage.page.ManifestFile;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Makes a server on its own the first node of a cluster, and the last node of a cluster a server on
 * its own. The databases stay as they are: each gets a checkpoint at the head of its log, and goes
 * on from there with a log of the other kind.
 *
 * <p>The marker of the directory decides which of the two it is. It is replaced when all
 * checkpoints are durable, and only then is the log deleted that it no longer names; so a crash
 * leaves what was before, or what was to be.
 */
final class Growth {
  private static final Duration LEAD_WITHIN = Duration.ofSeconds(60);
  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

  private final NodeDirectory directory;
  private final NodeOptions options;

  /** Head of each database; what it was closed with, once it is closed. */
  private final Map<Location.Directory, LongSupplier> heads = new LinkedHashMap<>();

  private Growth(NodeDirectory directory, NodeOptions options) {
    this.directory = directory;
    this.options = options;
  }

  /**
   * Makes the directory of a server that of the first node of a cluster.
   *
   * @param directory locked
   * @return the account that was created because the server had never started fully
   */
  static @Nullable InitialAdministrator grow(
      NodeDirectory directory, NodeOptions options, ClusterOptions cluster) {
    return new Growth(directory, options.withCluster(null)).grow(cluster);
  }

  private @Nullable InitialAdministrator grow(ClusterOptions cluster) {
    settle(directory);
    NodePorts ports = new NodePorts(directory, options);
    UserDatabases databases = new UserDatabases(ports::openUser, directory);
    InitialAdministrator initial;
    try (OpenDatabase system = ports.openSystem()) {
      try {
        NodeStore store = new NodeStore(system, databases, options);
        synchronized (store.lock()) {
          initial = store.prepare();
          store.change(s -> place(s, store.accounts(), cluster));
        }
        head(directory.system(), system);
        for (Accounts.Database database : store.accounts().databases()) {
          try (DatabaseUse use = databases.use(database)) {
            head(directory.database(database.id()), use.database());
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
            NodeStore.newGroup(options.ports().random()),
            cluster.peersText(),
            null,
            0);
    directory.remark(new NodeMarker(member));
    deleteLocalLogs();
    return initial;
  }

  private void place(SystemDatabase system, Accounts accounts, ClusterOptions cluster) {
    system.forgetCluster();
    for (Accounts.Database database : accounts.databases()) {
      system.place(
          database.id(),
          new ClusterRows.Placement(
              NodeStore.newGroup(options.ports().random()), List.of(cluster.node()), List.of()));
    }
    ClusterOptions.Peer self = cluster.self();
    system.setNode(
        new ClusterRows.NodeRow(
            self.node(), self.host(), self.port(), false, true, ClusterOptions.FORMAT, 0));
    system.setAddress(new Accounts.Address(self.node(), self.clientHost(), self.clientPort()));
  }

  /**
   * Makes the directory of a cluster's last node that of a server; nothing when it is one.
   *
   * @throws MosqlException 55000 when there are other nodes, as opening a node does
   */
  static void leave(Path path, NodeOptions options) {
    try (NodeDirectory directory = NodeDirectory.openAsItIs(path)) {
      NodeMarker.Member member = directory.marker().member();
      if (member != null) {
        new Growth(directory, options).leave(member);
      }
      settle(directory);
    }
  }

  /**
   * Finishes what a server does that has left a cluster: its databases go on with logs of their
   * own, which begin anew. Nothing for one that was in none.
   *
   * @param directory whose marker is that of a server on its own
   */
  static void settle(NodeDirectory directory) {
    if (!java.nio.file.Files.isDirectory(directory.raft())) {
      return;
    }
    for (Location.Directory where : directory.databases()) {
      try (Files files = OpenDatabase.files(where)) {
        Manifest manifest = ManifestFile.read(files);
        if (manifest != null && manifest.logIndex() > 0 && LocalLog.firstIndex(files) == 0) {
          ManifestFile.write(files, manifest.stamped(LogStamp.START));
        }
      } catch (IOException e) {
        throw Directories.failed("cannot write the manifest in " + where.path(), e);
      }
    }
    directory.deleteLogs();
  }

  private void leave(NodeMarker.Member member) {
    ClusterOptions cluster = member.alone();
    NodePorts ports = new NodePorts(directory, options);
    try (ClusterNode node = ClusterNode.start(cluster, directory, ports)) {
      NodeStore store =
          new NodeStore(node.systemDatabase(), node.databases(), options.withCluster(cluster));
      node.tend(store);
      awaitLead(node, store);
      for (ReplicatedDatabase copy : node.copies()) {
        requireAlone(copy, member.node());
      }
      head(directory.system(), node.systemDatabase());
      for (Accounts.Database database : store.accounts().databases()) {
        ReplicatedDatabase copy = node.databases().copy(database.id());
        if (copy == null) {
          throw notNow("database \"" + database.name() + "\" is not on this node");
        }
        if (!copy.leads()) {
          throw notNow("database \"" + database.name() + "\" is not led here: " + copy.failure());
        }
        head(directory.database(database.id()), copy.await(LEAD_WITHIN));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new MosqlException(SqlState.QUERY_CANCELED, "the wait was interrupted", e);
    }
    requireCheckpoints();
    // Left over if a crash came when the server had become a node.
    deleteLocalLogs();
    directory.remark(new NodeMarker(null));
  }

  /** A group of one leads as soon as all that its log has was applied. */
  private static void awaitLead(ClusterNode node, NodeStore store) throws InterruptedException {
    long end = System.nanoTime() + LEAD_WITHIN.toNanos();
    if (!node.awaitReady(LEAD_WITHIN)) {
      throw notNow("the databases are not known: " + node.waitingFor());
    }
    for (Accounts.Database database : store.accounts().databases()) {
      while (!leads(node, database) && System.nanoTime() < end) {
        // With others it may never lead, which is said later.
        if (node.copies().stream().anyMatch(copy -> copy.status().members().size() > 1)) {
          return;
        }
        LockSupport.parkNanos(LOOK_NANOS);
      }
    }
  }

  private static boolean leads(ClusterNode node, Accounts.Database database) {
    ReplicatedDatabase copy = node.databases().copy(database.id());
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
      throw notNow(
          "database \""
              + copy.name()
              + "\" is on other nodes too: remove first "
              + String.join(", ", others));
    }
  }

  /**
   * All databases are led here, or are local: no session adds to them any more. What the database
   * itself still commits, such as statistics, is in the checkpoint of its closing.
   */
  private void head(Location.Directory where, OpenDatabase database) {
    database.checkpoint();
    heads.put(where, database::position);
  }

  private static MosqlException notNow(String why) {
    return new MosqlException(SqlState.OBJECT_NOT_IN_PREREQUISITE_STATE, why);
  }

  /** The log is to go: what is not in a checkpoint would be lost. */
  private void requireCheckpoints() {
    heads.forEach(
        (where, head) -> {
          try (Files files = OpenDatabase.files(where)) {
            Manifest manifest = ManifestFile.read(files);
            if (manifest == null || manifest.position() < head.getAsLong()) {
              throw new MosqlException(
                  SqlState.IO_ERROR,
                  "the checkpoint of "
                      + where.path()
                      + " could not be written: nothing was changed");
            }
          } catch (IOException e) {
            throw Directories.failed("cannot read " + where.path(), e);
          }
        });
  }

  private void deleteLocalLogs() {
    for (Location.Directory where : heads.keySet()) {
      try (Files files = OpenDatabase.files(where)) {
        LocalLog.delete(files);
      } catch (IOException e) {
        throw Directories.failed("cannot delete the log in " + where.path(), e);
      }
    }
  }
}

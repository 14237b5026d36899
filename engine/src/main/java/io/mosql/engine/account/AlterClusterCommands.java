package io.mosql.engine.account;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.engine.account.ClusterCatalog.NodeRow;
import io.mosql.engine.account.NodeCatalog.Database;
import io.mosql.engine.options.ClusterOptions;
import io.mosql.sql.privilege.NodeCommand;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Executes ALTER CLUSTER and chooses the placement of new databases. Changes only rows; {@code
 * MembershipReconciler} changes the groups accordingly. The caller holds the store's lock, and this
 * node leads the group of the system database.
 */
final class AlterClusterCommands {
  private static final Pattern ADDRESS =
      Pattern.compile("(\\[[^\\]]+\\]|[^:\\[\\]\\s]{1,255}):([0-9]{1,5})");
  private static final int PORT_MAX = 0xFFFF;

  private final NodeCatalogStore store;
  private final Function<Database, @Nullable String> leaders;

  /**
   * @param leaders returns the leader of a database, as far as known here
   */
  AlterClusterCommands(NodeCatalogStore store, Function<Database, @Nullable String> leaders) {
    this.store = store;
    this.leaders = leaders;
  }

  void run(NodeCommand.ClusterCommand command) {
    if (command instanceof NodeCommand.AddNode add) {
      add(add);
    } else if (command instanceof NodeCommand.RemoveNode remove) {
      remove(remove.node());
    } else if (command instanceof NodeCommand.SetNodeRole role) {
      setRole(role);
    } else {
      transfer((NodeCommand.TransferLeadership) command);
    }
  }

  private ClusterCatalog rows() {
    return store.catalog().cluster();
  }

  private void add(NodeCommand.AddNode add) {
    String name = add.node();
    if (!name.matches(ClusterOptions.NAME)) {
      throw invalid("\"" + name + "\" is no name of a node");
    }
    Matcher at = address(add.address());
    NodeRow known = rows().node(name);
    String host = at.group(1);
    int port = Integer.parseInt(at.group(2));
    for (NodeRow row : rows().nodes()) {
      boolean same = row.host().equals(host) && row.port() == port;
      if (row.node().equals(name) ? row.joined() || !same : same) {
        throw new MosqlException(
            SqlState.DUPLICATE_OBJECT,
            "node \""
                + row.node()
                + "\" at "
                + row.host()
                + ":"
                + row.port()
                + " is in the cluster"
                + (row.node().equals(name) ? ": one that lost its disk is removed first" : ""));
      }
    }
    requireFormat(add);
    long format = add.format() == null ? ClusterOptions.FORMAT : add.format();
    // A joining node may not know whether it was added as a voter or a listener.
    boolean listener = add.listener() || known != null && known.listener();
    Matcher clients = add.clients() == null ? null : address(add.clients());
    store.change(
        s -> {
          long arrival = known == null ? s.addArrival(name) : known.arrival();
          s.setNode(new NodeRow(name, host, port, listener, false, format, arrival));
          if (clients != null) {
            s.setAddress(
                new NodeCatalog.ClientAddress(
                    name, clients.group(1), Integer.parseInt(clients.group(2))));
          }
        });
  }

  private void requireFormat(NodeCommand.AddNode add) {
    Long format = add.format();
    long needed = ClusterOptions.FORMAT;
    for (NodeRow row : rows().nodes()) {
      needed = Math.max(needed, row.joined() ? row.format() : 0);
    }
    if (format != null && format < needed) {
      throw new MosqlException(
          SqlState.FEATURE_NOT_SUPPORTED,
          "the cluster writes format "
              + needed
              + ", and node \""
              + add.node()
              + "\" reads no more than "
              + format
              + ": it needs a newer release");
    }
  }

  private static Matcher address(String text) {
    Matcher matcher = ADDRESS.matcher(text);
    if (!matcher.matches()
        || Integer.parseInt(matcher.group(2)) < 1
        || Integer.parseInt(matcher.group(2)) > PORT_MAX) {
      throw invalid("\"" + text + "\" is not host:port");
    }
    return matcher;
  }

  private static MosqlException invalid(String message) {
    return new MosqlException(SqlState.INVALID_PARAMETER, message);
  }

  private static MosqlException notPossible(String message) {
    return new MosqlException(SqlState.OBJECT_NOT_IN_PREREQUISITE_STATE, message);
  }

  private NodeRow existing(String name) {
    NodeRow row = rows().node(name);
    if (row == null) {
      throw new MosqlException(
          SqlState.UNDEFINED_OBJECT, "the cluster has no node \"" + name + "\"");
    }
    return row;
  }

  private void remove(String name) {
    existing(name);
    requireVotersWithout(name);
    List<Database> placed = new ArrayList<>();
    for (Database database : store.catalog().databases()) {
      ClusterCatalog.Placement where = database.placement();
      if (where != null && (where.nodes().contains(name) || where.founders().contains(name))) {
        placed.add(database);
      }
    }
    store.change(
        s -> {
          s.removeNode(name);
          for (Database database : placed) {
            ClusterCatalog.Placement where = java.util.Objects.requireNonNull(database.placement());
            // A node that returns under this name has lost its votes, so it must not be a founder.
            s.place(
                database.id(),
                new ClusterCatalog.Placement(
                    where.group(), without(where.founders(), name), without(where.nodes(), name)));
          }
        });
  }

  private static List<String> without(List<String> names, String name) {
    return names.stream().filter(each -> !each.equals(name)).toList();
  }

  /** Checks that every group keeps a voter without a node. */
  private void requireVotersWithout(String name) {
    List<String> voters =
        rows().nodes().stream()
            .filter(row -> row.joined() && !row.listener() && !row.node().equals(name))
            .map(NodeRow::node)
            .toList();
    if (voters.isEmpty()) {
      throw notPossible("node \"" + name + "\" is the last one that votes");
    }
    for (Database database : store.catalog().databases()) {
      ClusterCatalog.Placement where = database.placement();
      if (where != null && where.isOn(name) && voters.stream().noneMatch(where::isOn)) {
        throw notPossible(
            "node \""
                + name
                + "\" is the last one that votes in database \""
                + database.name()
                + "\"");
      }
    }
  }

  private void setRole(NodeCommand.SetNodeRole role) {
    NodeRow row = existing(role.node());
    if (role.listener()) {
      requireVotersWithout(role.node());
    }
    NodeRow next =
        new NodeRow(
            row.node(),
            row.host(),
            row.port(),
            role.listener(),
            row.joined(),
            row.format(),
            row.arrival());
    store.change(s -> s.setNode(next));
  }

  private void transfer(NodeCommand.TransferLeadership transfer) {
    NodeRow row = existing(transfer.node());
    if (row.listener() || !row.joined()) {
      throw notPossible("node \"" + row.node() + "\" does not vote, so it cannot lead");
    }
    String name = transfer.database();
    List<Database> all = new ArrayList<>();
    if (name == null) {
      store.catalog().databases().stream().filter(each -> isOn(each, row)).forEach(all::add);
    } else {
      Database database = store.catalog().database(name);
      if (database == null) {
        throw new MosqlException(
            SqlState.UNDEFINED_DATABASE, "database \"" + name + "\" does not exist");
      }
      if (!isOn(database, row)) {
        throw notPossible("database \"" + name + "\" is not on node \"" + row.node() + "\"");
      }
      all.add(database);
    }
    store.change(s -> all.forEach(each -> s.setTransfer(each.id(), row.node())));
  }

  private static boolean isOn(Database database, NodeRow row) {
    ClusterCatalog.Placement where = database.placement();
    return where != null && where.isOn(row.node());
  }

  /**
   * Checks that a database can be placed on these nodes.
   *
   * @throws MosqlException 42704 for an unknown node, 22023 for a node named twice, 55000 when none
   *     of the nodes is a voter
   */
  void requireNodes(List<String> nodes) {
    if (nodes.isEmpty()) {
      return;
    }
    if (new HashSet<>(nodes).size() < nodes.size()) {
      throw invalid("a node stands there twice");
    }
    if (nodes.stream().map(this::existing).noneMatch(row -> row.joined() && !row.listener())) {
      throw notPossible("none of these nodes votes");
    }
  }

  /**
   * Assigns leadership of a new database to the node that leads the fewest databases, if that
   * improves the balance: clients that write into several databases then use several nodes.
   */
  void balanceLeadership(String name) {
    Database made = store.catalog().database(name);
    ClusterCatalog.Placement where = made == null ? null : made.placement();
    String leader = made == null ? null : leaders.apply(made);
    if (made == null || where == null || leader == null) {
      return;
    }
    Map<String, Integer> led = new TreeMap<>();
    for (NodeRow row : rows().nodes()) {
      if (row.joined() && !row.listener() && where.isOn(row.node())) {
        led.put(row.node(), 0);
      }
    }
    for (Database database : store.catalog().databases()) {
      led.computeIfPresent(String.valueOf(leaders.apply(database)), (node, n) -> n + 1);
    }
    String idle = leader;
    for (Map.Entry<String, Integer> each : led.entrySet()) {
      if (each.getValue() < led.getOrDefault(idle, 0)) {
        idle = each.getKey();
      }
    }
    if (led.getOrDefault(leader, 0) - led.getOrDefault(idle, 0) > 1) {
      String next = idle;
      store.change(s -> s.setTransfer(made.id(), next));
    }
  }
}

package io.mosql.engine.account;

import io.mosql.core.error.MosqlException;
import io.mosql.engine.account.ClusterCatalog.NodeRow;
import io.mosql.engine.account.NodeCatalog.Database;
import io.mosql.engine.error.EngineErrorMessage;
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
      throw EngineErrorMessage.INVALID_NODE_NAME.error(name);
    }
    Matcher at = address(add.address());
    NodeRow known = rows().node(name);
    String host = at.group(1);
    int port = Integer.parseInt(at.group(2));
    for (NodeRow row : rows().nodes()) {
      boolean same = row.host().equals(host) && row.port() == port;
      if (row.node().equals(name) ? row.joined() || !same : same) {
        throw (row.node().equals(name)
                ? EngineErrorMessage.DUPLICATE_NODE_NAME
                : EngineErrorMessage.DUPLICATE_NODE)
            .error(row.node(), row.host(), row.port());
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
      throw EngineErrorMessage.NODE_FORMAT_TOO_OLD.error(add.node(), format, needed);
    }
  }

  private static Matcher address(String text) {
    Matcher matcher = ADDRESS.matcher(text);
    if (!matcher.matches()
        || Integer.parseInt(matcher.group(2)) < 1
        || Integer.parseInt(matcher.group(2)) > PORT_MAX) {
      throw EngineErrorMessage.INVALID_NODE_ADDRESS.error(text);
    }
    return matcher;
  }

  private NodeRow existing(String name) {
    NodeRow row = rows().node(name);
    if (row == null) {
      throw EngineErrorMessage.UNDEFINED_NODE.error(name);
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
      throw EngineErrorMessage.LAST_VOTER.error(name);
    }
    for (Database database : store.catalog().databases()) {
      ClusterCatalog.Placement where = database.placement();
      if (where != null && where.isOn(name) && voters.stream().noneMatch(where::isOn)) {
        throw EngineErrorMessage.LAST_VOTER_OF_DATABASE.error(name, database.name());
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
      throw EngineErrorMessage.NOT_A_VOTER.error(row.node());
    }
    String name = transfer.database();
    List<Database> all = new ArrayList<>();
    if (name == null) {
      store.catalog().databases().stream().filter(each -> isOn(each, row)).forEach(all::add);
    } else {
      Database database = store.catalog().database(name);
      if (database == null) {
        throw EngineErrorMessage.UNDEFINED_DATABASE.error(name);
      }
      if (!isOn(database, row)) {
        throw EngineErrorMessage.DATABASE_NOT_ON_NODE.error(name, row.node());
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
      throw EngineErrorMessage.DUPLICATE_NODE_IN_LIST.error();
    }
    if (nodes.stream().map(this::existing).noneMatch(row -> row.joined() && !row.listener())) {
      throw EngineErrorMessage.NO_VOTER_AMONG_NODES.error();
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

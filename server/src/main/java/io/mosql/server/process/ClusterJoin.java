package io.mosql.server.process;

import io.mosql.engine.options.ClusterOptions;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Request to a cluster to add this node, by ALTER CLUSTER ADD NODE over the driver, when the data
 * directory is empty. The cluster's response contains everything the node needs to become a
 * follower; all other state arrives with the replicated logs.
 */
final class ClusterJoin {
  private final Request request;
  private final ClusterOptions self;

  /**
   * Join request for an empty data directory.
   *
   * @param members members of the cluster to contact: host:port of their client ports,
   *     comma-separated, with or without node names; or a URL of the driver
   * @param listener whether the node joins as a non-voting member
   */
  record Request(String members, boolean listener) {
    String url() {
      return members.startsWith("jdbc:")
          ? members
          : "jdbc:mosql://" + members.replaceAll("(^|,)\\s*[^=,@]+=", "$1") + "/mosql";
    }
  }

  ClusterJoin(Request request, ClusterOptions self) {
    this.request = request;
    this.self = self;
  }

  /**
   * Requests that the cluster add the node.
   *
   * @return the node's options for joining
   * @throws IOException when the cluster cannot be reached or refuses the node
   */
  ClusterOptions requestJoin(String user, @Nullable String password) throws IOException {
    Properties properties = new Properties();
    properties.setProperty("user", user);
    if (password != null) {
      properties.setProperty("password", password);
    }
    try (Connection connection = DriverManager.getConnection(request.url(), properties);
        Statement statement = connection.createStatement()) {
      statement.execute(
          "alter cluster add node "
              + quoted(self.node())
              + " at "
              + quoted(self.address())
              + " clients at "
              + quoted(self.clientAddress())
              + (request.listener ? " as listener" : "")
              + " format "
              + ClusterOptions.format());
      return self.joining(cluster(connection));
    } catch (SQLException e) {
      throw new IOException(
          "node " + self.node() + " cannot join " + request.members + ": " + e.getMessage(), e);
    }
  }

  private ClusterOptions.Join cluster(Connection connection) throws SQLException {
    try (PreparedStatement query =
        connection.prepareStatement(
            "select cluster_id, role, arrival from mosql.nodes where node = ?")) {
      query.setString(1, self.node());
      try (ResultSet rows = query.executeQuery()) {
        if (!rows.next()) {
          throw new SQLException("the node was removed meanwhile");
        }
        return new ClusterOptions.Join(
            UUID.fromString(rows.getString(1)),
            rows.getString(2).equals("listener"),
            rows.getLong(3));
      }
    }
  }

  private static String quoted(String text) {
    return "'" + text.replace("'", "''") + "'";
  }
}

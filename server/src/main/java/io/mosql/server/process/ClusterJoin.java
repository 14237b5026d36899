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
 * Asks a cluster to add this node, by ALTER CLUSTER ADD NODE over the driver, when the data
 * directory is empty. What the cluster answers is all that the node needs to follow it; the rest
 * comes by the logs.
 */
final class ClusterJoin {
  private final Request request;
  private final ClusterOptions self;

  /**
   * What an empty directory is to do.
   *
   * @param members of the cluster that are asked: host:port of their doors, with commas between and
   *     with or without their names; or a URL of the driver
   * @param listener whether it is to follow without a vote
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
   * Has the cluster take the node in.
   *
   * @return the node's options, as one that joins
   * @throws IOException when the cluster cannot be reached or does not want the node
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

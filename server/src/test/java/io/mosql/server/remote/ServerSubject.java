package io.mosql.server.remote;

import io.mosql.engine.replay.EmbeddedSubject;
import io.mosql.engine.replay.ReplayRound;
import io.mosql.engine.replay.Subject;
import io.mosql.storage.version.TransactionId;
import io.mosql.testkit.soak.Totals;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import java.util.function.Consumer;

/** Database of this process behind a network server. Thread-safe. */
final class ServerSubject implements Subject, AutoCloseable {
  private static final String ANY = "subject";
  private static final int CLIENTS = 6;

  private final EmbeddedSubject database;
  private final RemoteTestServer server;

  private ServerSubject(long seed) throws IOException {
    database = EmbeddedSubject.inMemory(seed);
    server = RemoteTestServer.start((location, properties) -> database.session());
  }

  /**
   * Executes and checks a round.
   *
   * @param transactions number of transactions of all clients
   */
  static void play(long seed, int transactions, Totals totals)
      throws SQLException, IOException, InterruptedException {
    try (ServerSubject subject = new ServerSubject(seed);
        ReplayRound round =
            new ReplayRound(subject, "server", seed, CLIENTS, transactions / CLIENTS, 0)) {
      round.judge(totals);
    }
  }

  @Override
  public Connection connect() throws SQLException {
    return server.connect(ANY);
  }

  @Override
  public long position(Connection connection) {
    return database.position(connection);
  }

  @Override
  public Map<TransactionId, Long> order() {
    return database.order();
  }

  @Override
  public void verify(Consumer<String> problems) {
    database.verify(problems);
  }

  @Override
  public void close() {
    server.close();
    database.close();
  }
}

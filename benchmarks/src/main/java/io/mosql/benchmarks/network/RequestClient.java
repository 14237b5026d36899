package io.mosql.benchmarks.network;

import java.io.IOException;
import java.sql.SQLException;

/** Connection that sends a request and waits for the response. Confined to one thread. */
interface RequestClient extends AutoCloseable {
  void call() throws Exception;

  @Override
  void close() throws IOException, SQLException;
}

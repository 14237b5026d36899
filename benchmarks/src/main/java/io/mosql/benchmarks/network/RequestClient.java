package io.mosql.benchmarks.network;

import java.io.IOException;
import java.sql.SQLException;

/** One connection that sends a request and waits for the response. Used by one thread. */
interface RequestClient extends AutoCloseable {
  void call() throws Exception;

  @Override
  void close() throws IOException, SQLException;
}

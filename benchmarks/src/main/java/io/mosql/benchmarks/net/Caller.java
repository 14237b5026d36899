package io.mosql.benchmarks.net;

import java.io.IOException;
import java.sql.SQLException;

/** One connection that asks and waits for the answer. Used by one thread. */
interface Caller extends AutoCloseable {
  void call() throws Exception;

  @Override
  void close() throws IOException, SQLException;
}

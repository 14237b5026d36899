package io.mosql.benchmarks.net;

/** One connection that asks and waits for the answer. Used by one thread. */
interface Caller extends AutoCloseable {
  void call() throws Exception;
}

package io.mosql.sql.exec.runtime;

/**
 * How many workers may help a query.
 *
 * @param perGather most workers of one operator; 0 for none
 * @param workers most workers of the database at the same time
 * @param leader whether the thread of the session computes as well while it has workers
 * @param forced whether small inputs are worth workers as well, and processors count as idle: for
 *     tests
 * @param pool of the database
 */
public record Parallelism(
    int perGather, int workers, boolean leader, boolean forced, WorkerPool pool) {
  /** Most workers of an operator. */
  public int most() {
    return Math.min(perGather, workers);
  }
}

package io.mosql.benchmarks.tpcc.load;

import io.mosql.benchmarks.database.Database;
import io.mosql.benchmarks.tpcc.model.NuRandConstants;
import io.mosql.benchmarks.tpcc.model.Scale;
import io.mosql.benchmarks.tpcc.model.TpccRandom;
import io.mosql.benchmarks.tpcc.schema.LoadConfig;
import io.mosql.benchmarks.tpcc.schema.TpccSchema;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Loader that creates the schema and fills it, referenced tables first: items and warehouses, stock
 * and customers, orders. Within each of the three steps workers take tasks from a shared queue.
 *
 * <p>The first error ends the load; a database with an incomplete load has no {@link LoadConfig}.
 */
public final class TpccLoader {
  private static final int ITEMS_PER_TASK = 25_000;
  private static final long PROGRESS_INTERVAL_MS = 250;

  private final Database database;
  private final Scale scale;
  private final int warehouses;
  private final int workers;
  private final long seed;
  private final Timestamp now = new Timestamp(System.currentTimeMillis() / 1000 * 1000);
  private final LongAdder progress = new LongAdder();

  public TpccLoader(Database database, Scale scale, int warehouses, int workers, long seed) {
    this.database = database;
    this.scale = scale;
    this.warehouses = warehouses;
    this.workers = workers;
    this.seed = seed;
  }

  /**
   * @param listener receives the number of rows sent so far, a few times a second, on the calling
   *     thread
   */
  public LoadConfig load(LongConsumer listener) throws SQLException, InterruptedException {
    TpccRandom random = new TpccRandom(seed);
    NuRandConstants constants = NuRandConstants.forLoad(random);
    try (Connection connection = database.open()) {
      TpccSchema.create(connection, database.dialect());
    }
    for (List<LoadTask> step : steps()) {
      run(step, constants, random, listener);
    }
    LoadConfig config = new LoadConfig(warehouses, scale, constants, seed);
    try (Connection connection = database.open()) {
      TpccSchema.finish(connection, database.dialect(), config);
    }
    listener.accept(progress.sum());
    return config;
  }

  private List<List<LoadTask>> steps() {
    List<LoadTask> first = new ArrayList<>();
    List<LoadTask> second = new ArrayList<>();
    List<LoadTask> third = new ArrayList<>();
    for (int warehouse = 1; warehouse <= warehouses; warehouse++) {
      first.add(new LoadTask.Warehouse(warehouse));
    }
    for (int item = 1; item <= scale.items(); item += ITEMS_PER_TASK) {
      first.add(new LoadTask.Items(item, lastOf(item)));
    }
    for (int warehouse = 1; warehouse <= warehouses; warehouse++) {
      for (int item = 1; item <= scale.items(); item += ITEMS_PER_TASK) {
        second.add(new LoadTask.Stock(warehouse, item, lastOf(item)));
      }
      for (int district = 1; district <= scale.districts(); district++) {
        second.add(new LoadTask.Customers(warehouse, district));
        third.add(new LoadTask.Orders(warehouse, district));
      }
    }
    return List.of(first, second, third);
  }

  private int lastOf(int firstItem) {
    return Math.min(scale.items(), firstItem + ITEMS_PER_TASK - 1);
  }

  /** Task with its own random sequence. */
  private record Job(LoadTask task, TpccRandom random) {}

  private void run(
      List<LoadTask> tasks, NuRandConstants constants, TpccRandom random, LongConsumer listener)
      throws SQLException, InterruptedException {
    ConcurrentLinkedQueue<Job> queue = new ConcurrentLinkedQueue<>();
    for (LoadTask task : tasks) {
      queue.add(new Job(task, random.split()));
    }
    AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < Math.min(workers, tasks.size()); i++) {
      Thread thread = new Thread(() -> work(queue, constants, failure), "load-" + i);
      thread.start();
      threads.add(thread);
    }
    for (Thread thread : threads) {
      do {
        thread.join(PROGRESS_INTERVAL_MS);
        listener.accept(progress.sum());
      } while (thread.isAlive());
    }
    Throwable thrown = failure.get();
    if (thrown instanceof SQLException e) {
      throw e;
    }
    if (thrown != null) {
      throw new SQLException("the load failed: " + thrown, thrown);
    }
  }

  private void work(
      ConcurrentLinkedQueue<Job> queue,
      NuRandConstants constants,
      AtomicReference<@Nullable Throwable> failure) {
    try (Connection connection = database.open()) {
      connection.setAutoCommit(false);
      for (Job job = queue.poll(); job != null && failure.get() == null; job = queue.poll()) {
        job.task()
            .fill(new LoadTask.Context(connection, scale, constants, job.random(), now, progress));
      }
    } catch (SQLException | RuntimeException | Error e) {
      failure.compareAndSet(null, e);
    }
  }
}

package io.mosql.benchmarks.jmh;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Benchmark of a durable commit of one row, with its lower bound: writing 4 KB over preallocated
 * bytes, then fdatasync, in the same directory and the same run. Compare the medians.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 5, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(1)
@SuppressWarnings("NullAway.Init")
public class CommitBenchmark {
  private static final int BLOCK_BYTES = 4096;
  private static final int BLOCKS = 4096;

  @Param("jdbc:mosql:file:{dir}")
  public String url;

  private final SplittableRandom random = new SplittableRandom(1);
  private final ByteBuffer block = ByteBuffer.allocateDirect(BLOCK_BYTES);
  private BenchDatabase database;
  private PreparedStatement update;
  private FileChannel channel;
  private int nextBlock;

  @Setup(Level.Trial)
  public void open() throws SQLException, IOException {
    database = BenchDatabase.create(url);
    update =
        database
            .connection()
            .prepareStatement("UPDATE account SET visits = visits + 1 WHERE id = ?");
    Path file = database.directory().resolve("floor.probe");
    channel = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    for (int i = 0; i < BLOCKS; i++) {
      write(i);
    }
    channel.force(true);
  }

  @TearDown(Level.Trial)
  public void close() throws SQLException, IOException {
    channel.close();
    database.close();
  }

  /** Updates one row by its key and commits. */
  @Benchmark
  public int commitOneRow() throws SQLException {
    update.setInt(1, random.nextInt(BenchDatabase.ROWS) + 1);
    int count = update.executeUpdate();
    database.connection().commit();
    return count;
  }

  /** Measures the lower bound: write and fdatasync. */
  @Benchmark
  public void fdatasync() throws IOException {
    write(nextBlock);
    nextBlock = (nextBlock + 1) % BLOCKS;
    channel.force(false);
  }

  private void write(int index) throws IOException {
    block.clear();
    while (block.hasRemaining()) {
      channel.write(block, (long) index * BLOCK_BYTES + block.position());
    }
  }
}

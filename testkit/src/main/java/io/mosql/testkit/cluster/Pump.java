package io.mosql.testkit.cluster;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/**
 * The pump of one direction of one connection: a thread that reads and one that writes, so that
 * bytes can be delayed for long without blocking those after them. They end with the connection.
 */
final class Pump {
  private static final int CHUNK_BYTES = 16 * 1024;
  private static final int CHUNKS_MAX = 4 * 1024;
  private static final byte[] END = new byte[0];

  /**
   * @param came time when it was read
   */
  private record Chunk(byte[] bytes, long came) {}

  private final Socket from;
  private final Socket to;
  private final LinkDirection traffic;
  private final ProxiedConnection connection;
  private final BlockingQueue<Chunk> underWay = new ArrayBlockingQueue<>(CHUNKS_MAX);
  private final List<Thread> threads;
  private volatile boolean torn;

  Pump(Socket from, Socket to, LinkDirection traffic, ProxiedConnection connection, String name) {
    this.from = from;
    this.to = to;
    this.traffic = traffic;
    this.connection = connection;
    this.threads =
        List.of(new Thread(this::read, name + " reads"), new Thread(this::write, name + " writes"));
    threads.forEach(thread -> thread.setDaemon(true));
  }

  void start() {
    threads.forEach(Thread::start);
  }

  /** Whether bytes were lost here. */
  boolean isTorn() {
    return torn;
  }

  List<Thread> threads() {
    return threads;
  }

  private void read() {
    byte[] buffer = new byte[CHUNK_BYTES];
    try {
      InputStream in = from.getInputStream();
      while (!connection.isOver()) {
        traffic.awaitReading();
        int count = in.read(buffer, 0, traffic.chunkBytes(CHUNK_BYTES));
        if (count < 0) {
          underWay.put(new Chunk(END, System.nanoTime()));
          return;
        }
        byte[] bytes = new byte[count];
        System.arraycopy(buffer, 0, bytes, 0, count);
        underWay.put(new Chunk(bytes, System.nanoTime()));
      }
    } catch (IOException | InterruptedException e) {
      connection.reset();
    }
  }

  private void write() {
    try {
      OutputStream out = to.getOutputStream();
      long free = System.nanoTime();
      while (!connection.isOver()) {
        Chunk chunk = underWay.take();
        if (!traffic.awaitArrival(chunk.came(), free)) {
          torn = true;
        } else if (torn) {
          connection.reset();
          return;
        } else if (chunk.bytes().length == 0) {
          to.shutdownOutput();
          connection.ended();
          return;
        } else {
          traffic.passed(chunk.bytes().length); // before the other side can have read them
          out.write(chunk.bytes());
          free = System.nanoTime() + traffic.nanosFor(chunk.bytes().length);
        }
      }
    } catch (IOException | InterruptedException e) {
      connection.reset();
    }
  }
}

package io.mosql.benchmarks.measure;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

/**
 * Measurement of a round trip over the loopback interface between two threads of this process,
 * which is the lower bound of every statement sent to a server on this machine. An embedded
 * database does not have this cost.
 */
public final class LoopbackProbe {
  private static final int WARM_UP = 500;
  private static final int ROUNDS = 2000;
  private static final int TIMEOUT_MS = 5000;

  private LoopbackProbe() {}

  /** Measures the median echo time of one byte, in microseconds. */
  public static double echoMicros() throws IOException {
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      server.setSoTimeout(TIMEOUT_MS);
      Thread echo = new Thread(() -> echo(server), "echo");
      echo.setDaemon(true);
      echo.start();
      try (Socket socket = new Socket(server.getInetAddress(), server.getLocalPort())) {
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(TIMEOUT_MS);
        InputStream in = socket.getInputStream();
        OutputStream out = socket.getOutputStream();
        long[] nanos = new long[ROUNDS];
        for (int i = -WARM_UP; i < ROUNDS; i++) {
          long start = System.nanoTime();
          out.write(1);
          if (in.read() < 0) {
            throw new IOException("the echo ended early");
          }
          if (i >= 0) {
            nanos[i] = System.nanoTime() - start;
          }
        }
        return Median.micros(nanos);
      }
    }
  }

  private static void echo(ServerSocket server) {
    try (Socket socket = server.accept()) {
      socket.setTcpNoDelay(true);
      InputStream in = socket.getInputStream();
      OutputStream out = socket.getOutputStream();
      for (int read = in.read(); read >= 0; read = in.read()) {
        out.write(read);
      }
    } catch (IOException ignored) {
      // The other side then reads an end of file or times out, and reports it.
    }
  }
}

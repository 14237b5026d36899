package io.mosql.testkit.cluster;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import org.jspecify.annotations.Nullable;

/** A client of lines. */
final class Asking implements AutoCloseable {
  private static final int PATIENCE_MILLIS = 20_000;

  private final Socket socket = new Socket();
  private final BufferedReader reader;

  Asking(InetSocketAddress address) throws IOException {
    socket.connect(address, PATIENCE_MILLIS);
    socket.setSoTimeout(PATIENCE_MILLIS);
    reader = EchoProgram.reader(socket);
  }

  /** Null when the connection has ended. */
  @Nullable String ask(String line) throws IOException {
    tell(line);
    return hear();
  }

  void tell(String line) throws IOException {
    EchoProgram.write(socket, line);
  }

  @Nullable String hear() throws IOException {
    return reader.readLine();
  }

  /** Whether nothing comes for so long. */
  boolean isSilent(int millis) throws IOException {
    socket.setSoTimeout(millis);
    try {
      reader.mark(1);
      int next = reader.read();
      if (next >= 0) {
        reader.reset();
      }
      return false;
    } catch (java.net.SocketTimeoutException e) {
      return true;
    } finally {
      socket.setSoTimeout(PATIENCE_MILLIS);
    }
  }

  Socket socket() {
    return socket;
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}

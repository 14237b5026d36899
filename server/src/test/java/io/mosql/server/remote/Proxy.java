package io.mosql.server.remote;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;

/** Proxy between a client and a server, which can break the connection at selected points. */
final class Proxy implements AutoCloseable {
  private final ServerSocket listener;
  private final int target;
  private final List<Socket> sockets = new CopyOnWriteArrayList<>();
  private volatile Mode mode = Mode.PASS;
  private volatile Runnable whenCut = () -> {};

  /** Treatment of the following data. */
  enum Mode {
    PASS,
    /** The next request is lost, and new connections are refused. */
    CUT_REQUEST,
    /** The next response is lost, and new connections are refused. */
    CUT_ANSWER,
    /** Responses are withheld. */
    HOLD_ANSWERS,
    /** Reading stops, as for a suspended process. */
    STOPPED,
    /** Responses begin with an invalid length. */
    SPOIL_ANSWERS
  }

  private Proxy(int target) throws IOException {
    this.target = target;
    this.listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
  }

  static Proxy to(int target) throws IOException {
    Proxy proxy = new Proxy(target);
    start(proxy::accept);
    return proxy;
  }

  private static void start(Runnable work) {
    Thread thread = new Thread(work, "proxy");
    thread.setDaemon(true);
    thread.start();
  }

  int port() {
    return listener.getLocalPort();
  }

  void set(Mode next) {
    mode = next;
  }

  /** Sets an action executed when the connection is cut, before either side can detect it. */
  void whenCut(Runnable work) {
    whenCut = work;
  }

  private void accept() {
    try {
      while (true) {
        Socket client = listener.accept();
        Socket server = new Socket(InetAddress.getLoopbackAddress(), target);
        sockets.add(client);
        sockets.add(server);
        start(() -> pump(client, server, Mode.CUT_REQUEST));
        start(() -> pump(server, client, Mode.CUT_ANSWER));
      }
    } catch (IOException e) {
      close();
    }
  }

  private void pump(Socket from, Socket to, Mode cut) {
    byte[] buffer = new byte[64 * 1024];
    try {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
        while (mode == Mode.STOPPED && !listener.isClosed()) {
          LockSupport.parkNanos(1_000_000);
        }
        if (mode == cut) {
          whenCut.run();
          close();
          return;
        }
        if (mode == Mode.SPOIL_ANSWERS && cut == Mode.CUT_ANSWER) {
          buffer[0] = 0x7F;
        }
        if (mode != Mode.HOLD_ANSWERS || cut == Mode.CUT_REQUEST) {
          out.write(buffer, 0, read);
          out.flush();
        }
      }
      to.close();
    } catch (IOException e) {
      close(from);
      close(to);
    }
  }

  private static void close(AutoCloseable closeable) {
    try {
      closeable.close();
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  @Override
  public void close() {
    close(listener);
    sockets.forEach(Proxy::close);
  }
}

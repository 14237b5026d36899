package io.mosql.benchmarks.network;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

/**
 * Minimal echo server with blocking sockets, the baseline for network benchmarks. It is a separate
 * program, which ends at the end of its standard input.
 */
final class EchoServer {
  /**
   * Bytes of a request for an execution with one number, and of a response with one row, without
   * the row's text.
   */
  static final int REQUEST_BYTES = 32;

  static final int ANSWER_BYTES = 24;

  private static final int BACKLOG = 1024;

  private EchoServer() {}

  /**
   * @param arguments number of text bytes in a row
   */
  public static void main(String[] arguments) throws IOException {
    int answerBytes = ANSWER_BYTES + Integer.parseInt(arguments[0]);
    ServerSocket listener = new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress());
    Thread accepting = new Thread(() -> accept(listener, answerBytes));
    accepting.setDaemon(true);
    accepting.start();
    System.out.println("Listening on 127.0.0.1:" + listener.getLocalPort());
    InputStream in = System.in;
    while (in.read() >= 0) {
      // Until the parent process closes the standard input.
      Thread.onSpinWait();
    }
    System.exit(0);
  }

  private static void accept(ServerSocket listener, int answerBytes) {
    try {
      while (true) {
        Socket socket = listener.accept();
        Thread thread = new Thread(() -> serve(socket, answerBytes));
        thread.setDaemon(true);
        thread.start();
      }
    } catch (IOException e) {
      System.out.println("the echo ended: " + e);
    }
  }

  private static void serve(Socket socket, int answerBytes) {
    byte[] request = new byte[REQUEST_BYTES];
    byte[] answer = new byte[answerBytes];
    try (socket) {
      socket.setTcpNoDelay(true);
      DataInputStream in = new DataInputStream(socket.getInputStream());
      OutputStream out = socket.getOutputStream();
      while (true) {
        in.readFully(request);
        out.write(answer);
      }
    } catch (IOException e) {
      // The client has disconnected.
      return;
    }
  }

  /** Client of the echo server. */
  static final class Client implements RequestClient {
    private final Socket socket;
    private final DataInputStream in;
    private final OutputStream out;
    private final byte[] request = new byte[REQUEST_BYTES];
    private final byte[] answer;

    Client(int port, int textBytes) throws IOException {
      socket = new Socket(InetAddress.getLoopbackAddress(), port);
      socket.setTcpNoDelay(true);
      in = new DataInputStream(socket.getInputStream());
      out = socket.getOutputStream();
      answer = new byte[ANSWER_BYTES + textBytes];
    }

    @Override
    public void call() throws IOException {
      out.write(request);
      in.readFully(answer);
    }

    @Override
    public void close() throws IOException {
      socket.close();
    }
  }
}

package io.mosql.testkit.cluster;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A test node: stores words in its directory, echoes lines, and requests an echo from other nodes
 * over connections that it keeps. Arguments are its name, its directory and its ports.
 *
 * <pre>
 * echo WORD             WORD from NAME
 * put WORD, get         what its directory keeps
 * ask HOST PORT WORD    what that one answers to echo WORD, or "silence", or "cut"
 * </pre>
 */
final class EchoProgram {
  private static final int PATIENCE_MILLIS = 1_500;

  private final String name;
  private final Path kept;
  private final Map<String, Socket> others = new ConcurrentHashMap<>();

  private EchoProgram(String name, Path directory) {
    this.name = name;
    this.kept = directory.resolve("word");
  }

  public static void main(String[] arguments) throws IOException {
    EchoProgram program = new EchoProgram(arguments[0], Path.of(arguments[1]));
    Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("goodbye")));
    for (int i = 2; i < arguments.length; i++) {
      ServerSocket listener =
          new ServerSocket(Integer.parseInt(arguments[i]), 50, InetAddress.getLoopbackAddress());
      System.out.println("listening on " + listener.getLocalPort());
      new Thread(() -> program.accept(listener)).start();
    }
  }

  private void accept(ServerSocket listener) {
    try {
      while (true) {
        Socket socket = listener.accept();
        new Thread(() -> serve(socket)).start();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void serve(Socket socket) {
    try (socket) {
      BufferedReader reader = reader(socket);
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        write(socket, answer(line.split(" ")));
      }
    } catch (IOException e) {
      System.out.println("a connection failed: " + e.getMessage());
    }
  }

  private String answer(String[] words) throws IOException {
    return switch (words[0]) {
      case "echo" -> words[1] + " from " + name;
      case "put" -> {
        Files.writeString(kept, words[1]);
        yield "kept";
      }
      case "get" -> Files.exists(kept) ? Files.readString(kept) : "nothing";
      case "ask" -> ask(words[1], Integer.parseInt(words[2]), words[3]);
      default -> "what?";
    };
  }

  private String ask(String host, int port, String word) {
    String other = host + ":" + port;
    Socket socket = others.remove(other);
    try {
      if (socket == null) {
        socket = new Socket(InetAddress.getAllByName(host)[0], port);
        socket.setSoTimeout(PATIENCE_MILLIS);
      }
      write(socket, "echo " + word);
      String answer = reader(socket).readLine();
      if (answer == null) {
        return "cut";
      }
      others.put(other, socket);
      return answer;
    } catch (SocketTimeoutException e) {
      others.put(other, socket);
      return "silence";
    } catch (IOException e) {
      return "cut";
    }
  }

  static BufferedReader reader(Socket socket) throws IOException {
    return new BufferedReader(
        new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
  }

  static void write(Socket socket, String line) throws IOException {
    OutputStream out = socket.getOutputStream();
    out.write((line + "\n").getBytes(StandardCharsets.UTF_8));
    out.flush();
  }
}

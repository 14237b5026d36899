package io.mosql.testkit.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class LinkProxyTest {
  private static final String NAME = "a link under test";
  private static final int QUIET_MILLIS = 150;
  private static final int TIMEOUT_MILLIS = 20_000;

  private ServerSocket target;
  private LinkProxy proxy;
  private Socket client;
  private Socket server;

  @BeforeEach
  void connect() throws IOException {
    target = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
    InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    proxy = LinkProxy.open(NAME, any, (InetSocketAddress) target.getLocalSocketAddress());
    client = connected();
    server = target.accept();
  }

  private Socket connected() throws IOException {
    return new Socket(proxy.address().getAddress(), proxy.address().getPort());
  }

  @AfterEach
  void nothingIsLeft() throws IOException {
    proxy.close();
    assertThat(Thread.getAllStackTraces().keySet())
        .noneMatch(thread -> thread.isAlive() && thread.getName().startsWith(NAME));
    client.close();
    server.close();
    target.close();
  }

  @Test
  void bytesPassInBothDirectionsAndEachEndsForItself() throws IOException {
    send(client, 1, 2, 3);
    assertThat(take(server, 3)).containsExactly(1, 2, 3);
    client.shutdownOutput();
    assertThat(end(server)).isEqualTo("end");
    send(server, 4);
    assertThat(take(client, 1)).containsExactly(4);
    server.shutdownOutput();
    assertThat(end(client)).isEqualTo("end");
    assertThat(proxy.forward().passedBytes()).isEqualTo(3);
    assertThat(proxy.backward().passedBytes()).isEqualTo(1);
  }

  @Test
  void whatIsDroppedIsGoneAndOneDirectionIsNotTheOther() throws IOException {
    proxy.forward().drop();
    send(client, 1);
    assertQuiet(server);
    send(server, 2);
    assertThat(take(client, 1)).containsExactly(2);
    proxy.heal();
    assertThat(end(server)).as("a stream with a hole").isEqualTo("reset");
    assertThat(end(client)).isEqualTo("reset");
    assertNewConnectionWorks();
  }

  @Test
  void theWayBackIsDroppedAlone() throws IOException {
    proxy.backward().drop();
    send(client, 1);
    assertThat(take(server, 1)).containsExactly(1);
    send(server, 2);
    assertQuiet(client);
    proxy.backward().pass();
    assertThat(end(client)).isEqualTo("reset");
  }

  @Test
  void whoLostNothingGoesOn() throws IOException {
    proxy.forward().drop();
    proxy.backward().drop();
    proxy.heal();
    send(client, 1);
    assertThat(take(server, 1)).containsExactly(1);
  }

  @Test
  void aLostEndIsALossToo() throws IOException {
    proxy.forward().drop();
    client.shutdownOutput();
    assertQuiet(server);
    proxy.heal();
    assertThat(end(server)).isEqualTo("reset");
  }

  @Test
  void aStallReadsNothingAndLosesNothing() throws Exception {
    proxy.forward().stall();
    int many = 32 * 1024 * 1024;
    CompletableFuture<Void> sending =
        CompletableFuture.runAsync(
            () -> {
              try {
                client.getOutputStream().write(new byte[many]);
              } catch (IOException e) {
                throw new IllegalStateException(e);
              }
            });
    assertQuiet(server);
    assertThat(proxy.forward().passedBytes()).isZero();
    assertThat(sending).as("more than all buffers hold").isNotDone();
    proxy.forward().pass();
    assertThat(server.getInputStream().readNBytes(many)).hasSize(many);
    sending.get();
  }

  @Test
  void aDelayKeepsTheOrderAndEndsWhenItIsTakenBack() throws IOException {
    proxy.forward().delay(Duration.ofMillis(200));
    long sent = System.nanoTime();
    send(client, 1);
    send(client, 2);
    assertThat(take(server, 2)).containsExactly(1, 2);
    assertThat(System.nanoTime() - sent).isGreaterThanOrEqualTo(200_000_000);
    proxy.forward().delay(Duration.ofHours(1));
    send(client, 3);
    assertQuiet(server);
    proxy.forward().pass();
    assertThat(take(server, 1)).containsExactly(3);
  }

  @Test
  void aThrottledDirectionNeedsItsTime() throws IOException {
    proxy.backward().throttle(100_000);
    long sent = System.nanoTime();
    server.getOutputStream().write(new byte[30_000]);
    assertThat(client.getInputStream().readNBytes(30_000)).hasSize(30_000);
    // All but the last piece, of a fiftieth of a second.
    assertThat(System.nanoTime() - sent).isGreaterThanOrEqualTo(270_000_000);
    assertThatThrownBy(() -> proxy.backward().throttle(0))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aCutIsSeenByBothAndNewConnectionsAreWelcome() throws IOException {
    proxy.cut();
    assertThat(end(server)).isEqualTo("reset");
    assertThat(end(client)).isEqualTo("reset");
    assertNewConnectionWorks();
    assertThat(proxy.accepted()).isEqualTo(2);
  }

  @Test
  void aCutReachesEachConnectionThatTheTargetHasAccepted() throws IOException {
    for (int i = 0; i < 300; i++) {
      try (Socket next = connected();
          Socket accepted = target.accept()) {
        proxy.cut();
        assertThat(end(accepted)).isEqualTo("reset");
        assertThat(end(next)).isEqualTo("reset");
      }
    }
  }

  @Test
  void whoIsRefusedSeesAResetAndOthersGoOn() throws IOException {
    proxy.refuse();
    try (Socket refused = connected()) {
      assertThat(end(refused)).isEqualTo("reset");
    }
    send(client, 1);
    assertThat(take(server, 1)).containsExactly(1);
    proxy.heal();
    assertNewConnectionWorks();
  }

  @Test
  void aConnectionReachesItsTargetWhenBytesMay() throws IOException {
    proxy.forward().drop();
    try (Socket early = connected()) {
      send(early, 7);
      target.setSoTimeout(QUIET_MILLIS);
      assertThatThrownBy(() -> target.accept()).isInstanceOf(SocketTimeoutException.class);
      target.setSoTimeout(TIMEOUT_MILLIS);
      proxy.heal();
      try (Socket late = target.accept()) {
        assertThat(take(late, 1)).containsExactly(7);
      }
    }
  }

  @Test
  void aTargetThatIsNotThereLooksLikeAReset() throws IOException {
    target.close();
    try (Socket lost = connected()) {
      assertThat(end(lost)).isEqualTo("reset");
    }
  }

  @Test
  void closingEndsWhatStallsAndWhatIsLate() throws IOException {
    proxy.forward().delay(Duration.ofHours(1));
    send(client, 1);
    proxy.backward().stall();
    send(server, 1);
    Socket waiting = connected();
    assertQuiet(server);
    proxy.close();
    assertThat(end(client)).isEqualTo("reset");
    waiting.close();
  }

  private void assertNewConnectionWorks() throws IOException {
    try (Socket next = connected();
        Socket accepted = target.accept()) {
      send(next, 9);
      assertThat(take(accepted, 1)).containsExactly(9);
      send(accepted, 8);
      assertThat(take(next, 1)).containsExactly(8);
    }
  }

  private static void send(Socket socket, int... bytes) throws IOException {
    for (int value : bytes) {
      socket.getOutputStream().write(value);
    }
  }

  private static byte[] take(Socket socket, int count) throws IOException {
    socket.setSoTimeout(TIMEOUT_MILLIS);
    byte[] bytes = socket.getInputStream().readNBytes(count);
    assertThat(bytes).hasSize(count);
    return bytes;
  }

  private static void assertQuiet(Socket socket) throws IOException {
    socket.setSoTimeout(QUIET_MILLIS);
    InputStream in = socket.getInputStream();
    assertThatThrownBy(in::read).isInstanceOf(SocketTimeoutException.class);
  }

  /** The end of a connection from which no bytes arrive any more. */
  private static String end(Socket socket) throws IOException {
    socket.setSoTimeout(TIMEOUT_MILLIS);
    try {
      int next = socket.getInputStream().read();
      return next < 0 ? "end" : "byte " + next;
    } catch (SocketTimeoutException e) {
      return "silence";
    } catch (IOException e) {
      return "reset";
    }
  }
}

package io.mosql.server.network;

import static io.mosql.server.network.ProtocolClient.execute;
import static io.mosql.server.network.ProtocolClient.stateOf;
import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.core.port.AuditLog;
import io.mosql.core.port.Clock;
import io.mosql.core.port.RandomSource;
import io.mosql.core.session.ExecutionOptions;
import io.mosql.core.wire.ClientPreface;
import io.mosql.core.wire.Request;
import io.mosql.core.wire.RequestCodec;
import io.mosql.core.wire.Response;
import io.mosql.core.wire.WireWriter;
import io.mosql.server.authentication.LoginThrottle;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.slf4j.LoggerFactory;

/**
 * Tests of the bounded memory that the large frames of all connections share: a frame that exceeds
 * it is answered with 53200, its connection continues, and closed connections release their memory.
 */
@Timeout(180)
final class FrameMemoryTest {
  private static final int MEMORY = 1 << 20;
  private static final int TUPLES = 65_000;

  private final SimpleEngine engine = new SimpleEngine();
  private NetworkServer door;
  private InetSocketAddress address;
  private ProtocolClient client;

  @BeforeEach
  void open() throws IOException {
    door =
        NetworkServer.open(
            engine,
            NetworkOptions.of("127.0.0.1", 0).withFrameMemoryBytes(MEMORY),
            AuditLog.NONE,
            Clock.SYSTEM,
            RandomSource.SECURE,
            new LoginThrottle(),
            LoggerFactory.getLogger("door"));
    address = door.address();
    client = ProtocolClient.loggedIn(address);
  }

  @AfterEach
  void close() throws IOException {
    assertWhole(client);
    client.close();
    door.close();
    engine.close();
  }

  /** Checks that all memory is released: a frame that needs most of it is accepted. */
  private static void assertWhole(ProtocolClient client) throws IOException {
    String most = "x".repeat(MEMORY * 3 / 5);
    assertThat(client.rows("select length('" + most + "')"))
        .containsExactly(List.of(most.length()));
  }

  @Test
  void aRequestThatIsTooLargeIsRefusedAndTheConnectionGoesOn() throws IOException {
    for (int i = 0; i < 3; i++) {
      assertThat(stateOf(client.run("select length('" + "x".repeat(4 * MEMORY) + "')")))
          .isEqualTo("53200");
      assertWhole(client);
    }
  }

  @Test
  void whatComesBehindItInOneFlightIsSkippedIfItIsToBe() throws IOException {
    client.send(
        true,
        new Request.Ping(),
        new Request.SetSchema("x".repeat(4 * MEMORY)),
        new Request.Ping(),
        new Request.SetSchema("x".repeat(4 * MEMORY)),
        new Request.Ping());
    assertThat(client.read()).isInstanceOf(Response.Done.class);
    assertThat(stateOf(client.read())).isEqualTo("53200");
    for (int i = 0; i < 3; i++) {
      assertThat(client.read()).isInstanceOf(Response.Skipped.class);
    }
  }

  @Test
  void anAnswerThatIsTooLargeIsRefusedAndTheConnectionGoesOn() throws IOException {
    for (int i = 0; i < 3; i++) {
      assertThat(stateOf(client.run("select repeat('x', " + 4 * MEMORY + ")"))).isEqualTo("53200");
      assertWhole(client);
    }
  }

  @Test
  void whatIsReadFromAFrameCounts() throws IOException {
    client.send(new Request.Prepare(1, "insert into t values (?, ?)", List.of()));
    client.read();
    List<@Nullable Object[]> tuples =
        Collections.nCopies(TUPLES, new @Nullable Object[] {null, null});
    Request batch = new Request.ExecuteBatch(1, tuples, ExecutionOptions.DEFAULT);
    WireWriter frame = new WireWriter();
    RequestCodec.write(frame, batch, false, ClientPreface.MINOR);
    assertThat(frame.length()).isLessThan(MEMORY / 4);
    assertThat(stateOf(client.ask(batch))).isEqualTo("53200");
  }

  @Test
  void halfOfAFrameTakesMemoryUntilItsConnectionEnds() throws Exception {
    WireWriter frame = new WireWriter();
    RequestCodec.write(
        frame, new Request.SetSchema("x".repeat(MEMORY / 2)), false, ClientPreface.MINOR);
    List<ProtocolClient> others = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      ProtocolClient other = ProtocolClient.loggedIn(address);
      other.raw(Arrays.copyOf(frame.array(), frame.length() - 1));
      others.add(other);
    }
    String text = "select length('" + "x".repeat(MEMORY * 3 / 5) + "')";
    Polling.until(() -> stateOf(client.run(text)).equals("53200"));
    for (ProtocolClient other : others) {
      other.close();
    }
    Polling.until(() -> stateOf(client.run(text)).equals("no failure"));
  }

  @Test
  void thoseThatComeWhileARequestRunsWaitForTheirTurn() throws IOException {
    String text = "select length('" + "x".repeat(MEMORY * 3 / 5) + "')";
    client.send(
        new Request.Prepare(1, text, List.of()),
        execute(1, 1, 0),
        new Request.Prepare(2, text, List.of()),
        execute(2, 2, 0),
        new Request.Prepare(3, text, List.of()),
        execute(3, 3, 0));
    for (int i = 0; i < 3; i++) {
      assertThat(client.read()).isInstanceOf(Response.Prepared.class);
      assertThat(client.read()).isInstanceOf(Response.Rows.class);
    }
  }
}

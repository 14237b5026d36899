package io.mosql.server.network;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.core.port.Clock;
import io.mosql.core.session.ExecutionOptions;
import io.mosql.core.session.Session;
import io.mosql.core.type.SqlType;
import io.mosql.core.wire.ClientPreface;
import io.mosql.core.wire.Frames;
import io.mosql.core.wire.Request;
import io.mosql.core.wire.RequestCodec;
import io.mosql.core.wire.WireException;
import io.mosql.core.wire.WireReader;
import io.mosql.core.wire.WireWriter;
import io.mosql.testkit.Rotation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Fuzz test with a hundred thousand frames that are random, or requests with some bytes changed,
 * removed or added: each is answered as a request or refused as invalid, and the session continues.
 */
@Timeout(300)
final class ProtocolFuzzTest {
  private static final int FRAMES = Rotation.size(20_000, 100_000);
  private static final int FRAME_BYTES_MAX = 1 << 20;

  private final Random random = new Random(42);
  private final List<byte[]> models = new ArrayList<>();
  private int refused;
  private int answered;

  @Test
  void aHundredThousandFramesDoNoHarm() {
    models();
    try (SimpleEngine engine = new SimpleEngine()) {
      Session session = engine.database.connect(Map.of(), () -> {});
      SessionStateView sight =
          new SessionStateView(engine, SimpleEngine.DATABASE, session, ClientPreface.MINOR);
      RequestExecutor conversation =
          new RequestExecutor(
              session, sight, sight.state(), ClientPreface.MINOR, FRAME_BYTES_MAX, Clock.SYSTEM);
      WireWriter out = new WireWriter();
      for (int i = 0; i < FRAMES; i++) {
        byte[] frame = frame();
        try {
          conversation.process(reader(frame), out, true);
          answered++;
        } catch (WireException e) {
          assertThat(e.state().code()).isEqualTo("08P01");
          refused++;
        }
        assertFramesAreWhole(out, frame);
        out.clear();
      }
      assertThat(refused).isGreaterThan(FRAMES / 10);
      assertThat(answered).isGreaterThan(FRAMES / 10);
      session.rollback();
      assertThat(session.isValid()).isTrue();
    }
  }

  private static WireReader reader(byte[] frame) {
    return new WireReader().frame(frame, 0, frame.length);
  }

  /** Checks that there is at most one response, of a valid kind, and no internal error. */
  private static void assertFramesAreWhole(WireWriter out, byte[] request) {
    if (out.length() == 0) {
      return;
    }
    byte[] bytes = Arrays.copyOf(out.array(), out.length());
    int length =
        (bytes[0] & 0xFF) << 24
            | (bytes[1] & 0xFF) << 16
            | (bytes[2] & 0xFF) << 8
            | bytes[3] & 0xFF;
    assertThat(length + Frames.LENGTH_BYTES).isEqualTo(bytes.length);
    assertThat(bytes[4] & 0xFF).isBetween(0x81, 0x88);
    String text = new String(bytes, SimpleEngine.UTF_8);
    assertThat(text).as("answer to %s", Arrays.toString(request)).doesNotContain("XX000");
  }

  private byte[] frame() {
    if (random.nextInt(10) == 0) {
      byte[] bytes = new byte[2 + random.nextInt(60)];
      random.nextBytes(bytes);
      bytes[0] = (byte) random.nextInt(0x14);
      return bytes;
    }
    byte[] model = models.get(random.nextInt(models.size()));
    int change = random.nextInt(5);
    if (change == 0) {
      return Arrays.copyOf(model, 2 + random.nextInt(model.length));
    }
    byte[] bytes = model.clone();
    for (int i = random.nextInt(4); i >= 0; i--) {
      int at = random.nextInt(bytes.length);
      bytes[at] =
          change == 1 ? (byte) (bytes[at] ^ 1 << random.nextInt(8)) : (byte) random.nextInt(256);
    }
    return bytes;
  }

  private void models() {
    ExecutionOptions all = new ExecutionOptions(3, 50, List.of("a"));
    add(new Request.Prepare(1, "select a, b from t where a = ?", List.of(SqlType.INTEGER)));
    add(new Request.Prepare(2, "create table t (a int primary key, b varchar(20))", List.of()));
    add(new Request.Prepare(3, "insert into t values (?, ?)", List.of()));
    add(new Request.Prepare(4, "select 1 + 1, 'x', true, date '2020-01-01'", List.of()));
    for (int i = 1; i <= 4; i++) {
      Object[] parameters =
          i == 1 ? new Object[] {7} : i == 3 ? new Object[] {7, "seven"} : new Object[0];
      add(
          new Request.Execute(
              i, i, parameters, ExecutionOptions.DEFAULT, Request.Expectation.ANYTHING, 1));
      add(new Request.Execute(i, 1, parameters, all, Request.Expectation.ROWS, 10));
    }
    add(
        new Request.ExecuteBatch(
            3,
            List.of(new Object[] {1, "one"}, new Object[] {2, "two"}),
            ExecutionOptions.DEFAULT));
    add(new Request.Fetch(1, 2));
    add(new Request.CloseCursor(1));
    add(new Request.CloseStatement(9));
    add(new Request.SetAutoCommit(false));
    add(new Request.SetAutoCommit(true));
    add(new Request.Savepoint("s"));
    add(new Request.RollbackTo("s"));
    add(new Request.Release("s"));
    add(new Request.SetIsolation(Session.Isolation.READ_COMMITTED));
    add(new Request.SetReadOnly(false));
    add(new Request.SetSchema("public"));
    add(new Request.Commit());
    add(new Request.Rollback());
    add(new Request.Ping());
  }

  private void add(Request request) {
    WireWriter out = new WireWriter();
    RequestCodec.write(out, request, random.nextBoolean(), ClientPreface.MINOR);
    models.add(Arrays.copyOfRange(out.array(), Frames.LENGTH_BYTES, out.length()));
  }
}

package io.mosql.consensus.ratis.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.HashMap;
import java.util.concurrent.CompletionException;
import org.apache.ratis.protocol.RaftGroupId;
import org.apache.ratis.protocol.RaftGroupMemberId;
import org.apache.ratis.protocol.RaftPeerId;
import org.apache.ratis.protocol.exceptions.NotLeaderException;
import org.apache.ratis.protocol.exceptions.StateMachineException;
import org.apache.ratis.util.IOUtils;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The filter for Java objects read by Ratis. */
final class PeerSerialFilterTest {
  @BeforeAll
  static void install() {
    PeerSerialFilter.install();
  }

  private static Object readByRatis(Object object) {
    return IOUtils.readObject(new ByteArrayInputStream(IOUtils.object2Bytes(object)), Object.class);
  }

  @Test
  void exceptionsOfServersPass() {
    Throwable cause = new IOException("disk", new IllegalStateException("state"));
    Throwable read = (Throwable) readByRatis(new CompletionException(cause));
    assertThat(read).hasCauseInstanceOf(IOException.class).hasRootCauseMessage("state");
    assertThat(readByRatis(cause.getStackTrace())).isEqualTo(cause.getStackTrace());
    assertThat(readByRatis(new StateMachineException("entry")))
        .isInstanceOf(StateMachineException.class);
    RaftGroupMemberId member =
        RaftGroupMemberId.valueOf(RaftPeerId.valueOf("n1"), RaftGroupId.randomId());
    assertThat(readByRatis(new NotLeaderException(member, null, null)))
        .isInstanceOf(NotLeaderException.class);
  }

  @Test
  void nothingElsePasses() {
    assertThatThrownBy(() -> readByRatis(new HashMap<>()))
        .hasRootCauseMessage("filter status: REJECTED");
    assertThatThrownBy(() -> readByRatis(java.time.LocalDate.EPOCH))
        .hasRootCauseMessage("filter status: REJECTED");
    assertThatThrownBy(() -> readByRatis(new byte[1 << 20]))
        .hasRootCauseMessage("filter status: REJECTED");
  }
}

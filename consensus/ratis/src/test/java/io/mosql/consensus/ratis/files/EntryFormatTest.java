package io.mosql.consensus.ratis.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mosql.core.error.MosqlException;
import org.apache.ratis.thirdparty.com.google.protobuf.ByteString;
import org.junit.jupiter.api.Test;

/** The version byte before each record. */
final class EntryFormatTest {
  @Test
  void theRecordComesAfterTheVersion() {
    byte[] record = {5, 6};
    ByteString data = EntryFormat.encode(record);
    record[0] = 0;
    assertThat(data.toByteArray()).containsExactly(1, 5, 6);
    assertThat(EntryFormat.decode(3, data)).containsExactly(5, 6);
  }

  @Test
  void anotherVersionOrNoneIsRefused() {
    assertState("0A000", ByteString.copyFrom(new byte[] {2, 5}));
    assertState("0A000", ByteString.copyFrom(new byte[] {0, 5}));
    assertState("XX001", ByteString.EMPTY);
  }

  private static void assertState(String state, ByteString data) {
    assertThatThrownBy(() -> EntryFormat.decode(77, data))
        .isInstanceOfSatisfying(
            MosqlException.class, e -> assertThat(e.sqlState()).isEqualTo(state))
        .hasMessageContaining("entry 77");
  }
}

package io.mosql.core.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SipHash128Test {
  private static final long KEY0 = 0x0706050403020100L;
  private static final long KEY1 = 0x0f0e0d0c0b0a0908L;

  /** The reference vectors: key 00..0f, input 00, 01, 02 and so on up to the length. */
  @ParameterizedTest
  @CsvSource({
    "0, A3817F04BA25A8E66DF67214C7550293",
    "1, DA87C1D86B99AF44347659119B22FC45",
    "2, 8177228DA4A45DC7FCA38BDEF60AFFE4",
    "7, A1F1EBBED8DBC153C0B84AA61FF08239",
    "8, 3B62A9BA6258F5610F83E264F31497B4",
    "9, 264499060AD9BAABC47F8B02BB6D71ED",
    "15, 5493E99933B0A8117E08EC0F97CFC3D9",
    "16, 6EE2A4CA67B054BBFD3315BF85230577",
    "17, 473D06E8738DB89854C066C47AE47740",
    "63, 5150D1772F50834A503E069A973FBD7C",
  })
  void givesTheReferenceDigest(int length, String digest) {
    byte[] input = ascending(length);
    assertThat(hex(new SipHash128(KEY0, KEY1).update(input, 0, length))).isEqualTo(digest);
  }

  @Test
  void doesNotDependOnThePieces() {
    byte[] input = ascending(63);
    for (int first = 0; first <= 63; first++) {
      for (int second = first; second <= 63; second += 5) {
        SipHash128 hash = new SipHash128(KEY0, KEY1);
        hash.update(input, 0, first)
            .update(input, first, second - first)
            .update(input, second, 63 - second);
        assertThat(hex(hash)).isEqualTo("5150D1772F50834A503E069A973FBD7C");
      }
    }
  }

  @Test
  void endsWithTheDigest() {
    SipHash128 hash = new SipHash128(1, 2);
    hash.digest();
    assertThatThrownBy(hash::digest).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> hash.update(new byte[1], 0, 1))
        .isInstanceOf(IllegalStateException.class);
  }

  private static byte[] ascending(int length) {
    byte[] bytes = new byte[length];
    for (int i = 0; i < length; i++) {
      bytes[i] = (byte) i;
    }
    return bytes;
  }

  private static String hex(SipHash128 hash) {
    return HexFormat.of().withUpperCase().formatHex(hash.digest());
  }
}

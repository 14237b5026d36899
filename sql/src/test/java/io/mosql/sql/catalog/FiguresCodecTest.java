package io.mosql.sql.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mosql.core.error.MosqlException;
import io.mosql.core.type.TypeKind;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Bytes of statistics. */
final class FiguresCodecTest {
  private static final TableFigures FIGURES =
      new TableFigures(
          7,
          1_000,
          500,
          42,
          123_456,
          List.of(
              new ColumnFigures(
                  1,
                  TypeKind.INTEGER,
                  0.25,
                  12.5,
                  List.of(new ColumnFigures.Common(new byte[] {1, 2}, 0.5)),
                  List.of(new byte[] {3}, new byte[] {})),
              new ColumnFigures(2, TypeKind.TEXT, 1, 0, List.of(), List.of())));

  @Test
  void comeBackAsTheyWere() {
    TableFigures read = FiguresCodec.decode(7, FiguresCodec.encode(FIGURES));
    assertThat(read).usingRecursiveComparison().isEqualTo(FIGURES);
  }

  @Test
  void areStoredAsInVersion1() {
    assertThat(FiguresCodec.encode(FIGURES))
        .startsWith(1, 0, 0, 0, 0, 0, 0, 3, (byte) 0xE8)
        .hasSize(131);
  }

  @Test
  void damagedOnesAreRefused() {
    byte[] bytes = FiguresCodec.encode(FIGURES);
    for (int length = 0; length < bytes.length; length++) {
      byte[] cut = Arrays.copyOf(bytes, length);
      assertThatThrownBy(() -> FiguresCodec.decode(7, cut))
          .isInstanceOfSatisfying(
              MosqlException.class, e -> assertThat(e.sqlState()).isEqualTo("XX001"));
    }
    byte[] newer = bytes.clone();
    newer[0] = 2;
    assertThatThrownBy(() -> FiguresCodec.decode(7, newer)).hasMessageContaining("newer release");
  }
}

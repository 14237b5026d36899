package io.mosql.sql.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mosql.core.error.MosqlException;
import io.mosql.core.type.TypeKind;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests the encoding of table statistics. */
final class StatisticsCodecTest {
  private static final RelationStatistics FIGURES =
      new RelationStatistics(
          7,
          1_000,
          500,
          42,
          123_456,
          List.of(
              new ColumnStatistics(
                  1,
                  TypeKind.INTEGER,
                  0.25,
                  12.5,
                  List.of(new ColumnStatistics.Common(new byte[] {1, 2}, 0.5)),
                  List.of(new byte[] {3}, new byte[] {})),
              new ColumnStatistics(2, TypeKind.TEXT, 1, 0, List.of(), List.of())),
          List.of(new RelationStatistics.Combination(List.of(1, 2), 17)));

  @Test
  void comeBackAsTheyWere() {
    RelationStatistics read = StatisticsCodec.decode(7, StatisticsCodec.encode(FIGURES));
    assertThat(read).usingRecursiveComparison().isEqualTo(FIGURES);
  }

  @Test
  void thoseOfVersion1AreReadWithoutCombinations() {
    RelationStatistics plain =
        new RelationStatistics(
            7,
            FIGURES.rows(),
            FIGURES.sampledRows(),
            FIGURES.position(),
            FIGURES.wallMicros(),
            FIGURES.columns(),
            List.of());
    byte[] now = StatisticsCodec.encode(plain);
    byte[] before = Arrays.copyOf(now, now.length - Integer.BYTES);
    before[0] = 1;
    assertThat(before).startsWith(1, 0, 0, 0, 0, 0, 0, 3, 0xE8).hasSize(131);
    assertThat(StatisticsCodec.decode(7, before)).usingRecursiveComparison().isEqualTo(plain);
  }

  @Test
  void damagedOnesAreRefused() {
    byte[] bytes = StatisticsCodec.encode(FIGURES);
    for (int length = 0; length < bytes.length; length++) {
      byte[] cut = Arrays.copyOf(bytes, length);
      assertThatThrownBy(() -> StatisticsCodec.decode(7, cut))
          .isInstanceOfSatisfying(
              MosqlException.class, e -> assertThat(e.sqlState()).isEqualTo("XX001"));
    }
    byte[] newer = bytes.clone();
    newer[0] = 3;
    assertThatThrownBy(() -> StatisticsCodec.decode(7, newer))
        .hasMessageContaining("newer release");
  }
}

package io.mosql.benchmarks.tpcc.schema;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.benchmarks.database.Dialect;
import org.junit.jupiter.api.Test;

final class TpccSchemaTest {
  @Test
  void onlyMariadbAvoidsTimestamp() {
    assertThat(TpccSchema.creates(Dialect.MARIADB)).noneMatch(text -> text.contains("timestamp"));
    assertThat(TpccSchema.creates(Dialect.MOSQL))
        .anyMatch(text -> text.contains("h_date timestamp"));
  }
}

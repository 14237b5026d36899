package io.mosql.benchmarks.tpcc.db;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.benchmarks.db.Dialect;
import org.junit.jupiter.api.Test;

final class SchemaTest {
  @Test
  void onlyMariadbAvoidsTimestamp() {
    assertThat(Schema.creates(Dialect.MARIADB)).noneMatch(text -> text.contains("timestamp"));
    assertThat(Schema.creates(Dialect.MOSQL)).anyMatch(text -> text.contains("h_date timestamp"));
  }
}

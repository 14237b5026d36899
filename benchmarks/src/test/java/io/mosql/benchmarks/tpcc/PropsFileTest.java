package io.mosql.benchmarks.tpcc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mosql.benchmarks.tpcc.run.TransactionMix;
import java.io.IOException;
import java.io.StringReader;
import org.junit.jupiter.api.Test;

final class PropsFileTest {
  @Test
  void readsWhatBenchmarkSqlReads() throws IOException {
    PropsFile file =
        PropsFile.read(
            new StringReader(
                """
                db=postgres
                driver=org.postgresql.Driver
                conn=jdbc:postgresql://localhost:5432/postgres
                user=benchmarksql
                password=secret

                warehouses=3
                loadWorkers=4
                terminals=7
                //To run for specified minutes, runTxnsPerTerminal must equal zero
                runTxnsPerTerminal=0
                runMins=2
                limitTxnsPerMin=300
                terminalWarehouseFixed=false
                newOrderWeight=40
                paymentWeight=40
                orderStatusWeight=10
                deliveryWeight=5
                stockLevelWeight=5
                resultDirectory=my_result_%tY-%tm-%td_%tH%tM%tS
                osCollectorScript=./misc/os_collector_linux.py
                """));
    assertThat(file.driver()).isEqualTo("org.postgresql.Driver");
    assertThat(file.url()).isEqualTo("jdbc:postgresql://localhost:5432/postgres");
    assertThat(file.user()).isEqualTo("benchmarksql");
    assertThat(file.password()).isEqualTo("secret");
    assertThat(file.warehouses()).isEqualTo(3);
    assertThat(file.loadWorkers()).isEqualTo(4);
    assertThat(file.terminals()).isEqualTo(7);
    assertThat(file.transactionsPerTerminal()).isZero();
    assertThat(file.minutes()).isEqualTo(2);
    assertThat(file.limitPerMinute()).isEqualTo(300);
    assertThat(file.warehouseFixed()).isFalse();
    assertThat(file.mix()).isEqualTo(new TransactionMix(40, 40, 10, 5, 5));
  }

  @Test
  void anAbsentFileMeansDefaults() {
    PropsFile file = PropsFile.none();
    assertThat(file.url()).isNull();
    assertThat(file.warehouses()).isNull();
    assertThat(file.warehouseFixed()).isTrue();
    assertThat(file.mix()).isEqualTo(TransactionMix.STANDARD);
  }

  @Test
  void aNumberThatIsNoneIsNamed() throws IOException {
    PropsFile file = PropsFile.read(new StringReader("warehouses=many"));
    assertThatThrownBy(file::warehouses)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("warehouses is not a number: many");
  }
}

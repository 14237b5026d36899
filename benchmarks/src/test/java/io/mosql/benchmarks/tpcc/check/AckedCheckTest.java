package io.mosql.benchmarks.tpcc.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mosql.benchmarks.clients.AckedLog;
import io.mosql.benchmarks.tpcc.TpccTestDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class AckedCheckTest {
  @TempDir Path directory;
  private TpccTestDatabase tpcc;

  @BeforeEach
  void load() throws SQLException, InterruptedException {
    tpcc = TpccTestDatabase.load(1);
  }

  @AfterEach
  void close() throws SQLException {
    tpcc.close();
  }

  @Test
  void linesAreWrittenAtOnceAndReadBack() throws IOException {
    Path file = directory.resolve("acked.log");
    try (AckedLog log = new AckedLog(file)) {
      log.append(1, 2, 3001, 7);
      assertThat(AckedLog.wholeLines(file)).containsExactly("1,2,3001,7");
    }
    try (AckedLog log = new AckedLog(file)) {
      log.append(1, 10, 3002, 15);
    }
    assertThat(AckedLog.wholeLines(file)).containsExactly("1,2,3001,7", "1,10,3002,15");
  }

  @Test
  void aLineCutByTheEndOfTheProcessDoesNotCount() throws IOException {
    Path file = directory.resolve("acked.log");
    Files.writeString(file, "1,2,3001,7\n1,2,30");
    assertThat(AckedLog.wholeLines(file)).containsExactly("1,2,3001,7");
    assertThat(AckedLog.wholeLines(directory.resolve("absent"))).isEmpty();
  }

  @Test
  void ordersThatAreThereInFullPass() throws SQLException, IOException {
    AckedCheck.Result result = AckedCheck.run(tpcc.connection(), List.of(order(1, 5), order(3, 9)));
    assertThat(result).isEqualTo(new AckedCheck.Result(2, 0, List.of()));
  }

  @Test
  void lostOrdersAndLostLinesAreFound() throws SQLException, IOException {
    String cut = order(4, 8);
    tpcc.execute("DELETE FROM order_line WHERE ol_d_id = 4 AND ol_o_id = 8 AND ol_number = 5");
    AckedCheck.Result result =
        AckedCheck.run(tpcc.connection(), List.of(order(1, 5), "1,1,31,5", cut));
    assertThat(result.checked()).isEqualTo(3);
    assertThat(result.missing()).isEqualTo(2);
    assertThat(result.examples().get(0)).isEqualTo("acknowledged 1,1,31,5: no such order");
    assertThat(result.examples().get(1)).contains("order lines found");
  }

  @Test
  void aDistrictThatWentBackIsFound() throws SQLException, IOException {
    String line = order(2, 30);
    tpcc.execute("UPDATE district SET d_next_o_id = 30 WHERE d_id = 2");
    assertThat(AckedCheck.run(tpcc.connection(), List.of(line)).examples())
        .containsExactly("acknowledged " + line + ": d_next_o_id is still 30");
  }

  @Test
  void aFileThatIsSomethingElseIsRefused() {
    assertThatThrownBy(() -> AckedCheck.run(tpcc.connection(), List.of("1;2;3;4")))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("1;2;3;4");
  }

  private String order(int district, int order) throws SQLException {
    try (Statement statement = tpcc.connection().createStatement();
        ResultSet row =
            statement.executeQuery(
                "SELECT o_ol_cnt FROM oorder WHERE o_w_id = 1 AND o_d_id = %d AND o_id = %d"
                    .formatted(district, order))) {
      assertThat(row.next()).isTrue();
      return "1,%d,%d,%d".formatted(district, order, row.getInt(1));
    }
  }
}

package io.mosql.sql.parser;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.core.error.MosqlException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.util.Litmus;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the parser's results for statements: canonical text, or error with position. */
final class MosqlParserGoldenTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "schema.txt",
        "rows.txt",
        "session.txt",
        "names.txt",
        "errors.txt",
        "benchmarksql.txt",
        "copy.txt",
        "rights.txt",
        "cluster.txt"
      })
  void becomesWhatTheFileSays(String name) throws IOException {
    GoldenFile file = GoldenFile.read(name);
    List<GoldenFile.Block> results = new ArrayList<>();
    for (GoldenFile.Block block : file.blocks()) {
      results.add(
          block.isComment() ? block : new GoldenFile.Block(block.text(), outcome(block.text())));
    }
    if (Boolean.getBoolean("mosql.update")) {
      file.write(results);
    } else {
      assertThat(results).isEqualTo(file.blocks());
    }
  }

  private static String outcome(String sql) {
    SqlNode node;
    try {
      node = MosqlParser.parse(sql);
    } catch (MosqlException e) {
      return e.sqlState() + " at " + e.position() + ": " + e.getMessage();
    }
    String canonical = MosqlParser.toSql(node);
    SqlNode again = MosqlParser.parse(canonical);
    assertThat(MosqlParser.toSql(again))
        .as("canonical form of its canonical form")
        .isEqualTo(canonical);
    if (!canonical.contains("?")) {
      // Parameters may be in another order: OFFSET is written before FETCH.
      assertThat(again.equalsDeep(node, Litmus.IGNORE)).as("equal: %s", canonical).isTrue();
    }
    return canonical;
  }
}

package io.mosql.sql.parser.ast.session;

import io.mosql.sql.parser.ast.Statement;
import io.mosql.sql.parser.ast.StatementWriter;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParserPos;

/** EXPLAIN of a query or a DML statement. */
public final class Explain extends Statement {
  private final SqlNode statement;
  private final Options options;

  /**
   * The options of EXPLAIN.
   *
   * @param analyze whether the statement is executed and measured
   * @param costs whether estimated costs are printed
   * @param timing whether measured times are printed
   * @param json whether the output is one JSON document
   */
  public record Options(boolean analyze, boolean costs, boolean timing, boolean json) {
    /** The default options. */
    public static final Options USUAL = new Options(false, true, true, false);

    public Options withAnalyze(boolean on) {
      return new Options(on, costs, timing, json);
    }

    public Options withCosts(boolean on) {
      return new Options(analyze, on, timing, json);
    }

    public Options withTiming(boolean on) {
      return new Options(analyze, costs, on, json);
    }

    public Options withJson(boolean on) {
      return new Options(analyze, costs, timing, on);
    }
  }

  public Explain(SqlParserPos pos, SqlNode statement, Options options) {
    super(pos, SqlKind.OTHER);
    this.statement = statement;
    this.options = options;
  }

  public SqlNode statement() {
    return statement;
  }

  public Options options() {
    return options;
  }

  @Override
  public List<SqlNode> getOperandList() {
    return List.of(statement);
  }

  @Override
  public void write(StatementWriter out) {
    out.words("EXPLAIN");
    List<String> words = new ArrayList<>();
    if (options.analyze) {
      words.add("ANALYZE");
    }
    if (!options.costs) {
      words.add("COSTS OFF");
    }
    if (!options.timing) {
      words.add("TIMING OFF");
    }
    if (options.json) {
      words.add("FORMAT JSON");
    }
    if (words.equals(List.of("ANALYZE"))) {
      out.words("ANALYZE");
    } else if (!words.isEmpty()) {
      out.parenthesized(words, out::words);
    }
    out.node(statement);
  }
}

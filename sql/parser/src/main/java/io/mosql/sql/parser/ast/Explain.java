package io.mosql.sql.parser.ast;

import java.util.List;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParserPos;

/** EXPLAIN [ANALYZE] of a query, INSERT, UPDATE or DELETE. */
public final class Explain extends Statement {
  private final SqlNode statement;
  private final boolean analyze;

  public Explain(SqlParserPos pos, SqlNode statement, boolean analyze) {
    super(pos, SqlKind.OTHER);
    this.statement = statement;
    this.analyze = analyze;
  }

  public SqlNode statement() {
    return statement;
  }

  /** Whether the statement is also run and measured. */
  public boolean analyze() {
    return analyze;
  }

  @Override
  public List<SqlNode> getOperandList() {
    return List.of(statement);
  }

  @Override
  void write(SqlText out) {
    out.words("EXPLAIN").wordsIf(analyze, "ANALYZE").node(statement);
  }
}

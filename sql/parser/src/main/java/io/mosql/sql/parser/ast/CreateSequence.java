package io.mosql.sql.parser.ast;

import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.parser.SqlParserPos;

/** CREATE SEQUENCE. */
public final class CreateSequence extends Statement {
  private final SqlIdentifier name;
  private final boolean ifNotExists;
  private final long start;
  private final long increment;

  public CreateSequence(
      SqlParserPos pos, SqlIdentifier name, boolean ifNotExists, long start, long increment) {
    super(pos, SqlKind.CREATE_SEQUENCE);
    this.name = name;
    this.ifNotExists = ifNotExists;
    this.start = start;
    this.increment = increment;
  }

  public SqlIdentifier name() {
    return name;
  }

  public boolean ifNotExists() {
    return ifNotExists;
  }

  /** First value; 1 (descending: -1) unless written. */
  public long start() {
    return start;
  }

  /** Step; never 0. */
  public long increment() {
    return increment;
  }

  @Override
  void write(SqlText out) {
    out.words("CREATE SEQUENCE").wordsIf(ifNotExists, "IF NOT EXISTS").node(name);
    out.words("START WITH").text(Long.toString(start));
    out.words("INCREMENT BY").text(Long.toString(increment));
  }
}

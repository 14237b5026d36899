package io.mosql.sql.parser.ast;

import java.util.List;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.parser.SqlParserPos;

/** A statement that looks after the database and changes no data. */
public final class Maintenance extends Statement {
  /** What is asked for. */
  public enum Kind {
    /** VACUUM [FULL] [ANALYZE]. */
    VACUUM,
    ANALYZE,
    CHECKPOINT,
    SHUTDOWN
  }

  private final Kind kind;
  private final List<SqlIdentifier> tables;

  public Maintenance(SqlParserPos pos, Kind kind, List<SqlIdentifier> tables) {
    super(pos, SqlKind.OTHER);
    this.kind = kind;
    this.tables = List.copyOf(tables);
  }

  public Kind kind() {
    return kind;
  }

  /** Tables of VACUUM or ANALYZE; empty for all. */
  public List<SqlIdentifier> tables() {
    return tables;
  }

  @Override
  void write(SqlText out) {
    out.words(kind.name()).nodes(tables);
  }
}

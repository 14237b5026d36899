package io.mosql.sql.parser.ast.admin;

import io.mosql.sql.parser.ast.Statement;
import io.mosql.sql.parser.ast.StatementWriter;
import java.util.List;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.parser.SqlParserPos;

/** A maintenance statement: VACUUM, ANALYZE, CHECKPOINT or SHUTDOWN. */
public final class MaintenanceStatement extends Statement {
  /** The kind of maintenance. */
  public enum Kind {
    /** VACUUM [FULL] [ANALYZE]. */
    VACUUM,
    ANALYZE,
    CHECKPOINT,
    SHUTDOWN
  }

  private final Kind kind;
  private final List<SqlIdentifier> tables;

  public MaintenanceStatement(SqlParserPos pos, Kind kind, List<SqlIdentifier> tables) {
    super(pos, SqlKind.OTHER);
    this.kind = kind;
    this.tables = List.copyOf(tables);
  }

  public Kind kind() {
    return kind;
  }

  /** Returns the tables of VACUUM or ANALYZE; empty for all. */
  public List<SqlIdentifier> tables() {
    return tables;
  }

  @Override
  public void write(StatementWriter out) {
    out.words(kind.name()).nodes(tables);
  }
}

package io.mosql.sql.parser.ast.ddl;

import io.mosql.sql.parser.ast.Statement;
import io.mosql.sql.parser.ast.StatementWriter;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.parser.SqlParserPos;

/** ALTER SEQUENCE [IF EXISTS]: options, RENAME TO or SET SCHEMA. */
public final class AlterSequence extends Statement {
  private final SqlIdentifier name;
  private final boolean ifExists;
  private final Change change;

  /** The change of the sequence. */
  public sealed interface Change {}

  /** New options. */
  public record Options(SequenceOptions options) implements Change {}

  /** RENAME TO, with a new schema when the name is qualified. */
  public record Rename(SqlIdentifier name) implements Change {}

  /** SET SCHEMA. */
  public record MoveToSchema(SqlIdentifier schema) implements Change {}

  public AlterSequence(SqlParserPos pos, SqlIdentifier name, boolean ifExists, Change change) {
    super(pos, SqlKind.ALTER_SEQUENCE);
    this.name = name;
    this.ifExists = ifExists;
    this.change = change;
  }

  public SqlIdentifier name() {
    return name;
  }

  public boolean ifExists() {
    return ifExists;
  }

  public Change change() {
    return change;
  }

  @Override
  public void write(StatementWriter out) {
    out.words("ALTER SEQUENCE").wordsIf(ifExists, "IF EXISTS").node(name);
    if (change instanceof Options changed) {
      changed.options.write(out);
    } else if (change instanceof Rename rename) {
      out.words("RENAME TO").node(rename.name);
    } else if (change instanceof MoveToSchema move) {
      out.words("SET SCHEMA").node(move.schema);
    }
  }
}

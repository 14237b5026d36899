package io.mosql.sql.parser.ast.operator;

import io.mosql.core.type.Collation;
import java.util.Locale;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDynamicParam;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlSpecialOperator;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;

/** The operator {@code x COLLATE name}, which sets the collation of a text. Immutable. */
public final class CollateOperator extends SqlSpecialOperator {
  private static final CollateOperator NOCASE = new CollateOperator(Collation.NOCASE);
  private static final CollateOperator CODE_POINT = new CollateOperator(Collation.CODE_POINT);

  private final Collation collation;

  private CollateOperator(Collation collation) {
    super("COLLATE " + collation.sqlName().toUpperCase(Locale.ROOT), SqlKind.OTHER);
    this.collation = collation;
  }

  /** Returns the text with a collation. */
  public static SqlCall call(SqlNode text, Collation collation, SqlParserPos pos) {
    CollateOperator operator =
        switch (collation) {
          case NOCASE -> NOCASE;
          case CODE_POINT -> CODE_POINT;
        };
    return operator.createCall(pos, text);
  }

  public Collation collation() {
    return collation;
  }

  /** Returns the collation's name as an identifier. */
  public SqlIdentifier name(SqlParserPos pos) {
    return new SqlIdentifier(collation.sqlName(), pos);
  }

  @Override
  public void unparse(SqlWriter writer, SqlCall call, int leftPrec, int rightPrec) {
    SqlNode text = call.operand(0);
    boolean plain =
        text instanceof SqlIdentifier
            || text instanceof SqlLiteral
            || text instanceof SqlDynamicParam;
    SqlWriter.Frame frame = plain ? null : writer.startList("(", ")");
    text.unparse(writer, 0, 0);
    if (frame != null) {
      writer.endList(frame);
    }
    writer.keyword("COLLATE");
    writer.identifier(collation.sqlName(), true);
  }
}

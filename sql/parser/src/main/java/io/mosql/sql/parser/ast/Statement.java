package io.mosql.sql.parser.ast;

import java.util.List;
import java.util.function.Supplier;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlSpecialOperator;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.util.Litmus;
import org.jspecify.annotations.Nullable;

/**
 * The base class of statements for which Calcite has no node. Immutable, so that clone returns the
 * same object; two statements are equal when their canonical texts are equal. The canonical text
 * parses back to an equal statement. Its operands are the parts that may contain expressions; it is
 * never validated as a whole.
 */
public abstract class Statement extends SqlCall {
  private final Supplier<SqlKind> kind;
  private @Nullable SqlOperator operator;

  public Statement(SqlParserPos pos, SqlKind kind) {
    this(pos, () -> kind);
  }

  /**
   * @param kind called for the operator, for which few statements are asked
   */
  protected Statement(SqlParserPos pos, Supplier<SqlKind> kind) {
    super(pos);
    this.kind = kind;
  }

  /** Writes the canonical text. */
  public abstract void write(StatementWriter out);

  @Override
  public final SqlOperator getOperator() {
    SqlOperator made = operator;
    if (made == null) {
      // Two threads may both make one: each is good.
      made = new SqlSpecialOperator(getClass().getSimpleName(), kind.get());
      operator = made;
    }
    return made;
  }

  @Override
  public List<SqlNode> getOperandList() {
    return List.of();
  }

  @Override
  public final SqlNode clone(SqlParserPos pos) {
    return this;
  }

  @Override
  public final void unparse(SqlWriter writer, int leftPrec, int rightPrec) {
    write(new StatementWriter(writer));
  }

  @Override
  public final boolean equalsDeep(@Nullable SqlNode node, Litmus litmus) {
    return node instanceof Statement && node.toString().equals(toString())
        ? litmus.succeed()
        : litmus.fail("{} != {}", this, node);
  }
}

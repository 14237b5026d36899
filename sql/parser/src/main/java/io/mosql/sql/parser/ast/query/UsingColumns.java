package io.mosql.sql.parser.ast.query;

import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlVisitor;
import org.jspecify.annotations.Nullable;

/** The column list of the join condition {@code USING (..) AS alias}. */
public final class UsingColumns extends SqlNodeList {
  private final SqlIdentifier alias;

  public UsingColumns(SqlNodeList columns, SqlIdentifier alias) {
    super(columns.getList(), columns.getParserPosition());
    this.alias = alias;
  }

  /** Returns the alias of the join's merged columns. */
  public SqlIdentifier alias() {
    return alias;
  }

  @Override
  public SqlNodeList clone(SqlParserPos pos) {
    return new UsingColumns(super.clone(pos), alias);
  }

  @Override
  @SuppressWarnings({"unchecked", "ReferenceEquality"}) // a shuttle maps a list to a list
  public <R> @Nullable R accept(SqlVisitor<R> visitor) {
    R result = super.accept(visitor);
    return result instanceof SqlNodeList list && list != this
        ? (R) new UsingColumns(list, alias)
        : result;
  }
}

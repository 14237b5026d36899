package io.mosql.sql.parser.ast.dml;

import io.mosql.sql.parser.ast.StatementWriter;
import io.mosql.sql.parser.error.ParserErrorMessage;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;

/**
 * What a value is assigned to: a column, or an element or slice of a column of arrays.
 *
 * @param subscripts empty for the whole column
 */
public record AssignedPart(SqlIdentifier column, List<SqlNode> subscripts) {
  public AssignedPart {
    subscripts = List.copyOf(subscripts);
  }

  /** The whole of a column. */
  public static AssignedPart whole(SqlIdentifier column) {
    return new AssignedPart(column, List.of());
  }

  public boolean isWhole() {
    return subscripts.isEmpty();
  }

  /**
   * Returns an array with a value in this part.
   *
   * @throws RuntimeException 0A000 for DEFAULT
   */
  public SqlNode assigned(SqlNode array, SqlNode value) {
    if (value.getKind() == SqlKind.DEFAULT) {
      throw ParserErrorMessage.ARRAY_ELEMENT_DEFAULT.error();
    }
    List<SqlNode> operands = new ArrayList<>();
    operands.add(array);
    operands.add(value);
    operands.addAll(subscripts);
    return ElementAssignment.INSTANCE.createCall(
        column.getParserPosition().plus(value.getParserPosition()), operands);
  }

  void write(StatementWriter out) {
    out.node(column);
    for (SqlNode subscript : subscripts) {
      out.words("[").node(subscript).words("]");
    }
  }
}

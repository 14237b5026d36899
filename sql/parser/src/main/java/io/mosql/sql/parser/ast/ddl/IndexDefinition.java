package io.mosql.sql.parser.ast.ddl;

import io.mosql.sql.parser.ast.StatementWriter;
import java.util.List;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.jspecify.annotations.Nullable;

/**
 * The definition of an index: its key parts, included columns and condition.
 *
 * @param inverted whether it is PostgreSQL's GIN: of parts of values, not of values
 * @param included columns that are only carried along
 * @param condition of the rows that are in it; null for all
 */
public record IndexDefinition(
    boolean inverted,
    List<KeyPart> parts,
    List<SqlIdentifier> included,
    @Nullable SqlNode condition) {
  public IndexDefinition {
    parts = List.copyOf(parts);
    included = List.copyOf(included);
  }

  /** All rows by columns. */
  public static IndexDefinition of(List<KeyPart> parts) {
    return new IndexDefinition(false, parts, List.of(), null);
  }

  /** Whether it is no more than a key could be. */
  public boolean isPlain() {
    return !inverted
        && included.isEmpty()
        && condition == null
        && parts.stream().allMatch(KeyPart::isColumn);
  }

  /**
   * @param comment where MySQL has it, or null
   */
  void write(StatementWriter out, @Nullable String comment) {
    out.wordsIf(inverted, "USING gin");
    out.parenthesized(parts, part -> part.write(out));
    if (comment != null) {
      out.words("COMMENT").quoted(comment);
    }
    if (!included.isEmpty()) {
      out.words("INCLUDE").parenthesized(included, out::node);
    }
    if (condition != null) {
      out.words("WHERE").node(condition);
    }
  }
}

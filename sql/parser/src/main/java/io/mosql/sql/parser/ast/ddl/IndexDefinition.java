package io.mosql.sql.parser.ast.ddl;

import io.mosql.sql.parser.ast.StatementWriter;
import java.util.List;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.jspecify.annotations.Nullable;

/**
 * The definition of an index: its key parts, included columns and condition.
 *
 * @param inverted whether it is an inverted index (PostgreSQL's GIN) over the items within values
 * @param included non-key columns of the index (INCLUDE)
 * @param condition the predicate of a partial index; null for all rows
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

  /** Returns the definition of an index over all rows by columns. */
  public static IndexDefinition of(List<KeyPart> parts) {
    return new IndexDefinition(false, parts, List.of(), null);
  }

  /** Whether a key constraint could have the same definition. */
  public boolean isPlain() {
    return !inverted
        && included.isEmpty()
        && condition == null
        && parts.stream().allMatch(KeyPart::isColumn);
  }

  /**
   * Writes the definition.
   *
   * @param comment in MySQL's position, or null
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

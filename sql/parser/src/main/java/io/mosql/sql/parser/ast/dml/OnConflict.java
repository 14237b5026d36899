package io.mosql.sql.parser.ast.dml;

import io.mosql.sql.parser.ast.StatementWriter;
import io.mosql.sql.parser.ast.ddl.KeyPart;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.jspecify.annotations.Nullable;

/**
 * The ON CONFLICT clause of an INSERT, and its forms in MySQL.
 *
 * @param parts of the unique key that is meant, columns and expressions; empty when it is named
 *     otherwise, or any is meant
 * @param subset condition of the rows that a key is meant for; null for all
 * @param constraint name of the key that is meant, or null
 * @param values of an update
 * @param condition of an update, or null
 */
public record OnConflict(
    Kind kind,
    List<SqlNode> parts,
    @Nullable SqlNode subset,
    @Nullable SqlIdentifier constraint,
    List<SetClause> values,
    @Nullable SqlNode condition) {
  /** What is done, and how it is written. */
  public enum Kind {
    /** ON CONFLICT .. DO NOTHING. */
    NOTHING,
    /** ON CONFLICT .. DO UPDATE. */
    UPDATE,
    /** INSERT IGNORE. */
    IGNORE,
    /** ON DUPLICATE KEY UPDATE. */
    DUPLICATE_KEY,
    /** REPLACE INTO. */
    REPLACE
  }

  public OnConflict {
    parts = List.copyOf(parts);
    values = List.copyOf(values);
  }

  /** Without key and update. */
  public static OnConflict of(Kind kind) {
    return new OnConflict(kind, List.of(), null, null, List.of(), null);
  }

  /** The words that the statement begins with. */
  String verb() {
    return switch (kind) {
      case REPLACE -> "REPLACE INTO";
      case IGNORE -> "INSERT IGNORE INTO";
      default -> "INSERT INTO";
    };
  }

  void write(StatementWriter out) {
    switch (kind) {
      case DUPLICATE_KEY -> {
        out.words("ON DUPLICATE KEY UPDATE");
        SetClause.write(out, values);
      }
      case NOTHING, UPDATE -> {
        out.words("ON CONFLICT");
        if (constraint != null) {
          out.words("ON CONSTRAINT").node(constraint);
        } else if (!parts.isEmpty()) {
          out.parenthesized(parts, part -> new KeyPart(part, false).write(out));
        }
        if (subset != null) {
          out.words("WHERE").node(subset);
        }
        out.words(kind == Kind.NOTHING ? "DO NOTHING" : "DO UPDATE SET");
        SetClause.write(out, values);
        if (condition != null) {
          out.words("WHERE").node(condition);
        }
      }
      default -> {
        // said by the verb
      }
    }
  }

  /** Expressions. */
  List<SqlNode> operands() {
    List<SqlNode> operands = new ArrayList<>(values.stream().map(SetClause::value).toList());
    if (condition != null) {
      operands.add(condition);
    }
    operands.addAll(parts);
    if (subset != null) {
      operands.add(subset);
    }
    return operands;
  }
}

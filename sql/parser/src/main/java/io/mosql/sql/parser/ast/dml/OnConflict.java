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
 * @param parts columns and expressions of the conflict target; empty for a target by constraint
 *     name or without a target
 * @param subset predicate of a partial unique index in the conflict target; null for none
 * @param constraint name of the constraint in the conflict target, or null
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
  /** The action and its syntax. */
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

  /** Returns a clause without conflict target and update. */
  public static OnConflict of(Kind kind) {
    return new OnConflict(kind, List.of(), null, null, List.of(), null);
  }

  /** Returns the first words of the statement. */
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
        // the clause is part of the verb
      }
    }
  }

  /** Returns the expressions of the clause. */
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

package io.mosql.sql.parser.impl;

import io.mosql.core.type.Collation;
import io.mosql.core.type.SqlType;
import io.mosql.sql.parser.ast.operator.CollateOperator;
import io.mosql.sql.parser.error.ParserErrorMessage;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParserPos;

/**
 * Parses COLLATE and collation names, including names of PostgreSQL, MySQL and SQLite that have the
 * same meaning as one of MoSQL's collations: comparison by code point, or without regard to case.
 * MySQL's case-insensitive collations that also ignore accents or have an order of their own are
 * rejected with 0A000.
 */
final class CollateGrammar {
  private static final Set<String> CODE_POINT =
      Set.of(
          "c",
          "posix",
          "ucs_basic",
          "default",
          "binary",
          "utf8_bin",
          "utf8mb3_bin",
          "utf8mb4_bin",
          "utf8mb4_0900_bin");

  private static final Set<String> CHARACTER_SETS =
      Set.of("utf8", "utf8mb3", "utf8mb4", "unicode", "ascii");

  private CollateGrammar() {}

  /** Replaces the last operand, a text, by the text with a collation. */
  static void expression(List<Object> list, SqlIdentifier name) {
    SqlParserPos pos = name.getParserPosition();
    if (!(list.remove(list.size() - 1) instanceof SqlNode text)) {
      throw new GrammarException(pos, ParserErrorMessage.OPERAND_MISSING, "COLLATE");
    }
    list.add(CollateOperator.call(text, collation(name), text.getParserPosition().plus(pos)));
  }

  /**
   * Returns the type of a column with a collation.
   *
   * @throws GrammarException 42804 for a type that is not a text type
   */
  static SqlType of(SqlType type, SqlIdentifier name) {
    Collation collation = collation(name);
    if (!type.kind().isText() || type.kind().isLarge()) {
      throw new GrammarException(
          name.getParserPosition(), ParserErrorMessage.COLLATION_NOT_OF_TYPE, type);
    }
    return type.withCollation(collation);
  }

  /**
   * Checks a character set: text is always Unicode, and names of other character sets are rejected.
   */
  static void requireUnicode(SqlIdentifier characterSet) {
    String name = characterSet.getSimple().toLowerCase(Locale.ROOT);
    if (!CHARACTER_SETS.contains(name)) {
      throw new GrammarException(
          characterSet.getParserPosition(), ParserErrorMessage.UNSUPPORTED_CHARACTER_SET, name);
    }
  }

  private static Collation collation(SqlIdentifier identifier) {
    int last = identifier.names.size() - 1;
    String name = identifier.names.get(last).toLowerCase(Locale.ROOT);
    boolean known = last == 0 || last == 1 && identifier.names.get(0).equals("pg_catalog");
    if (known && name.equals(Collation.NOCASE.sqlName()) && last == 0) {
      return Collation.NOCASE;
    }
    if (known && CODE_POINT.contains(name)) {
      return Collation.CODE_POINT;
    }
    if (known && (name.endsWith("_ci") || name.endsWith("_cs") || name.equals("rtrim"))) {
      throw new GrammarException(
          identifier.getParserPosition(), ParserErrorMessage.UNSUPPORTED_COLLATION, name);
    }
    throw new GrammarException(
        identifier.getParserPosition(),
        ParserErrorMessage.UNDEFINED_COLLATION,
        String.join(".", identifier.names));
  }
}

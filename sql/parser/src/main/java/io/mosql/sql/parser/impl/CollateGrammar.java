package io.mosql.sql.parser.impl;

import io.mosql.core.error.SqlState;
import io.mosql.core.type.Collation;
import io.mosql.core.type.SqlType;
import io.mosql.sql.parser.ast.operator.CollateOperator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParserPos;

/**
 * Names of collations, those of PostgreSQL, MySQL and SQLite too where they mean one of ours: all
 * that compare by code point, and the one that does not mind case. MySQL's that do not mind case do
 * not mind accents either, or have an order of their own: 0A000.
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

  /** Puts a text with a collation in the place of the last operand, which is the text. */
  static void expression(List<Object> list, SqlIdentifier name) {
    SqlParserPos pos = name.getParserPosition();
    if (!(list.remove(list.size() - 1) instanceof SqlNode text)) {
      throw new GrammarException(pos, "COLLATE needs a value before it");
    }
    list.add(CollateOperator.call(text, collation(name), text.getParserPosition().plus(pos)));
  }

  /**
   * The type of a column with a collation.
   *
   * @throws GrammarException 42804 for a type that is none of text
   */
  static SqlType of(SqlType type, SqlIdentifier name) {
    Collation collation = collation(name);
    if (!type.kind().isText()) {
      throw new GrammarException(
          name.getParserPosition(),
          SqlState.DATATYPE_MISMATCH,
          "collations are not supported by type " + type);
    }
    return type.withCollation(collation);
  }

  /** Text is Unicode here: names of other character sets are refused. */
  static void requireUnicode(SqlIdentifier characterSet) {
    String name = characterSet.getSimple().toLowerCase(Locale.ROOT);
    if (!CHARACTER_SETS.contains(name)) {
      throw new GrammarException(
          characterSet.getParserPosition(),
          SqlState.FEATURE_NOT_SUPPORTED,
          "not supported: character set \"" + name + "\"; text is Unicode");
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
          identifier.getParserPosition(),
          SqlState.FEATURE_NOT_SUPPORTED,
          "collation \""
              + name
              + "\" is not supported; \"nocase\" does not mind case, \"C\" is the order of code points");
    }
    throw new GrammarException(
        identifier.getParserPosition(),
        SqlState.UNDEFINED_OBJECT,
        "collation \"" + String.join(".", identifier.names) + "\" does not exist");
  }
}

package io.mosql.sql.parser;

import io.mosql.core.type.SqlType;
import io.mosql.sql.parser.ast.ddl.ColumnDefinition;
import io.mosql.sql.parser.ast.ddl.ConstraintTiming;
import io.mosql.sql.parser.ast.ddl.CreateTable;
import io.mosql.sql.parser.ast.ddl.KeyPart;
import io.mosql.sql.parser.ast.ddl.TableConstraint;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/**
 * Reader of plain CREATE TABLE statements: columns of frequent types, NOT NULL and a primary key.
 * The tree is the one of the grammar, with the same positions. A new database is mostly made of
 * such statements, and reading them loads none of the grammar's classes.
 */
final class PlainCreateTable {
  private static final int MAX_LENGTH = 1 << 20;

  private final PlainTokens tokens;
  private final List<ColumnDefinition> columns = new ArrayList<>();
  private final List<TableConstraint> constraints = new ArrayList<>();

  private PlainCreateTable(PlainTokens tokens) {
    this.tokens = tokens;
  }

  /** Returns the tree; null when the statement is another one, or not plain. */
  static @Nullable CreateTable parse(String sql) {
    // Positions count a tab, and line ends of other systems, in their own ways.
    PlainTokens tokens =
        sql.indexOf('\t') >= 0 || sql.indexOf('\r') >= 0 ? null : PlainTokens.of(sql);
    return tokens == null || !tokens.word("create")
        ? null
        : new PlainCreateTable(tokens).createTable();
  }

  private @Nullable CreateTable createTable() {
    int start = tokens.start();
    if (!tokens.word("table")) {
      return null;
    }
    SqlIdentifier name = name();
    if (name == null || !tokens.symbol('(')) {
      return null;
    }
    do {
      if (!element()) {
        return null;
      }
    } while (tokens.symbol(','));
    if (!tokens.symbol(')')) {
      return null;
    }
    SqlParserPos pos = tokens.since(start);
    return tokens.end()
        ? new CreateTable(pos, name, false, columns, constraints, List.of(), null)
        : null;
  }

  private @Nullable SqlIdentifier name() {
    String name = tokens.name();
    return name == null ? null : new SqlIdentifier(name, tokens.since(tokens.start()));
  }

  private boolean element() {
    if (tokens.word("primary")) {
      return tokens.word("key") && tokens.symbol('(') && primaryKey();
    }
    // An index may begin with these words as well.
    if (tokens.word("key") || tokens.word("index")) {
      return false;
    }
    SqlIdentifier name = name();
    SqlType type = name == null ? null : type();
    if (name == null || type == null) {
      return false;
    }
    boolean notNull = false;
    while (!tokens.atSymbol(',') && !tokens.atSymbol(')')) {
      if (tokens.word("not")) {
        if (!tokens.word("null")) {
          return false;
        }
        notNull = true;
      } else if (tokens.words("primary", "key")) {
        constraints.add(primaryKey(List.of(new KeyPart(name, false))));
      } else {
        return false;
      }
    }
    columns.add(new ColumnDefinition(name, type, notNull, null, null, null, null));
    return true;
  }

  private boolean primaryKey() {
    List<KeyPart> parts = new ArrayList<>();
    do {
      SqlIdentifier column = name();
      if (column == null) {
        return false;
      }
      parts.add(new KeyPart(column, false));
    } while (tokens.symbol(','));
    constraints.add(primaryKey(parts));
    return tokens.symbol(')') && (tokens.atSymbol(',') || tokens.atSymbol(')'));
  }

  private static TableConstraint primaryKey(List<KeyPart> parts) {
    return new TableConstraint.PrimaryKey(null, parts, null, ConstraintTiming.NOT_DEFERRABLE);
  }

  private @Nullable SqlType type() {
    if (tokens.word("integer") || tokens.word("int")) {
      return SqlType.INTEGER;
    } else if (tokens.word("bigint")) {
      return SqlType.BIGINT;
    } else if (tokens.word("smallint")) {
      return SqlType.SMALLINT;
    } else if (tokens.word("boolean")) {
      return SqlType.BOOLEAN;
    } else if (tokens.word("text")) {
      return SqlType.TEXT;
    } else if (tokens.word("date")) {
      return SqlType.DATE;
    } else if (tokens.word("uuid")) {
      return SqlType.UUID;
    } else if (tokens.word("double")) {
      return tokens.word("precision") ? SqlType.DOUBLE : null;
    } else if (tokens.word("varchar")) {
      int length = tokens.symbol('(') ? number() : -1;
      return length > 0 && length <= MAX_LENGTH && tokens.symbol(')')
          ? SqlType.varchar(length)
          : null;
    } else if (tokens.word("decimal") || tokens.word("numeric")) {
      int precision = tokens.symbol('(') ? number() : -1;
      int scale = tokens.symbol(',') ? number() : 0;
      return precision > 0
              && precision <= SqlType.MAX_DECIMAL_PRECISION
              && scale >= 0
              && scale <= precision
              && tokens.symbol(')')
          ? SqlType.decimal(precision, scale)
          : null;
    }
    return null;
  }

  /** Returns a number, or -1. */
  private int number() {
    String digits = tokens.digits();
    return digits == null || digits.length() > 8 ? -1 : Integer.parseInt(digits);
  }
}

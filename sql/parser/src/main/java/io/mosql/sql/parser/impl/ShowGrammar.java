package io.mosql.sql.parser.impl;

import io.mosql.sql.parser.ast.session.Show;
import io.mosql.sql.parser.ast.session.ShowObjects;
import io.mosql.sql.parser.ast.session.ShowObjects.Kind;
import java.util.List;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/** Parses SHOW and DESCRIBE. */
final class ShowGrammar {
  private final TokenReader tokens;

  ShowGrammar(TokenReader tokens) {
    this.tokens = tokens;
  }

  SqlNode show() throws ParseException {
    SqlParserPos start = tokens.mark();
    tokens.expect("SHOW");
    SqlNode objects = objects(start);
    return objects != null ? objects : setting(start);
  }

  private SqlNode setting(SqlParserPos start) throws ParseException {
    SqlIdentifier what;
    if (tokens.accept("ALL")) {
      what = new SqlIdentifier("all", tokens.previousPosition());
    } else if (tokens.accept("TRANSACTION ISOLATION LEVEL")) {
      what = new SqlIdentifier("transaction_isolation", tokens.previousPosition());
    } else if (tokens.accept("TIME ZONE")) {
      what = new SqlIdentifier("timezone", tokens.previousPosition());
    } else if (tokens.accept("FULL PROCESSLIST")) {
      what = new SqlIdentifier("processlist", tokens.previousPosition());
    } else {
      what = tokens.qualifiedName();
    }
    return new Show(tokens.since(start), what);
  }

  private @Nullable SqlNode objects(SqlParserPos start) throws ParseException {
    boolean full = tokens.accept("FULL TABLES");
    if (full || tokens.accept("TABLES")) {
      return made(start, Kind.TABLES, full, tokens.acceptAny("FROM", "IN") ? tokens.name() : null);
    }
    full = tokens.acceptAny("FULL COLUMNS", "FULL FIELDS");
    if (full || tokens.acceptAny("COLUMNS", "FIELDS")) {
      return made(start, Kind.COLUMNS, full, table());
    }
    if (tokens.acceptAny("INDEX", "INDEXES", "KEYS")) {
      return new ShowObjects(tokens.since(start), Kind.INDEX, false, table(), null);
    }
    if (tokens.accept("CREATE TABLE")) {
      SqlIdentifier name = tokens.qualifiedName();
      return new ShowObjects(tokens.since(start), Kind.CREATE_TABLE, false, name, null);
    }
    if (tokens.accept("CREATE SEQUENCE")) {
      SqlIdentifier name = tokens.qualifiedName();
      return new ShowObjects(tokens.since(start), Kind.CREATE_SEQUENCE, false, name, null);
    }
    if (tokens.accept("CREATE VIEW")) {
      SqlIdentifier name = tokens.qualifiedName();
      return new ShowObjects(tokens.since(start), Kind.CREATE_VIEW, false, name, null);
    }
    if (tokens.acceptAny("DATABASES", "SCHEMAS")) {
      Kind kind = tokens.previousIs("SCHEMAS") ? Kind.SCHEMAS : Kind.DATABASES;
      return made(start, kind, false, null);
    }
    if (tokens.acceptAny("GLOBAL STATUS", "SESSION STATUS", "STATUS")) {
      return made(start, Kind.STATUS, false, null);
    }
    if (tokens.acceptAny("GLOBAL VARIABLES", "SESSION VARIABLES", "VARIABLES")) {
      return made(start, Kind.VARIABLES, false, null);
    }
    return null;
  }

  /** Parses {@code FROM t}, or {@code FROM t FROM schema}. */
  private SqlIdentifier table() throws ParseException {
    if (!tokens.acceptAny("FROM", "IN")) {
      throw tokens.unexpected("expected FROM");
    }
    SqlIdentifier table = tokens.qualifiedName();
    if (table.isSimple() && tokens.acceptAny("FROM", "IN")) {
      SqlIdentifier schema = tokens.name();
      return new SqlIdentifier(
          List.of(schema.getSimple(), table.getSimple()), table.getParserPosition());
    }
    return table;
  }

  private SqlNode made(SqlParserPos start, Kind kind, boolean full, @Nullable SqlIdentifier of) {
    String like = tokens.accept("LIKE") ? tokens.string() : null;
    return new ShowObjects(tokens.since(start), kind, full, of, like);
  }

  /** Parses DESCRIBE of a table, with an optional column name or pattern. */
  SqlNode describe() throws ParseException {
    SqlParserPos start = tokens.mark();
    if (!tokens.acceptAny("DESCRIBE", "DESC")) {
      throw tokens.unmatched();
    }
    SqlIdentifier table = tokens.qualifiedName();
    String like = null;
    if (tokens.peekKind() == MosqlParserImplConstants.QUOTED_STRING) {
      like = tokens.string();
    } else if (tokens.peekKind() != MosqlParserImplConstants.EOF && !tokens.at(";")) {
      like = tokens.name().getSimple();
    }
    return new ShowObjects(tokens.since(start), Kind.COLUMNS, false, table, like);
  }
}

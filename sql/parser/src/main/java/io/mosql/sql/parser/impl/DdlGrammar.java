package io.mosql.sql.parser.impl;

import io.mosql.core.error.CoreErrorMessage;
import io.mosql.sql.parser.ast.admin.AlterOwner;
import io.mosql.sql.parser.ast.admin.GrantPrivileges;
import io.mosql.sql.parser.ast.ddl.AlterIndex;
import io.mosql.sql.parser.ast.ddl.AlterView;
import io.mosql.sql.parser.ast.ddl.CommentOn;
import io.mosql.sql.parser.ast.ddl.CreateExtension;
import io.mosql.sql.parser.ast.ddl.CreateIndex;
import io.mosql.sql.parser.ast.ddl.CreateSchema;
import io.mosql.sql.parser.ast.ddl.CreateTable;
import io.mosql.sql.parser.ast.ddl.CreateTableAs;
import io.mosql.sql.parser.ast.ddl.CreateTemporary;
import io.mosql.sql.parser.ast.ddl.CreateView;
import io.mosql.sql.parser.ast.ddl.DropObjects;
import io.mosql.sql.parser.ast.ddl.MissingObjects;
import io.mosql.sql.parser.ast.ddl.RenameTables;
import io.mosql.sql.parser.ast.ddl.TruncateTables;
import java.util.List;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/** Parses CREATE, DROP and TRUNCATE; {@link AlterTableGrammar} parses ALTER TABLE. */
final class DdlGrammar {
  private final TokenReader tokens;
  private final TableGrammar tables;

  /** Of the temporary table that is parsed; null for others. */
  private CreateTemporary.@Nullable OnCommit onCommit;

  DdlGrammar(TokenReader tokens) {
    this.tokens = tokens;
    this.tables = new TableGrammar(tokens);
  }

  SqlNode statement() throws ParseException {
    SqlParserPos start = tokens.mark();
    if (tokens.accept("CREATE")) {
      return create(start);
    }
    if (tokens.accept("DROP")) {
      return drop(start);
    }
    if (tokens.accept("TRUNCATE")) {
      return truncate(start);
    }
    if (tokens.accept("ALTER VIEW")) {
      return alterView(start);
    }
    if (tokens.accept("ALTER INDEX")) {
      return alterIndex(start);
    }
    tokens.expect("ALTER TABLE");
    return new AlterTableGrammar(tokens, tables).alterTable(start);
  }

  private SqlNode create(SqlParserPos start) throws ParseException {
    // UNLOGGED has no effect: all tables and sequences are as durable as the database
    if (tokens.acceptAny("TABLE", "UNLOGGED TABLE")) {
      return createTable(start);
    }
    if (tokens.acceptAny("TEMPORARY", "TEMP")
        || tokens.acceptAny("LOCAL TEMPORARY", "LOCAL TEMP", "GLOBAL TEMPORARY", "GLOBAL TEMP")) {
      return temporary(start);
    }
    if (tokens.accept("VIEW")) {
      return createView(start, false);
    }
    if (tokens.accept("OR REPLACE VIEW")) {
      return createView(start, true);
    }
    if (tokens.accept("INDEX")) {
      return createIndex(start, false);
    }
    if (tokens.accept("UNIQUE INDEX")) {
      return createIndex(start, true);
    }
    if (tokens.acceptAny("SEQUENCE", "UNLOGGED SEQUENCE")) {
      return new SequenceGrammar(tokens).create(start);
    }
    if (tokens.accept("SCHEMA")) {
      boolean ifNotExists = tokens.accept("IF NOT EXISTS");
      SqlIdentifier name = tokens.at("AUTHORIZATION") && !endsAt(2) ? null : tokens.name();
      SqlIdentifier owner = tokens.accept("AUTHORIZATION") ? AdminGrammar.role(tokens) : null;
      return new CreateSchema(tokens.since(start), name, owner, ifNotExists);
    }
    if (tokens.accept("EXTENSION")) {
      return createExtension(start);
    }
    throw tokens.unexpected(
        "expected TABLE, VIEW, INDEX, UNIQUE INDEX, SEQUENCE, SCHEMA, DATABASE, USER or ROLE");
  }

  private boolean endsAt(int ahead) {
    return tokens.peekKind(ahead) == MosqlParserImplConstants.EOF
        || tokens.peekKind(ahead) == MosqlParserImplConstants.SEMICOLON;
  }

  /** Parses what follows CREATE TEMPORARY; LOCAL and GLOBAL mean the same. */
  private SqlNode temporary(SqlParserPos start) throws ParseException {
    if (tokens.accept("SEQUENCE")) {
      SqlNode sequence = new SequenceGrammar(tokens).create(start);
      return new CreateTemporary(
          tokens.since(start), sequence, CreateTemporary.OnCommit.PRESERVE_ROWS);
    }
    if (tokens.at("VIEW") || tokens.at("RECURSIVE VIEW")) {
      throw new GrammarException(start, CoreErrorMessage.UNSUPPORTED, "temporary views");
    }
    tokens.expect("TABLE");
    onCommit = CreateTemporary.OnCommit.PRESERVE_ROWS;
    SqlNode table = createTable(start);
    return new CreateTemporary(tokens.since(start), table, onCommit);
  }

  /** Parses ON COMMIT of a temporary table. */
  private void onCommit() throws ParseException {
    if (onCommit != null && tokens.accept("ON COMMIT")) {
      if (tokens.accept("DELETE ROWS")) {
        onCommit = CreateTemporary.OnCommit.DELETE_ROWS;
      } else if (tokens.accept("DROP")) {
        onCommit = CreateTemporary.OnCommit.DROP;
      } else {
        tokens.expect("PRESERVE ROWS");
      }
    }
  }

  private SqlNode createTable(SqlParserPos start) throws ParseException {
    boolean ifNotExists = tokens.accept("IF NOT EXISTS");
    SqlIdentifier name = tokens.qualifiedName();
    if (tokens.at("AS") || atNames() || onCommit != null && tokens.at("ON COMMIT")) {
      return createTableAs(start, name, ifNotExists);
    }
    TableElements elements = new TableElements();
    if (tokens.at("LIKE")) {
      elements.add(tables.like(elements, true));
    } else {
      tokens.expect("(");
      do {
        tables.element(elements);
      } while (tokens.accept(","));
      tokens.expect(")");
    }
    @Nullable String comment = tables.tableOptions();
    onCommit();
    return new CreateTable(
        tokens.since(start),
        name,
        ifNotExists,
        elements.columns(),
        elements.constraints(),
        elements.likes(),
        comment);
  }

  /** Whether names in parentheses come next, rather than column definitions. */
  private boolean atNames() {
    int second = tokens.peekKind(3);
    return tokens.at("(")
        && (second == MosqlParserImplConstants.COMMA || second == MosqlParserImplConstants.RPAREN);
  }

  private SqlNode createTableAs(SqlParserPos start, SqlIdentifier name, boolean ifNotExists)
      throws ParseException {
    List<SqlIdentifier> columns = tokens.at("(") ? tokens.parenthesized(tokens::name) : List.of();
    onCommit();
    tokens.expect("AS");
    SqlNode query = tokens.query();
    boolean withData = !tokens.accept("WITH NO DATA");
    if (withData) {
      tokens.accept("WITH DATA");
    }
    return new CreateTableAs(tokens.since(start), name, ifNotExists, columns, query, withData);
  }

  private SqlNode createView(SqlParserPos start, boolean orReplace) throws ParseException {
    SqlIdentifier name = tokens.qualifiedName();
    List<SqlIdentifier> columns = tokens.at("(") ? tokens.parenthesized(tokens::name) : List.of();
    tokens.expect("AS");
    SqlNode query = tokens.query();
    CreateView.CheckOption option = CreateView.CheckOption.NONE;
    if (tokens.acceptAny("WITH CHECK OPTION", "WITH CASCADED CHECK OPTION")) {
      option = CreateView.CheckOption.CASCADED;
    } else if (tokens.accept("WITH LOCAL CHECK OPTION")) {
      option = CreateView.CheckOption.LOCAL;
    }
    return new CreateView(tokens.since(start), name, orReplace, columns, query, option);
  }

  private SqlNode alterIndex(SqlParserPos start) throws ParseException {
    boolean ifExists = tokens.accept("IF EXISTS");
    SqlIdentifier index = tokens.qualifiedName();
    SqlIdentifier name = tokens.accept("RENAME TO") ? tokens.name() : null;
    if (name == null && !new AlterTableGrammar(tokens, tables).atStorage()) {
      throw tokens.unexpected("expected RENAME TO, SET or RESET");
    }
    return new AlterIndex(tokens.since(start), index, ifExists, name);
  }

  private SqlNode alterView(SqlParserPos start) throws ParseException {
    boolean ifExists = tokens.accept("IF EXISTS");
    SqlIdentifier view = tokens.qualifiedName();
    if (tokens.accept("OWNER TO")) {
      SqlIdentifier owner = tokens.name();
      return new AlterOwner(
          tokens.since(start), GrantPrivileges.ObjectKind.TABLE, ifExists, view, owner);
    }
    if (tokens.accept("SET SCHEMA")) {
      SqlIdentifier moved = AlterTableGrammar.moved(view, tokens.name());
      return new AlterView(tokens.since(start), view, ifExists, null, moved);
    }
    tokens.expect("RENAME");
    SqlIdentifier column = null;
    if (!tokens.at("TO") || tokens.peek(2).equals("TO")) {
      tokens.accept("COLUMN");
      column = tokens.name();
    }
    tokens.expect("TO");
    SqlIdentifier name = column == null ? tokens.qualifiedName() : tokens.name();
    return new AlterView(tokens.since(start), view, ifExists, column, name);
  }

  private SqlNode createExtension(SqlParserPos start) throws ParseException {
    boolean ifNotExists = tokens.accept("IF NOT EXISTS");
    SqlIdentifier name = tokens.name();
    tokens.accept("WITH");
    while (tokens.acceptAny("SCHEMA", "VERSION", "CASCADE")) {
      if (tokens.previousIs("SCHEMA")
          || tokens.previousIs("VERSION")
              && tokens.peekKind() != MosqlParserImplConstants.QUOTED_STRING) {
        tokens.name();
      } else if (tokens.previousIs("VERSION")) {
        tokens.string();
      }
    }
    return new CreateExtension(tokens.since(start), name, ifNotExists);
  }

  private SqlNode createIndex(SqlParserPos start, boolean unique) throws ParseException {
    skipConcurrently();
    boolean ifNotExists = tokens.accept("IF NOT EXISTS");
    boolean named = !tokens.at("ON") || tokens.peek(2).equals("ON");
    @Nullable SqlIdentifier name = named ? tokens.qualifiedName() : null;
    tokens.expect("ON");
    SqlIdentifier table = tokens.qualifiedName();
    TableGrammar.Index index = tables.indexBody(tables.acceptInverted());
    return new CreateIndex(
        tokens.since(start), name, unique, ifNotExists, table, index.body(), index.comment());
  }

  /** Parses MySQL's RENAME TABLE. */
  SqlNode renameTables() throws ParseException {
    SqlParserPos start = tokens.mark();
    tokens.expect("RENAME TABLE");
    List<RenameTables.Renaming> renamings =
        tokens.list(
            () -> {
              SqlIdentifier table = tokens.qualifiedName();
              tokens.expect("TO");
              return new RenameTables.Renaming(table, tokens.qualifiedName());
            });
    return new RenameTables(tokens.since(start), renamings);
  }

  /** Parses COMMENT ON. */
  SqlNode commentOn() throws ParseException {
    SqlParserPos start = tokens.mark();
    tokens.expect("COMMENT ON");
    CommentOn.Kind kind = null;
    for (CommentOn.Kind each : CommentOn.Kind.values()) {
      kind = kind == null && tokens.accept(each.name()) ? each : kind;
    }
    MissingObjects.Kind missing = kind == null ? missingKind() : null;
    if (missing != null) {
      List<SqlIdentifier> names = List.of(missing(missing));
      commentText();
      return new MissingObjects(tokens.since(start), true, missing, false, names);
    }
    if (kind == null) {
      throw tokens.unexpected(
          "expected TABLE, VIEW, COLUMN, INDEX, CONSTRAINT, SEQUENCE, SCHEMA or DATABASE");
    }
    SqlIdentifier name =
        kind == CommentOn.Kind.COLUMN ? tokens.columnName() : tokens.qualifiedName();
    if (kind == CommentOn.Kind.CONSTRAINT && !tokens.at("ON")) {
      throw tokens.unexpected("expected ON");
    }
    boolean ofTable = kind == CommentOn.Kind.INDEX || kind == CommentOn.Kind.CONSTRAINT;
    SqlIdentifier table = ofTable && tokens.accept("ON") ? tokens.qualifiedName() : null;
    @Nullable String text = commentText();
    return new CommentOn(tokens.since(start), kind, name, table, text);
  }

  private @Nullable String commentText() {
    tokens.expect("IS");
    return tokens.accept("NULL") ? null : tokens.string();
  }

  /** Skips CONCURRENTLY: building or dropping an index never blocks writers. */
  private void skipConcurrently() {
    if (!tokens.at("CONCURRENTLY ON")) {
      tokens.accept("CONCURRENTLY");
    }
  }

  private SqlNode drop(SqlParserPos start) throws ParseException {
    DropObjects.Kind kind = null;
    for (DropObjects.Kind candidate : DropObjects.Kind.values()) {
      if (kind == null && tokens.accept(candidate.name())) {
        kind = candidate;
      }
    }
    if (kind == null) {
      MissingObjects.Kind missing = missingKind();
      if (missing != null) {
        return dropMissing(start, missing);
      }
      throw tokens.unexpected(
          "expected TABLE, VIEW, INDEX, SEQUENCE, SCHEMA, DATABASE, USER or ROLE");
    }
    if (kind == DropObjects.Kind.INDEX) {
      tokens.accept("CONCURRENTLY");
    }
    boolean ifExists = tokens.accept("IF EXISTS");
    List<SqlIdentifier> names =
        kind == DropObjects.Kind.SCHEMA
            ? tokens.list(tokens::name)
            : tokens.list(tokens::qualifiedName);
    @Nullable SqlIdentifier table =
        kind == DropObjects.Kind.INDEX && tokens.accept("ON") ? tokens.qualifiedName() : null;
    boolean cascade = cascade();
    return new DropObjects(tokens.since(start), kind, ifExists, names, table, cascade);
  }

  private MissingObjects.@Nullable Kind missingKind() {
    for (MissingObjects.Kind kind : MissingObjects.Kind.values()) {
      if (tokens.accept(kind.words())) {
        return kind;
      }
    }
    return null;
  }

  private SqlNode dropMissing(SqlParserPos start, MissingObjects.Kind kind) throws ParseException {
    boolean ifExists = tokens.accept("IF EXISTS");
    List<SqlIdentifier> names = tokens.list(() -> missing(kind));
    cascade();
    return new MissingObjects(tokens.since(start), false, kind, ifExists, names);
  }

  /** Parses the name of an object of such a kind, with its arguments or its table. */
  private SqlIdentifier missing(MissingObjects.Kind kind) throws ParseException {
    SqlIdentifier name = tokens.qualifiedName();
    if (kind.isRoutine() && tokens.at("(")) {
      tokens.skipParentheses();
    }
    if (tokens.accept("ON")) {
      tokens.qualifiedName();
    }
    return name;
  }

  private boolean cascade() {
    boolean cascade = tokens.accept("CASCADE");
    if (!cascade) {
      tokens.accept("RESTRICT");
    }
    return cascade;
  }

  private SqlNode truncate(SqlParserPos start) throws ParseException {
    tokens.accept("TABLE");
    List<SqlIdentifier> names =
        tokens.list(
            () -> {
              // there are no tables that inherit from others
              tokens.accept("ONLY");
              return tokens.qualifiedName();
            });
    boolean restart = tokens.accept("RESTART IDENTITY");
    if (!restart) {
      tokens.accept("CONTINUE IDENTITY");
    }
    boolean cascade = cascade();
    return new TruncateTables(tokens.since(start), names, restart, cascade);
  }
}

package io.mosql.sql.parser.impl;

import io.mosql.core.error.CoreErrorMessage;
import io.mosql.sql.parser.ast.admin.BackupStatement;
import io.mosql.sql.parser.ast.admin.MaintenanceStatement;
import io.mosql.sql.parser.ast.ddl.CreateTableAs;
import io.mosql.sql.parser.ast.ddl.CreateTemporary;
import io.mosql.sql.parser.ast.dml.DataModifyingWith;
import io.mosql.sql.parser.ast.query.LockingQuery;
import io.mosql.sql.parser.ast.session.KillStatement;
import io.mosql.sql.parser.ast.session.SetSchema;
import io.mosql.sql.parser.error.ParserErrorMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlWithItem;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/** Parses statements, dispatching on the first word, and queries. */
final class StatementGrammar {
  private static final Set<String> ANALYZE_OPTIONS = Set.of("VERBOSE", "SKIP_LOCKED");

  private static final Set<String> VACUUM_OPTIONS =
      Set.of(
          "FULL",
          "FREEZE",
          "VERBOSE",
          "ANALYZE",
          "DISABLE_PAGE_SKIPPING",
          "SKIP_LOCKED",
          "INDEX_CLEANUP",
          "PROCESS_TOAST",
          "TRUNCATE",
          "PARALLEL");

  private static final Set<String> CHANGES =
      Set.of("INSERT", "REPLACE", "UPDATE", "DELETE", "MERGE");

  private final TokenReader tokens;

  StatementGrammar(MosqlParserImpl parser) {
    parser.token_source = new ContextualKeywords(parser.token_source);
    this.tokens = new TokenReader(parser);
  }

  /** Parses a statement; a semicolon may end it. */
  SqlNode statement() {
    return whole(
        () -> {
          SqlNode statement = atRows() ? rows() : other();
          tokens.accept(";");
          return statement;
        });
  }

  /** Parses an expression. */
  SqlNode expression() {
    return whole(tokens::expression);
  }

  private SqlNode whole(TokenReader.Item<SqlNode> rule) {
    try {
      SqlNode node = rule.parse();
      if (tokens.peekKind() != MosqlParserImplConstants.EOF) {
        throw tokens.unmatched();
      }
      return node;
    } catch (ParseException e) {
      throw tokens.unmatched();
    }
  }

  private boolean atRows() {
    return switch (tokens.peek()) {
      case "SELECT", "WITH", "VALUES", "TABLE", "(" -> true;
      case "INSERT", "REPLACE", "UPDATE", "DELETE", "MERGE" -> true;
      default -> false;
    };
  }

  private SqlNode rows() throws ParseException {
    return switch (tokens.peek()) {
      case "INSERT", "REPLACE", "UPDATE", "DELETE", "MERGE" -> new DmlGrammar(tokens).statement();
      case "WITH" -> with();
      default -> queryInto(tokens.mark(), null);
    };
  }

  /**
   * Parses a query with its locking clause, or PostgreSQL's SELECT .. INTO, which creates a table.
   *
   * @param named queries of a WITH before it; null for none
   */
  private SqlNode queryInto(SqlParserPos start, @Nullable SqlNodeList named) throws ParseException {
    SelectIntoTokenManager into = tokens.extractInto();
    SqlNode query =
        named == null ? tokens.query() : DataModifyingWith.prependQueries(named, tokens.query());
    SqlIdentifier table = into.table();
    if (table == null) {
      return locking(start, query);
    }
    SqlIdentifier name = DatabaseParser.relation(table, tokens.parser());
    CreateTableAs create =
        new CreateTableAs(tokens.since(start), name, false, List.of(), query, true);
    return into.isTemporary()
        ? new CreateTemporary(tokens.since(start), create, CreateTemporary.OnCommit.PRESERVE_ROWS)
        : create;
  }

  /** Parses a WITH list and the query or DML statement after it. */
  private SqlNode with() throws ParseException {
    SqlParserPos start = tokens.mark();
    SqlNodeList items = withList();
    boolean changes = DataModifyingWith.changesRows(items);
    SqlNodeList named = changes ? null : items;
    SqlNode body =
        switch (tokens.peek()) {
          case "INSERT", "REPLACE", "UPDATE", "DELETE", "MERGE" ->
              new DmlGrammar(tokens).behind(changes ? tokens.mark() : start, named);
          case "WITH" -> throw tokens.unmatched();
          default -> queryInto(changes ? tokens.mark() : start, named);
        };
    if (changes && (body instanceof CreateTableAs || body instanceof CreateTemporary)) {
      throw new GrammarException(
          start, CoreErrorMessage.UNSUPPORTED, "SELECT .. INTO after a WITH that changes rows");
    }
    return changes ? new DataModifyingWith(tokens.since(start), items, body) : body;
  }

  private SqlNodeList withList() throws ParseException {
    SqlParserPos start = tokens.mark();
    tokens.expect("WITH");
    boolean recursive =
        tokens.at("RECURSIVE")
            && tokens.peekKind(2) != MosqlParserImplConstants.AS
            && tokens.peekKind(2) != MosqlParserImplConstants.LPAREN;
    if (recursive) {
      tokens.next();
    }
    List<SqlWithItem> items = new ArrayList<>();
    do {
      SqlLiteral flag = SqlLiteral.createBoolean(recursive, tokens.previousPosition());
      if (atOwnItem()) {
        items.add(item(flag));
      } else {
        addQuery(items, flag);
      }
    } while (tokens.accept(","));
    return new SqlNodeList(items, tokens.since(start));
  }

  private void addQuery(List<SqlWithItem> items, SqlLiteral recursive) throws ParseException {
    try {
      tokens.parser().AddWithItem(items, recursive);
    } catch (ParseException e) {
      GrammarException refused = tokens.refusedAt(CHANGES, ParserErrorMessage.NOT_TOP_LEVEL);
      throw refused == null ? tokens.unmatched() : refused;
    }
  }

  /**
   * Whether an item comes next that the generated grammar does not parse, such as a DML statement.
   */
  private boolean atOwnItem() {
    int next = 2;
    if (tokens.peekKind(next) == MosqlParserImplConstants.LPAREN) {
      do {
        next++;
        if (tokens.peekKind(next) == MosqlParserImplConstants.EOF) {
          return false;
        }
      } while (tokens.peekKind(next) != MosqlParserImplConstants.RPAREN);
      next++;
    }
    if (!tokens.peek(next).equals("AS")) {
      return false;
    }
    int open = next + 1;
    if (tokens.peekKind(open) != MosqlParserImplConstants.LPAREN) {
      open += tokens.peekKind(open) == MosqlParserImplConstants.NOT ? 2 : 1;
      if (!tokens.peek(open - 1).equals("MATERIALIZED")) {
        return false;
      }
    }
    return tokens.peekKind(open) == MosqlParserImplConstants.LPAREN
        && (CHANGES.contains(tokens.peek(open + 1))
            || tokens.peekKind(open + 1) == MosqlParserImplConstants.WITH);
  }

  private SqlWithItem item(SqlLiteral recursive) throws ParseException {
    SqlIdentifier name = tokens.name();
    SqlParserPos pos = tokens.mark();
    SqlNodeList columns =
        tokens.at("(") ? new SqlNodeList(tokens.parenthesized(tokens::name), pos) : null;
    tokens.expect("AS");
    // a change of rows is executed once in any case
    tokens.acceptAny("MATERIALIZED", "NOT MATERIALIZED");
    tokens.expect("(");
    SqlNode rows = tokens.at("WITH") ? innerWith() : new DmlGrammar(tokens).statement();
    tokens.expect(")");
    return new SqlWithItem(name.getParserPosition(), name, columns, rows, recursive);
  }

  /** Parses a WITH clause within an item of another one. */
  private SqlNode innerWith() throws ParseException {
    SqlParserPos start = tokens.mark();
    SqlNodeList items = withList();
    if (DataModifyingWith.changesRows(items)) {
      throw new GrammarException(start, ParserErrorMessage.NOT_TOP_LEVEL);
    }
    return CHANGES.contains(tokens.peek())
        ? new DmlGrammar(tokens).behind(start, items)
        : DataModifyingWith.prependQueries(items, tokens.query());
  }

  private SqlNode other() throws ParseException {
    return switch (tokens.peek()) {
      case "COMMENT" -> new DdlGrammar(tokens).commentOn();
      case "CREATE", "ALTER", "DROP", "TRUNCATE" ->
          AdminGrammar.begins(tokens)
              ? new AdminGrammar(tokens).statement()
              : new DdlGrammar(tokens).statement();
      case "RENAME" -> new DdlGrammar(tokens).renameTables();
      case "GRANT", "REVOKE" -> new AdminGrammar(tokens).statement();
      case "BEGIN",
          "START",
          "PREPARE",
          "COMMIT",
          "END",
          "ROLLBACK",
          "ABORT",
          "SAVEPOINT",
          "RELEASE" ->
          new SessionGrammar(tokens).transaction();
      case "SET", "RESET" -> new SessionGrammar(tokens).set();
      case "USE" -> use();
      case "SHOW" -> new ShowGrammar(tokens).show();
      case "DESCRIBE", "DESC" -> new ShowGrammar(tokens).describe();
      case "EXPLAIN" -> new ExplainGrammar(tokens, this::explained).statement();
      case "COPY" -> new CopyGrammar(tokens).statement();
      case "VACUUM", "ANALYZE", "CHECKPOINT", "SHUTDOWN" -> maintenance();
      case "BACKUP" -> backup();
      case "KILL" -> kill();
      default -> throw tokens.unmatched();
    };
  }

  /** Parses the statement that an EXPLAIN is of. */
  private SqlNode explained() throws ParseException {
    if (atRows()) {
      return rows();
    }
    GrammarException unexpected =
        tokens.unexpected("expected a query, INSERT, UPDATE, DELETE or MERGE");
    if (!tokens.at("CREATE")) {
      throw unexpected;
    }
    SqlNode statement = other();
    SqlNode created =
        statement instanceof CreateTemporary temporary ? temporary.object() : statement;
    if (!(created instanceof CreateTableAs)) {
      throw unexpected;
    }
    return statement;
  }

  private SqlNode locking(SqlParserPos start, SqlNode query) throws ParseException {
    if (!tokens.accept("FOR")) {
      return query;
    }
    LockingQuery.Strength strength;
    if (tokens.acceptAny("UPDATE", "NO KEY UPDATE")) {
      strength = LockingQuery.Strength.UPDATE;
    } else if (tokens.acceptAny("SHARE", "KEY SHARE")) {
      strength = LockingQuery.Strength.SHARE;
    } else {
      throw tokens.unexpected("expected UPDATE or SHARE");
    }
    List<SqlIdentifier> tables =
        tokens.accept("OF") ? tokens.list(tokens::qualifiedName) : List.of();
    LockingQuery.WaitOption waitOption = LockingQuery.WaitOption.WAIT;
    int seconds = LockingQuery.NO_LIMIT;
    if (tokens.accept("NOWAIT")) {
      waitOption = LockingQuery.WaitOption.NOWAIT;
    } else if (tokens.accept("SKIP LOCKED")) {
      waitOption = LockingQuery.WaitOption.SKIP_LOCKED;
    } else if (tokens.accept("WAIT")) {
      seconds = tokens.parser().UnsignedIntLiteral();
    }
    return new LockingQuery(tokens.since(start), query, strength, tables, waitOption, seconds);
  }

  private SqlNode maintenance() throws ParseException {
    SqlParserPos start = tokens.mark();
    MaintenanceStatement.Kind kind =
        MaintenanceStatement.Kind.valueOf(tokens.next().toUpperCase(Locale.ROOT));
    List<SqlIdentifier> tables = List.of();
    if (kind == MaintenanceStatement.Kind.VACUUM || kind == MaintenanceStatement.Kind.ANALYZE) {
      skipMaintenanceOptions(kind == MaintenanceStatement.Kind.VACUUM);
      tokens.accept("TABLE");
      if (!tokens.at(";") && tokens.peekKind() != MosqlParserImplConstants.EOF) {
        tables = tokens.list(this::maintained);
      }
    }
    return new MaintenanceStatement(tokens.since(start), kind, tables);
  }

  /** Skips the options of PostgreSQL, which have no effect: nothing is to be frozen or skipped. */
  private void skipMaintenanceOptions(boolean vacuum) {
    if (tokens.accept("(")) {
      do {
        SqlParserPos option = tokens.mark();
        String name = tokens.next().toUpperCase(Locale.ROOT);
        if (!(vacuum ? VACUUM_OPTIONS : ANALYZE_OPTIONS).contains(name)) {
          throw new GrammarException(
              option,
              ParserErrorMessage.UNRECOGNIZED_OPTION,
              vacuum ? "VACUUM" : "ANALYZE",
              name.toLowerCase(Locale.ROOT));
        }
        if (!tokens.at(",") && !tokens.at(")")) {
          tokens.next();
        }
      } while (tokens.accept(","));
      tokens.expect(")");
    } else if (vacuum) {
      for (String option : List.of("FULL", "FREEZE", "VERBOSE", "ANALYZE")) {
        tokens.accept(option);
      }
    } else {
      tokens.accept("VERBOSE");
    }
  }

  /** Parses a table of VACUUM or ANALYZE, with columns, which are not needed. */
  private SqlIdentifier maintained() throws ParseException {
    SqlIdentifier table = tokens.qualifiedName();
    if (tokens.at("(")) {
      tokens.parenthesized(tokens::name);
    }
    return table;
  }

  private SqlNode backup() {
    SqlParserPos start = tokens.mark();
    tokens.expect("BACKUP TO");
    String directory = tokens.string();
    boolean verify = true;
    if (tokens.accept("WITH")) {
      tokens.expect("( VERIFY");
      verify = !tokens.acceptAny("FALSE", "OFF");
      if (verify) {
        tokens.acceptAny("TRUE", "ON");
      }
      tokens.expect(")");
    }
    return new BackupStatement(tokens.since(start), directory, verify);
  }

  private SqlNode kill() {
    SqlParserPos start = tokens.mark();
    tokens.expect("KILL");
    boolean queryOnly = tokens.accept("QUERY");
    if (!queryOnly) {
      tokens.accept("CONNECTION");
    }
    long session = tokens.number();
    return new KillStatement(tokens.since(start), queryOnly, session);
  }

  private SqlNode use() throws ParseException {
    SqlParserPos start = tokens.mark();
    tokens.expect("USE");
    SqlIdentifier name = tokens.name();
    return new SetSchema(tokens.since(start), name);
  }
}

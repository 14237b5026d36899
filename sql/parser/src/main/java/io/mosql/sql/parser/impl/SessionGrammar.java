package io.mosql.sql.parser.impl;

import io.mosql.sql.parser.ast.session.SavepointStatement;
import io.mosql.sql.parser.ast.session.SetConstraints;
import io.mosql.sql.parser.ast.session.SetOption;
import io.mosql.sql.parser.ast.session.SetSchema;
import io.mosql.sql.parser.ast.session.TransactionControl;
import io.mosql.sql.parser.ast.session.TransactionModes;
import io.mosql.sql.parser.ast.session.TwoPhaseCommit;
import java.util.List;
import java.util.Locale;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/** Parses transaction control and SET. */
final class SessionGrammar {
  private final TokenReader tokens;

  SessionGrammar(TokenReader tokens) {
    this.tokens = tokens;
  }

  SqlNode transaction() throws ParseException {
    SqlParserPos start = tokens.mark();
    switch (tokens.next().toUpperCase(Locale.ROOT)) {
      case "BEGIN":
        tokens.acceptAny("WORK", "TRANSACTION");
        return control(start, TransactionControl.Kind.BEGIN, modes(true));
      case "START":
        tokens.expect("TRANSACTION");
        return control(start, TransactionControl.Kind.BEGIN, modes(true));
      case "PREPARE":
        tokens.expect("TRANSACTION");
        return twoPhase(start, TwoPhaseCommit.Kind.PREPARE);
      case "COMMIT", "END":
        if (tokens.accept("PREPARED")) {
          return twoPhase(start, TwoPhaseCommit.Kind.COMMIT);
        }
        tokens.acceptAny("WORK", "TRANSACTION");
        return control(start, TransactionControl.Kind.COMMIT, TransactionModes.NONE);
      case "SAVEPOINT":
        return savepoint(start, SavepointStatement.Kind.SET);
      case "RELEASE":
        tokens.accept("SAVEPOINT");
        return savepoint(start, SavepointStatement.Kind.RELEASE);
      default: // ROLLBACK, ABORT
        if (tokens.accept("PREPARED")) {
          return twoPhase(start, TwoPhaseCommit.Kind.ROLLBACK);
        }
        tokens.acceptAny("WORK", "TRANSACTION");
        if (tokens.accept("TO")) {
          tokens.accept("SAVEPOINT");
          return savepoint(start, SavepointStatement.Kind.ROLLBACK_TO);
        }
        return control(start, TransactionControl.Kind.ROLLBACK, TransactionModes.NONE);
    }
  }

  private SqlNode twoPhase(SqlParserPos start, TwoPhaseCommit.Kind kind) throws ParseException {
    String gid = tokens.string();
    return new TwoPhaseCommit(tokens.since(start), kind, gid);
  }

  private SqlNode control(
      SqlParserPos start, TransactionControl.Kind kind, TransactionModes modes) {
    return new TransactionControl(tokens.since(start), kind, modes);
  }

  private SqlNode savepoint(SqlParserPos start, SavepointStatement.Kind kind)
      throws ParseException {
    SqlIdentifier name = tokens.name();
    return new SavepointStatement(tokens.since(start), kind, name);
  }

  private TransactionModes modes(boolean mayBeEmpty) {
    TransactionModes.@Nullable Level level = null;
    Boolean readOnly = null;
    boolean any = false;
    boolean more = true;
    while (more) {
      if (tokens.accept("ISOLATION LEVEL")) {
        level = level();
      } else if (tokens.accept("READ ONLY")) {
        readOnly = true;
      } else if (tokens.accept("READ WRITE")) {
        readOnly = false;
      } else if (!tokens.acceptAny("NOT DEFERRABLE", "DEFERRABLE")) {
        if (any || !mayBeEmpty) {
          throw tokens.unexpected("expected ISOLATION LEVEL, READ ONLY or READ WRITE");
        }
        return TransactionModes.NONE;
      }
      any = true;
      more = tokens.accept(",") || tokens.at("ISOLATION") || tokens.at("READ");
    }
    return new TransactionModes(level, readOnly);
  }

  private TransactionModes.Level level() {
    for (TransactionModes.Level level : TransactionModes.Level.values()) {
      if (tokens.accept(level.name().replace('_', ' '))) {
        return level;
      }
    }
    throw tokens.unexpected("expected an isolation level");
  }

  SqlNode set() throws ParseException {
    SqlParserPos start = tokens.mark();
    if (tokens.accept("RESET")) {
      boolean persistent = tokens.accept("PERSIST");
      SetOption.Scope scope = persistent ? SetOption.Scope.PERSIST : SetOption.Scope.SESSION;
      SqlIdentifier name =
          persistent && ends() ? new SqlIdentifier("all", tokens.previousPosition()) : optionName();
      return new SetOption(tokens.since(start), scope, name, List.of());
    }
    tokens.expect("SET");
    if (tokens.at("PERSIST") && !isAssignment(2)) {
      tokens.next();
      return persist(start);
    }
    if (tokens.accept("TRANSACTION")) {
      return control(start, TransactionControl.Kind.SET_TRANSACTION, modes(false));
    }
    if (tokens.acceptAny("SESSION CHARACTERISTICS AS TRANSACTION", "SESSION TRANSACTION")) {
      return control(start, TransactionControl.Kind.SET_SESSION, modes(false));
    }
    if (tokens.accept("SESSION AUTHORIZATION")) {
      SqlIdentifier name = new SqlIdentifier("session_authorization", tokens.previousPosition());
      tokens.expect("DEFAULT");
      return new SetOption(tokens.since(start), SetOption.Scope.SESSION, name, List.of());
    }
    if (tokens.at("CONSTRAINTS") && !isAssignment(2)) {
      tokens.next();
      List<SqlIdentifier> names =
          tokens.accept("ALL") ? List.of() : tokens.list(tokens::qualifiedName);
      boolean deferred = tokens.accept("DEFERRED");
      if (!deferred) {
        tokens.expect("IMMEDIATE");
      }
      return new SetConstraints(tokens.since(start), names, deferred);
    }
    if (tokens.accept("ROLE NONE")) {
      SqlIdentifier name = new SqlIdentifier("role", tokens.previousPosition());
      return new SetOption(tokens.since(start), SetOption.Scope.SESSION, name, List.of());
    }
    SetOption.Scope scope = SetOption.Scope.SESSION;
    if (tokens.at("SESSION") || tokens.at("LOCAL")) {
      // A scope only when a name follows: an option may have this word as its name.
      if (!isAssignment(2)) {
        scope = tokens.at("LOCAL") ? SetOption.Scope.LOCAL : scope;
        tokens.next();
      }
    }
    if (tokens.at("SCHEMA")) {
      SetSchema set = schema(start);
      return scope == SetOption.Scope.SESSION
          ? set
          : new SetOption(
              set.getParserPosition(),
              scope,
              new SqlIdentifier("search_path", set.name().getParserPosition()),
              List.of(set.name()));
    }
    if (tokens.at("PASSWORD")) {
      return new AdminGrammar(tokens).setPassword(start);
    }
    if (tokens.at("NAMES")) {
      return option(start, scope, optionName());
    }
    return option(start, scope, assigned());
  }

  /** Parses SET PERSIST, for new sessions of the database. */
  private SqlNode persist(SqlParserPos start) throws ParseException {
    return option(start, SetOption.Scope.PERSIST, assigned());
  }

  /** Parses the name of an option and the assignment sign. */
  private SqlIdentifier assigned() throws ParseException {
    if (tokens.accept("TIME ZONE")) {
      return new SqlIdentifier("timezone", tokens.previousPosition());
    }
    SqlIdentifier name = optionName();
    if (!tokens.accept("=")) {
      tokens.expect("TO");
    }
    return name;
  }

  private boolean ends() {
    return tokens.peekKind() == MosqlParserImplConstants.EOF || tokens.at(";");
  }

  private boolean isAssignment(int ahead) {
    int kind = tokens.peekKind(ahead);
    return kind == MosqlParserImplConstants.EQ || kind == MosqlParserImplConstants.TO;
  }

  private SetSchema schema(SqlParserPos start) throws ParseException {
    tokens.expect("SCHEMA");
    if (!tokens.accept("=")) {
      tokens.accept("TO");
    }
    SqlIdentifier name;
    if (tokens.peekKind() == MosqlParserImplConstants.QUOTED_STRING) {
      String text = tokens.string();
      name = new SqlIdentifier(text, tokens.previousPosition());
    } else {
      name = tokens.name();
    }
    return new SetSchema(tokens.since(start), name);
  }

  private SqlIdentifier optionName() throws ParseException {
    if (tokens.accept("ALL")) {
      return new SqlIdentifier("all", tokens.previousPosition());
    }
    if (tokens.accept("TIME ZONE")) {
      return new SqlIdentifier("timezone", tokens.previousPosition());
    }
    if (tokens.accept("SESSION AUTHORIZATION")) {
      return new SqlIdentifier("session_authorization", tokens.previousPosition());
    }
    return tokens.qualifiedName();
  }

  private SqlNode option(SqlParserPos start, SetOption.Scope scope, SqlIdentifier name)
      throws ParseException {
    List<SqlNode> values = tokens.accept("DEFAULT") ? List.of() : tokens.list(this::value);
    return new SetOption(tokens.since(start), scope, name, values);
  }

  private SqlNode value() throws ParseException {
    for (String word : List.of("ON", "LOCAL", "USER")) {
      if (tokens.accept(word)) {
        return new SqlIdentifier(word.toLowerCase(Locale.ROOT), tokens.previousPosition());
      }
    }
    if (tokens.accept("TRUE")) {
      return SqlLiteral.createBoolean(true, tokens.previousPosition());
    }
    if (tokens.accept("FALSE")) {
      return SqlLiteral.createBoolean(false, tokens.previousPosition());
    }
    return switch (tokens.peekKind()) {
      case MosqlParserImplConstants.QUOTED_STRING -> {
        String text = tokens.string();
        yield SqlLiteral.createCharString(text, tokens.previousPosition());
      }
      case MosqlParserImplConstants.MINUS,
          MosqlParserImplConstants.PLUS,
          MosqlParserImplConstants.UNSIGNED_INTEGER_LITERAL,
          MosqlParserImplConstants.DECIMAL_NUMERIC_LITERAL ->
          tokens.parser().NumericLiteral();
      default -> tokens.qualifiedName();
    };
  }
}

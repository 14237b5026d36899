package io.mosql.sql.parser.impl;

import io.mosql.sql.parser.ast.admin.AccountStatement;
import io.mosql.sql.parser.ast.admin.AlterOwner;
import io.mosql.sql.parser.ast.admin.DatabaseStatement;
import io.mosql.sql.parser.ast.admin.GrantPrivileges;
import io.mosql.sql.parser.ast.admin.GrantRoles;
import io.mosql.sql.parser.error.ParserErrorMessage;
import java.util.List;
import java.util.Set;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/** Parses statements about accounts, privileges, owners, databases and cluster nodes. */
final class AdminGrammar {
  private static final Set<String> RIGHTS =
      Set.of(
          "SELECT",
          "INSERT",
          "UPDATE",
          "DELETE",
          "TRUNCATE",
          "REFERENCES",
          "USAGE",
          "CREATE",
          "CONNECT",
          "COPY");

  private final TokenReader tokens;

  AdminGrammar(TokenReader tokens) {
    this.tokens = tokens;
  }

  /** Whether a statement that begins with CREATE, ALTER or DROP is one of these. */
  static boolean begins(TokenReader tokens) {
    return switch (tokens.peek(2)) {
      case "USER", "ROLE", "DATABASE" -> !tokens.at("TRUNCATE");
      case "CLUSTER" -> tokens.at("ALTER");
      case "SEQUENCE", "SCHEMA" -> tokens.at("ALTER");
      default -> false;
    };
  }

  SqlNode statement() throws ParseException {
    SqlParserPos start = tokens.mark();
    if (tokens.accept("GRANT")) {
      return grant(start, false);
    }
    if (tokens.accept("REVOKE")) {
      return grant(start, true);
    }
    AccountStatement.Action action = AccountStatement.Action.valueOf(tokens.peek());
    tokens.next();
    if (tokens.at("USER") || tokens.at("ROLE")) {
      return account(start, action);
    }
    if (action == AccountStatement.Action.ALTER && tokens.accept("CLUSTER")) {
      return new ClusterGrammar(tokens).alter(start);
    }
    if (action == AccountStatement.Action.ALTER) {
      return owned(start);
    }
    tokens.expect("DATABASE");
    boolean drop = action == AccountStatement.Action.DROP;
    boolean conditional = tokens.accept(drop ? "IF EXISTS" : "IF NOT EXISTS");
    SqlIdentifier name = tokens.name();
    SqlIdentifier owner = null;
    if (!drop && tokens.accept("OWNER")) {
      tokens.accept("=");
      owner = tokens.name();
    }
    List<String> nodes =
        !drop && tokens.accept("ON NODES") ? tokens.parenthesized(tokens::string) : List.of();
    return new DatabaseStatement(tokens.since(start), drop, conditional, name, owner, nodes);
  }

  private SqlNode account(SqlParserPos start, AccountStatement.Action action)
      throws ParseException {
    boolean role = tokens.accept("ROLE");
    if (!role) {
      tokens.expect("USER");
    }
    boolean drop = action == AccountStatement.Action.DROP;
    boolean create = action == AccountStatement.Action.CREATE;
    boolean conditional = tokens.accept(create ? "IF NOT EXISTS" : "IF EXISTS");
    List<SqlIdentifier> names = drop ? tokens.list(tokens::name) : List.of(tokens.name());
    AccountStatement.Options options = drop ? AccountStatement.Options.NONE : options(create);
    return new AccountStatement(tokens.since(start), action, role, conditional, names, options);
  }

  private AccountStatement.Options options(boolean mayBeEmpty) {
    tokens.accept("WITH");
    @Nullable String password = null;
    @Nullable Boolean login = null;
    @Nullable Boolean admin = null;
    boolean any = false;
    while (true) {
      if (tokens.accept("PASSWORD")) {
        password = tokens.accept("NULL") ? "" : password();
      } else if (tokens.acceptAny("LOGIN", "NOLOGIN")) {
        login = tokens.previousIs("LOGIN");
      } else if (tokens.acceptAny("ADMIN", "NOADMIN")) {
        admin = tokens.previousIs("ADMIN");
      } else if (any || mayBeEmpty) {
        return new AccountStatement.Options(password, login, admin);
      } else {
        throw tokens.unexpected("expected PASSWORD, LOGIN, NOLOGIN, ADMIN or NOADMIN");
      }
      any = true;
    }
  }

  private String password() {
    SqlParserPos at = tokens.mark();
    String password = tokens.string();
    if (password.isEmpty()) {
      throw new GrammarException(at, ParserErrorMessage.EMPTY_PASSWORD);
    }
    return password;
  }

  /** Parses the name of a role, or a word for the current user: null. */
  static @Nullable SqlIdentifier role(TokenReader tokens) throws ParseException {
    return tokens.acceptAny("CURRENT_USER", "CURRENT_ROLE", "SESSION_USER") ? null : tokens.name();
  }

  SqlNode setPassword(SqlParserPos start) {
    tokens.expect("PASSWORD");
    tokens.acceptAny("=", "TO");
    AccountStatement.Options options = new AccountStatement.Options(password(), null, null);
    return new AccountStatement(
        tokens.since(start),
        AccountStatement.Action.SET_PASSWORD,
        false,
        false,
        List.of(),
        options);
  }

  private SqlNode owned(SqlParserPos start) throws ParseException {
    GrantPrivileges.ObjectKind kind = GrantPrivileges.ObjectKind.valueOf(tokens.peek());
    tokens.next();
    boolean ifExists = tokens.accept("IF EXISTS");
    SqlIdentifier name = tokens.qualifiedName();
    if (kind == GrantPrivileges.ObjectKind.SEQUENCE && !tokens.at("OWNER")) {
      return new SequenceGrammar(tokens).alter(start, ifExists, name);
    }
    tokens.expect("OWNER TO");
    SqlIdentifier owner = tokens.name();
    return new AlterOwner(tokens.since(start), kind, ifExists, name, owner);
  }

  private SqlNode grant(SqlParserPos start, boolean revoke) throws ParseException {
    boolean optionOnly = revoke && tokens.accept("GRANT OPTION FOR");
    String to = revoke ? "FROM" : "TO";
    if (!optionOnly && !isOnObjects()) {
      List<SqlIdentifier> roles = tokens.list(tokens::name);
      tokens.expect(to);
      List<SqlIdentifier> members = tokens.list(tokens::name);
      return new GrantRoles(tokens.since(start), revoke, roles, members);
    }
    List<String> privileges = List.of();
    if (tokens.accept("ALL")) {
      tokens.accept("PRIVILEGES");
    } else {
      privileges = tokens.list(this::privilege);
    }
    tokens.expect("ON");
    GrantPrivileges.Objects objects = objects();
    tokens.expect(to);
    List<SqlIdentifier> accounts = tokens.list(tokens::name);
    boolean withOption = !revoke && tokens.accept("WITH GRANT OPTION");
    return new GrantPrivileges(
        tokens.since(start), revoke, optionOnly, privileges, objects, accounts, withOption);
  }

  /**
   * Whether ON comes before TO, FROM and the end: the statement then names privileges, not roles.
   */
  private boolean isOnObjects() {
    for (int i = 1; ; i++) {
      if (tokens.peekKind(i) == MosqlParserImplConstants.EOF) {
        return false;
      }
      switch (tokens.peek(i)) {
        case "ON":
          return true;
        case "TO", "FROM":
          return false;
        default:
          break;
      }
    }
  }

  private String privilege() {
    if (!RIGHTS.contains(tokens.peek())) {
      throw tokens.unexpected("expected a privilege such as SELECT, or ALL");
    }
    String privilege = tokens.peek();
    tokens.next();
    return privilege;
  }

  private GrantPrivileges.Objects objects() throws ParseException {
    for (GrantPrivileges.ObjectKind kind :
        List.of(GrantPrivileges.ObjectKind.TABLE, GrantPrivileges.ObjectKind.SEQUENCE)) {
      if (tokens.accept("ALL " + kind + "S IN SCHEMA")) {
        return new GrantPrivileges.Objects(kind, true, tokens.list(tokens::name));
      }
    }
    for (GrantPrivileges.ObjectKind kind : GrantPrivileges.ObjectKind.values()) {
      // A schema may have this word as its name.
      if (tokens.at(kind.name()) && tokens.peekKind(2) != MosqlParserImplConstants.DOT) {
        tokens.next();
        return new GrantPrivileges.Objects(kind, false, tokens.list(tokens::qualifiedName));
      }
    }
    return new GrantPrivileges.Objects(
        GrantPrivileges.ObjectKind.TABLE, false, tokens.list(tokens::qualifiedName));
  }
}

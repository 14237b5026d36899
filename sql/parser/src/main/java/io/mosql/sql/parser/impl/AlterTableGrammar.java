package io.mosql.sql.parser.impl;

import io.mosql.core.error.CoreErrorMessage;
import io.mosql.core.type.SqlType;
import io.mosql.sql.parser.ast.admin.AlterOwner;
import io.mosql.sql.parser.ast.admin.GrantPrivileges;
import io.mosql.sql.parser.ast.ddl.AlterAction;
import io.mosql.sql.parser.ast.ddl.AlterTable;
import io.mosql.sql.parser.ast.ddl.ColumnDefinition;
import java.util.List;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/** Parses ALTER TABLE. */
final class AlterTableGrammar {
  private final TokenReader tokens;
  private final TableGrammar tables;

  AlterTableGrammar(TokenReader tokens, TableGrammar tables) {
    this.tokens = tokens;
    this.tables = tables;
  }

  /** Parses the rest of the statement after ALTER TABLE. */
  SqlNode alterTable(SqlParserPos start) throws ParseException {
    boolean ifExists = tokens.accept("IF EXISTS");
    tokens.accept("ONLY");
    SqlIdentifier table = tokens.qualifiedName();
    if (tokens.accept("OWNER TO")) {
      SqlIdentifier owner = tokens.name();
      return new AlterOwner(
          tokens.since(start), GrantPrivileges.ObjectKind.TABLE, ifExists, table, owner);
    }
    if (tokens.accept("SET SCHEMA")) {
      AlterAction move = new AlterAction.RenameTable(moved(table, tokens.name()));
      return new AlterTable(tokens.since(start), table, ifExists, List.of(move));
    }
    List<AlterAction> actions = tokens.list(this::action);
    return new AlterTable(tokens.since(start), table, ifExists, actions);
  }

  /** Returns the name of an object after its move to another schema. */
  static SqlIdentifier moved(SqlIdentifier name, SqlIdentifier schema) {
    String last = name.names.get(name.names.size() - 1);
    return new SqlIdentifier(List.of(schema.getSimple(), last), schema.getParserPosition());
  }

  private AlterAction action() throws ParseException {
    if (tokens.accept("ADD")) {
      return add();
    }
    if (tokens.accept("DROP")) {
      return drop();
    }
    if (tokens.accept("ALTER")) {
      return alterColumn();
    }
    if (tokens.accept("RENAME")) {
      return rename();
    }
    if (tokens.accept("MODIFY")) {
      tokens.accept("COLUMN");
      ColumnDefinition definition = definition();
      return new AlterAction.ModifyColumn(definition.name(), definition);
    }
    if (tokens.accept("CHANGE")) {
      tokens.accept("COLUMN");
      SqlIdentifier column = tokens.name();
      return new AlterAction.ModifyColumn(column, definition());
    }
    if (atStorage()) {
      return new AlterAction.SetStorageParameters();
    }
    if (tokens.at("COMMENT")) {
      return new AlterAction.SetComment(tables.tableComment());
    }
    throw tokens.unexpected(
        "expected ADD, DROP, ALTER, RENAME, MODIFY, CHANGE, COMMENT, OWNER TO or SET SCHEMA");
  }

  /** Skips SET and RESET of how a table or index is stored; returns whether one came next. */
  boolean atStorage() throws ParseException {
    if (tokens.at("SET (") || tokens.at("RESET (")) {
      tokens.next();
      tables.storageParameters();
      return true;
    }
    if (tokens.accept("SET TABLESPACE")) {
      tables.tablespace();
      return true;
    }
    return tokens.acceptAny(
        "SET LOGGED", "SET UNLOGGED", "SET WITHOUT OIDS", "SET WITHOUT CLUSTER");
  }

  private AlterAction add() throws ParseException {
    if (tables.atConstraint()) {
      return new AlterAction.AddConstraint(tables.constraint());
    }
    tokens.accept("COLUMN");
    boolean ifNotExists = tokens.accept("IF NOT EXISTS");
    TableElements elements = new TableElements();
    tables.column(elements);
    return new AlterAction.AddColumn(
        elements.columns().get(0), ifNotExists, elements.constraints(), place());
  }

  private AlterAction.@Nullable ColumnPosition place() throws ParseException {
    if (tokens.accept("FIRST")) {
      return new AlterAction.ColumnPosition(null);
    }
    return tokens.accept("AFTER") ? new AlterAction.ColumnPosition(tokens.name()) : null;
  }

  private AlterAction drop() throws ParseException {
    if (tokens.accept("PRIMARY KEY")) {
      return new AlterAction.DropPrimaryKey();
    }
    if (tokens.accept("CONSTRAINT")) {
      boolean ifExists = tokens.accept("IF EXISTS");
      SqlIdentifier name = tokens.name();
      return new AlterAction.DropConstraint(name, ifExists, cascade());
    }
    if (tokens.accept("FOREIGN KEY")) {
      return new AlterAction.DropConstraint(tokens.name(), false, false);
    }
    // A column may be named key or index: only a second name makes the element an index.
    if ((tokens.at("INDEX") || tokens.at("KEY")) && !endsAction(2)) {
      tokens.next();
      return new AlterAction.DropIndex(tokens.name());
    }
    tokens.accept("COLUMN");
    boolean ifExists = tokens.accept("IF EXISTS");
    SqlIdentifier name = tokens.name();
    return new AlterAction.DropColumn(name, ifExists, cascade());
  }

  private boolean endsAction(int ahead) {
    return switch (tokens.peekKind(ahead)) {
      case MosqlParserImplConstants.EOF,
          MosqlParserImplConstants.SEMICOLON,
          MosqlParserImplConstants.COMMA,
          MosqlParserImplConstants.CASCADE,
          MosqlParserImplConstants.RESTRICT ->
          true;
      default -> false;
    };
  }

  private boolean cascade() {
    boolean cascade = tokens.accept("CASCADE");
    if (!cascade) {
      tokens.accept("RESTRICT");
    }
    return cascade;
  }

  private AlterAction alterColumn() throws ParseException {
    if (tokens.accept("CONSTRAINT")) {
      return new AlterAction.AlterConstraint(tokens.name(), tables.timing());
    }
    tokens.accept("COLUMN");
    SqlIdentifier column = tokens.name();
    if (tokens.accept("SET DEFAULT")) {
      return new AlterAction.SetDefault(column, tokens.expression());
    }
    if (tokens.accept("DROP DEFAULT")) {
      return new AlterAction.DropDefault(column);
    }
    if (tokens.accept("SET NOT NULL")) {
      return new AlterAction.SetNotNull(column, true);
    }
    if (tokens.accept("DROP NOT NULL")) {
      return new AlterAction.SetNotNull(column, false);
    }
    if (tokens.acceptAny("SET DATA TYPE", "TYPE")) {
      TypeGrammar.ColumnType declared = new TypeGrammar(tokens.parser()).columnType();
      if (tokens.accept("COLLATE")) {
        declared = declared.collated(tokens.qualifiedName());
      }
      SqlType type = declared.type();
      SqlNode using = tokens.accept("USING") ? tokens.expression() : null;
      return new AlterAction.SetType(column, type, using);
    }
    if (tokens.acceptAny("SET STORAGE", "SET COMPRESSION")) {
      tokens.name();
      return new AlterAction.SetStorage(column);
    }
    if (tokens.accept("SET STATISTICS")) {
      tokens.accept("-");
      tokens.number();
      return new AlterAction.SetStorage(column);
    }
    SequenceGrammar identity = new SequenceGrammar(tokens);
    if (identity.atIdentityChange()) {
      return identity.identityChange(column);
    }
    if (tokens.accept("ADD GENERATED")) {
      boolean always = tokens.accept("ALWAYS");
      if (!always) {
        tokens.expect("BY DEFAULT");
      }
      tokens.expect("AS IDENTITY");
      return new AlterAction.AddIdentity(column, identity.identity(always));
    }
    if (tokens.accept("DROP IDENTITY")) {
      return new AlterAction.DropIdentity(column, tokens.accept("IF EXISTS"));
    }
    throw tokens.unexpected(
        "expected TYPE, SET DEFAULT, DROP DEFAULT, SET NOT NULL, DROP NOT NULL, ADD GENERATED,"
            + " SET GENERATED, RESTART or DROP IDENTITY");
  }

  private ColumnDefinition definition() throws ParseException {
    SqlParserPos pos = tokens.mark();
    TableElements elements = new TableElements();
    tables.column(elements);
    if (!elements.constraints().isEmpty() || tokens.at("FIRST") || tokens.at("AFTER")) {
      throw new GrammarException(
          pos, CoreErrorMessage.UNSUPPORTED, "constraints and places in MODIFY and CHANGE COLUMN");
    }
    return elements.columns().get(0);
  }

  private AlterAction rename() throws ParseException {
    if (tokens.acceptAny("TO", "AS")) {
      return new AlterAction.RenameTable(tokens.qualifiedName());
    }
    boolean index = (tokens.at("INDEX") || tokens.at("KEY")) && !tokens.peek(2).equals("TO");
    if (index || tokens.at("CONSTRAINT")) {
      tokens.next();
      SqlIdentifier constraint = tokens.name();
      tokens.expect("TO");
      return new AlterAction.RenameConstraint(constraint, tokens.name());
    }
    tokens.accept("COLUMN");
    SqlIdentifier column = tokens.name();
    tokens.expect("TO");
    return new AlterAction.RenameColumn(column, tokens.name());
  }
}

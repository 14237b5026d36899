package io.mosql.sql.parser.impl;

import io.mosql.core.error.CoreErrorMessage;
import io.mosql.sql.parser.ast.ddl.ColumnDefinition;
import io.mosql.sql.parser.ast.ddl.ConstraintTiming;
import io.mosql.sql.parser.ast.ddl.CreateTable;
import io.mosql.sql.parser.ast.ddl.IndexDefinition;
import io.mosql.sql.parser.ast.ddl.KeyPart;
import io.mosql.sql.parser.ast.ddl.ReferentialAction;
import io.mosql.sql.parser.ast.ddl.TableConstraint;
import io.mosql.sql.parser.ast.operator.CollateOperator;
import io.mosql.sql.parser.error.ParserErrorMessage;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/** Parses columns, keys and constraints of CREATE TABLE and ALTER TABLE ADD. */
final class TableGrammar {
  /** The operator classes of PostgreSQL for B-trees over types that are known here. */
  private static final Set<String> ORDERED_OPERATOR_CLASSES =
      Set.of(
          "bool_ops",
          "bpchar_ops",
          "bpchar_pattern_ops",
          "bytea_ops",
          "date_ops",
          "float4_ops",
          "float8_ops",
          "int2_ops",
          "int4_ops",
          "int8_ops",
          "interval_ops",
          "jsonb_ops",
          "name_ops",
          "numeric_ops",
          "text_ops",
          "text_pattern_ops",
          "time_ops",
          "timestamp_ops",
          "timestamptz_ops",
          "uuid_ops",
          "varchar_ops",
          "varchar_pattern_ops");

  private final TokenReader tokens;

  TableGrammar(TokenReader tokens) {
    this.tokens = tokens;
  }

  /** Parses a column, key or constraint. */
  void element(TableElements elements) throws ParseException {
    if (tokens.at("LIKE")) {
      elements.add(like(elements, false));
    } else if (atConstraint()) {
      elements.add(constraint());
    } else {
      column(elements);
    }
  }

  /**
   * Parses LIKE another table, at the position after the columns parsed so far.
   *
   * @param whole whether it is MySQL's form, which copies everything
   */
  CreateTable.Like like(TableElements elements, boolean whole) throws ParseException {
    tokens.expect("LIKE");
    SqlIdentifier table = tokens.qualifiedName();
    Set<CreateTable.Included> included =
        whole ? EnumSet.allOf(CreateTable.Included.class) : included();
    return new CreateTable.Like(elements.columns().size(), table, included);
  }

  private Set<CreateTable.Included> included() {
    Set<CreateTable.Included> included = EnumSet.noneOf(CreateTable.Included.class);
    while (tokens.acceptAny("INCLUDING", "EXCLUDING")) {
      boolean including = tokens.previousIs("INCLUDING");
      Set<CreateTable.Included> named = EnumSet.noneOf(CreateTable.Included.class);
      if (tokens.accept("ALL")) {
        named = EnumSet.allOf(CreateTable.Included.class);
      } else if (!tokens.acceptAny("STORAGE", "STATISTICS", "COMPRESSION")) {
        for (CreateTable.Included each : CreateTable.Included.values()) {
          if (named.isEmpty() && tokens.accept(each.name())) {
            named.add(each);
          }
        }
        if (named.isEmpty()) {
          throw tokens.unexpected(
              "expected ALL, COMMENTS, CONSTRAINTS, DEFAULTS, GENERATED, IDENTITY or INDEXES");
        }
      }
      if (including) {
        included.addAll(named);
      } else {
        included.removeAll(named);
      }
    }
    return included;
  }

  /** Whether a constraint comes next rather than a column. */
  boolean atConstraint() {
    return switch (tokens.peekKind()) {
      case MosqlParserImplConstants.CONSTRAINT,
          MosqlParserImplConstants.PRIMARY,
          MosqlParserImplConstants.UNIQUE,
          MosqlParserImplConstants.FOREIGN,
          MosqlParserImplConstants.CHECK ->
          true;
      default -> (tokens.at("KEY") || tokens.at("INDEX")) && atIndex();
    };
  }

  /**
   * Whether an index comes next. KEY and INDEX are not reserved: a column may have such a name. An
   * index has column names in parentheses after its name or method; a column has a type with at
   * most numbers in parentheses.
   */
  private boolean atIndex() {
    if (tokens.peekKind(2) == MosqlParserImplConstants.USING
        || tokens.peekKind(3) == MosqlParserImplConstants.USING) {
      return true;
    }
    int open = tokens.peekKind(2) == MosqlParserImplConstants.LPAREN ? 2 : 3;
    return tokens.peekKind(open) == MosqlParserImplConstants.LPAREN
        && tokens.peekKind(open + 1) != MosqlParserImplConstants.UNSIGNED_INTEGER_LITERAL;
  }

  TableConstraint constraint() throws ParseException {
    @Nullable SqlIdentifier name = null;
    if (tokens.accept("CONSTRAINT") && !tokens.at("PRIMARY") && !tokens.at("UNIQUE")) {
      name = tokens.at("FOREIGN") || tokens.at("CHECK") ? null : tokens.name();
    }
    if (tokens.accept("PRIMARY KEY")) {
      skipIndexMethod();
      List<KeyPart> parts = keyParts();
      String comment = indexComment();
      skipIndexStorage();
      return new TableConstraint.PrimaryKey(name, parts, comment, timing());
    }
    if (tokens.accept("UNIQUE")) {
      boolean index = tokens.acceptAny("KEY", "INDEX") && name == null;
      name = indexName(name);
      if (!index) {
        skipIndexMethod();
        List<KeyPart> parts = keyParts();
        String comment = indexComment();
        skipIndexStorage();
        return new TableConstraint.Unique(name, parts, comment, timing());
      }
      Index written = indexBody(acceptInverted());
      return written.body.isPlain()
          ? new TableConstraint.Unique(
              name, written.body.parts(), written.comment, ConstraintTiming.NOT_DEFERRABLE)
          : new TableConstraint.Index(name, true, written.body, written.comment);
    }
    if (tokens.accept("FOREIGN KEY")) {
      name = indexName(name);
      skipIndexMethod();
      return references(name, tokens.parenthesized(tokens::name));
    }
    if (tokens.accept("CHECK")) {
      return check(name);
    }
    if (name == null && tokens.acceptAny("KEY", "INDEX")) {
      name = indexName(null);
      Index written = indexBody(acceptInverted());
      return new TableConstraint.Index(name, false, written.body, written.comment);
    }
    throw tokens.unexpected("expected PRIMARY KEY, UNIQUE, FOREIGN KEY or CHECK");
  }

  private @Nullable SqlIdentifier indexName(@Nullable SqlIdentifier constraint)
      throws ParseException {
    boolean named = !tokens.at("(") && !tokens.at("USING");
    SqlIdentifier own = named ? tokens.name() : null;
    return constraint != null ? constraint : own;
  }

  private TableConstraint check(@Nullable SqlIdentifier name) throws ParseException {
    tokens.expect("(");
    SqlNode condition = tokens.expression();
    tokens.expect(")");
    SqlParserPos pos = tokens.mark();
    if (timing() != ConstraintTiming.NOT_DEFERRABLE) {
      throw new GrammarException(pos, CoreErrorMessage.UNSUPPORTED, "DEFERRABLE check constraints");
    }
    return new TableConstraint.Check(name, condition);
  }

  private TableConstraint references(@Nullable SqlIdentifier name, List<SqlIdentifier> columns)
      throws ParseException {
    tokens.expect("REFERENCES");
    SqlIdentifier parent = tokens.qualifiedName();
    List<SqlIdentifier> parentColumns =
        tokens.at("(") ? tokens.parenthesized(tokens::name) : List.of();
    if (tokens.accept("MATCH FULL")) {
      if (columns.size() > 1) {
        throw new GrammarException(
            tokens.previousPosition(),
            CoreErrorMessage.UNSUPPORTED,
            "MATCH FULL of several columns");
      }
    } else {
      tokens.accept("MATCH SIMPLE");
    }
    ReferentialAction onDelete = ReferentialAction.NO_ACTION;
    ReferentialAction onUpdate = ReferentialAction.NO_ACTION;
    while (tokens.at("ON DELETE") || tokens.at("ON UPDATE")) {
      if (tokens.accept("ON DELETE")) {
        onDelete = action();
      } else {
        tokens.expect("ON UPDATE");
        onUpdate = action();
      }
    }
    return new TableConstraint.ForeignKey(
        name, columns, parent, parentColumns, onDelete, onUpdate, timing());
  }

  /** Parses [NOT] DEFERRABLE and INITIALLY {DEFERRED | IMMEDIATE}, in any order. */
  ConstraintTiming timing() throws ParseException {
    Boolean deferrable = null;
    Boolean deferred = null;
    SqlParserPos pos = tokens.mark();
    while (true) {
      if (deferrable == null && tokens.accept("NOT DEFERRABLE")) {
        deferrable = false;
      } else if (deferrable == null && tokens.accept("DEFERRABLE")) {
        deferrable = true;
      } else if (deferred == null && tokens.accept("INITIALLY DEFERRED")) {
        deferred = true;
      } else if (deferred == null && tokens.accept("INITIALLY IMMEDIATE")) {
        deferred = false;
      } else {
        break;
      }
    }
    if (Boolean.TRUE.equals(deferred)) {
      if (Boolean.FALSE.equals(deferrable)) {
        throw new GrammarException(pos, ParserErrorMessage.DEFERRED_NOT_DEFERRABLE);
      }
      return ConstraintTiming.INITIALLY_DEFERRED;
    }
    return Boolean.TRUE.equals(deferrable)
        ? ConstraintTiming.INITIALLY_IMMEDIATE
        : ConstraintTiming.NOT_DEFERRABLE;
  }

  private ReferentialAction action() {
    for (ReferentialAction action : ReferentialAction.values()) {
      if (tokens.accept(action.name().replace('_', ' '))) {
        return action;
      }
    }
    throw tokens.unexpected("expected NO ACTION, RESTRICT, CASCADE, SET NULL or SET DEFAULT");
  }

  /**
   * Accepts {@code USING gin}, and {@code USING BTREE}, which has no effect; returns whether it is
   * gin.
   */
  boolean acceptInverted() {
    if (tokens.accept("USING GIN")) {
      return true;
    }
    skipIndexMethod();
    return false;
  }

  /**
   * Skips {@code USING BTREE} of MySQL and PostgreSQL: all indexes except inverted ones are
   * B-trees.
   */
  void skipIndexMethod() {
    if (tokens.accept("USING BTREE") || !tokens.at("USING")) {
      return;
    }
    tokens.accept("USING");
    SqlParserPos method = tokens.mark();
    throw new GrammarException(
        method,
        ParserErrorMessage.UNSUPPORTED_ACCESS_METHOD,
        tokens.peek().toLowerCase(Locale.ROOT));
  }

  /** Parses the columns of a key in parentheses, each with its direction. */
  List<KeyPart> keyParts() throws ParseException {
    List<KeyPart> parts = tokens.parenthesized(() -> keyPart(false, false));
    skipIndexMethod();
    return parts;
  }

  /** Parses MySQL's COMMENT of an index; null when there is none. */
  @Nullable String indexComment() {
    return tokens.accept("COMMENT") ? tokens.string() : null;
  }

  /** An index definition and its comment. */
  record Index(IndexDefinition body, @Nullable String comment) {}

  /** Parses the body of an index: columns and expressions, COMMENT, INCLUDE, WHERE. */
  Index indexBody(boolean inverted) throws ParseException {
    List<KeyPart> parts = tokens.parenthesized(() -> keyPart(true, inverted));
    skipIndexMethod();
    String comment = indexComment();
    List<SqlIdentifier> included =
        tokens.accept("INCLUDE") ? tokens.parenthesized(tokens::name) : List.of();
    if (!tokens.accept("NULLS DISTINCT")) {
      requirePlain(tokens.at("NULLS NOT DISTINCT"), "NULLS NOT DISTINCT");
    }
    skipStorage();
    SqlNode condition = tokens.accept("WHERE") ? tokens.expression() : null;
    return new Index(new IndexDefinition(inverted, parts, included, condition), comment);
  }

  private void requirePlain(boolean other, String what) {
    if (other) {
      throw new GrammarException(tokens.mark(), CoreErrorMessage.UNSUPPORTED, what);
    }
  }

  /**
   * Parses a part of a key or index.
   *
   * @param ofIndex whether the part may be an expression: a call, or any expression in parentheses
   * @param inverted whether an operator class may follow instead of a direction
   */
  private KeyPart keyPart(boolean ofIndex, boolean inverted) throws ParseException {
    SqlNode value;
    if (ofIndex && tokens.accept("(")) {
      value = tokens.expression();
      tokens.expect(")");
    } else if (ofIndex && isCall()) {
      value = tokens.expression();
    } else {
      requirePlain(tokens.at("("), "a key over an expression");
      value = tokens.name();
      requirePlain(tokens.at("("), "an index on the beginning of a column");
    }
    requirePlain(tokens.at("COLLATE"), "an index with a COLLATE: it is the column's");
    if (inverted) {
      return invertedPart(value);
    }
    if (ofIndex) {
      skipOrderedOperatorClass();
    }
    boolean descending = tokens.accept("DESC");
    if (!descending) {
      tokens.accept("ASC");
    }
    requirePlain(tokens.at("NULLS"), "NULLS FIRST and NULLS LAST in an index: NULLs are least");
    return new KeyPart(value, descending);
  }

  /**
   * Skips an operator class of PostgreSQL's B-trees. Those for patterns order by code points, as
   * all texts are ordered here; the others are the default ones of their types.
   */
  private void skipOrderedOperatorClass() throws ParseException {
    if (tokens.peekKind() != MosqlParserImplConstants.IDENTIFIER || ordered()) {
      return;
    }
    SqlIdentifier name = tokens.qualifiedName();
    if (!ORDERED_OPERATOR_CLASSES.contains(name.names.get(name.names.size() - 1))) {
      throw new GrammarException(
          name.getParserPosition(),
          ParserErrorMessage.UNDEFINED_OPERATOR_CLASS,
          String.join(".", name.names));
    }
  }

  private KeyPart invertedPart(SqlNode value) throws ParseException {
    boolean hasOperatorClass = !tokens.at(",") && !tokens.at(")") && !ordered();
    SqlIdentifier operatorClass = hasOperatorClass ? tokens.name() : null;
    if (ordered()) {
      throw new GrammarException(
          tokens.mark(),
          ParserErrorMessage.ACCESS_METHOD_OPTIONS,
          (tokens.at("NULLS") ? "NULLS FIRST/LAST" : "ASC/DESC"));
    }
    return new KeyPart(value, false, operatorClass);
  }

  private boolean ordered() {
    return tokens.at("ASC") || tokens.at("DESC") || tokens.at("NULLS");
  }

  /** Whether a call comes next, and not MySQL's prefix length {@code name(10)}. */
  private boolean isCall() {
    return tokens.peekKind(2) == MosqlParserImplConstants.LPAREN
        && !(tokens.peekKind(3) == MosqlParserImplConstants.UNSIGNED_INTEGER_LITERAL
            && tokens.peekKind(4) == MosqlParserImplConstants.RPAREN);
  }

  /** Parses a column; constraints declared at it are added to the table's constraints. */
  void column(TableElements elements) throws ParseException {
    SqlIdentifier name = tokens.name();
    TypeGrammar.ColumnType type = new TypeGrammar(tokens.parser()).columnType();
    boolean notNull = type.serial();
    ColumnDefinition.Numbering numbering = type.serial() ? ColumnDefinition.Numbering.USUAL : null;
    SqlNode generated = null;
    SqlNode defaultValue = null;
    String comment = null;
    while (true) {
      if (tokens.accept("NOT NULL")) {
        notNull = true;
      } else if (tokens.accept("NULL")) {
        notNull = type.serial();
      } else if (tokens.accept("DEFAULT")) {
        defaultValue = tokens.expression();
        if (defaultValue instanceof SqlCall call
            && call.getOperator() instanceof CollateOperator collate) {
          // after a DEFAULT the COLLATE applies to the column
          type = type.collated(collate.name(call.getParserPosition()));
          defaultValue = call.operand(0);
        }
      } else if (tokens.accept("COLLATE")) {
        type = type.collated(tokens.qualifiedName());
      } else if (tokens.acceptAny("CHARACTER SET", "CHARSET")) {
        CollateGrammar.requireUnicode(tokens.name());
      } else if (tokens.acceptAny("AUTO_INCREMENT", "AUTOINCREMENT", "IDENTITY")) {
        numbering = ColumnDefinition.Numbering.USUAL;
      } else if (tokens.acceptAny(
          "GENERATED BY DEFAULT AS IDENTITY", "GENERATED BY DEFAULT ON NULL AS IDENTITY")) {
        numbering = identity(name, numbering, false);
      } else if (tokens.accept("GENERATED ALWAYS AS IDENTITY")) {
        numbering = identity(name, numbering, true);
      } else if (tokens.acceptAny("GENERATED ALWAYS AS", "AS")) {
        generated = generated();
      } else if (tokens.accept("COMMENT")) {
        comment = tokens.string();
      } else if (!columnConstraint(name, elements)) {
        break;
      }
    }
    if (type.limit() != null) {
      elements.add(new TableConstraint.Check(null, type.limit().on(name)));
    }
    elements.add(
        new ColumnDefinition(
            name, type.type(), notNull, defaultValue, numbering, generated, comment));
  }

  private ColumnDefinition.Numbering identity(
      SqlIdentifier column, ColumnDefinition.@Nullable Numbering before, boolean always)
      throws ParseException {
    SqlParserPos pos = tokens.previousPosition();
    ColumnDefinition.Numbering numbering = new SequenceGrammar(tokens).identity(always);
    if (before != null) {
      throw new GrammarException(pos, ParserErrorMessage.COLUMN_NUMBERED_TWICE, column.getSimple());
    }
    return numbering;
  }

  /** Parses a generated column. MySQL's are VIRTUAL unless STORED is given; here all are stored. */
  private SqlNode generated() throws ParseException {
    tokens.expect("(");
    SqlNode expression = tokens.expression();
    tokens.expect(")");
    SqlParserPos pos = tokens.mark();
    if (tokens.accept("VIRTUAL")) {
      throw new GrammarException(pos, CoreErrorMessage.UNSUPPORTED, "VIRTUAL generated columns");
    }
    tokens.expect("STORED");
    return expression;
  }

  private boolean columnConstraint(SqlIdentifier column, TableElements elements)
      throws ParseException {
    @Nullable SqlIdentifier name = tokens.accept("CONSTRAINT") ? tokens.name() : null;
    List<KeyPart> part = List.of(new KeyPart(column, false));
    if (tokens.accept("PRIMARY KEY")) {
      skipIndexStorage();
      elements.add(new TableConstraint.PrimaryKey(name, part, null, timing()));
    } else if (tokens.accept("UNIQUE")) {
      tokens.accept("KEY");
      skipIndexStorage();
      elements.add(new TableConstraint.Unique(name, part, null, timing()));
    } else if (tokens.at("REFERENCES")) {
      elements.add(references(name, List.of(column)));
    } else if (tokens.accept("CHECK")) {
      elements.add(check(name));
    } else if (name != null) {
      throw tokens.unexpected("expected PRIMARY KEY, UNIQUE, REFERENCES or CHECK");
    } else {
      return false;
    }
    return true;
  }

  /**
   * Skips the storage and partitioning options of other databases after CREATE TABLE (..); they
   * have no effect.
   *
   * @return the table's COMMENT, or null
   */
  @Nullable String tableOptions() throws ParseException {
    String comment = null;
    while (true) {
      if (tokens.accept("PARTITION BY")) {
        tokens.acceptAny("LINEAR HASH", "LINEAR KEY", "HASH", "KEY");
        tokens.skipParentheses();
        if (tokens.accept("PARTITIONS")) {
          tokens.number();
        }
      } else if (tokens.at("COMMENT")) {
        comment = tableComment();
      } else if (tokens.at("WITH (") || tokens.at("WITHOUT OIDS") || tokens.at("TABLESPACE")) {
        skipStorage();
      } else if (!storageOption()) {
        return comment;
      }
      tokens.accept(",");
    }
  }

  /** Parses MySQL's {@code COMMENT = '..'}. */
  String tableComment() {
    tokens.expect("COMMENT");
    tokens.accept("=");
    return tokens.string();
  }

  /** Skips {@code WITH (fillfactor = 70)}, {@code WITHOUT OIDS} and {@code TABLESPACE}. */
  private void skipStorage() throws ParseException {
    if (!tokens.accept("WITHOUT OIDS") && tokens.accept("WITH")) {
      storageParameters();
    }
    if (tokens.accept("TABLESPACE")) {
      tablespace();
    }
  }

  /** Skips the storage of the index of a key. */
  private void skipIndexStorage() throws ParseException {
    if (tokens.accept("WITH")) {
      storageParameters();
    }
    if (tokens.accept("USING INDEX TABLESPACE")) {
      tablespace();
    }
  }

  /** Parses the name of a tablespace: there is one, of the name of PostgreSQL's default. */
  void tablespace() throws ParseException {
    SqlIdentifier name = tokens.name();
    if (!name.getSimple().equals("pg_default")) {
      throw new GrammarException(
          name.getParserPosition(), ParserErrorMessage.UNDEFINED_TABLESPACE, name.getSimple());
    }
  }

  /**
   * Parses PostgreSQL's storage parameters, {@code (fillfactor = 70)}: the fill factor of pages and
   * the settings of autovacuum have no counterpart here.
   */
  void storageParameters() throws ParseException {
    tokens.expect("(");
    do {
      SqlIdentifier name = tokens.qualifiedName();
      String word = name.names.get(name.names.size() - 1);
      if (!word.equals("fillfactor")
          && !word.equals("parallel_workers")
          && !word.equals("deduplicate_items")
          && !word.equals("user_catalog_table")
          && !(word.equals("oids") && tokens.at("= FALSE"))
          && !word.startsWith("toast_")
          && !word.startsWith("vacuum_")
          && !word.startsWith("autovacuum_")) {
        throw new GrammarException(
            name.getParserPosition(), ParserErrorMessage.UNRECOGNIZED_PARAMETER, word);
      }
      if (tokens.accept("=")) {
        tokens.next();
      }
    } while (tokens.accept(","));
    tokens.expect(")");
  }

  private boolean storageOption() throws ParseException {
    tokens.accept("DEFAULT");
    if (!tokens.acceptAny(
        "ENGINE",
        "CHARSET",
        "CHARACTER SET",
        "COLLATE",
        "AUTO_INCREMENT",
        "ROW_FORMAT",
        "STATS_PERSISTENT")) {
      return false;
    }
    tokens.accept("=");
    if (tokens.peekKind() == MosqlParserImplConstants.QUOTED_STRING) {
      tokens.string();
    } else if (tokens.peekKind() == MosqlParserImplConstants.UNSIGNED_INTEGER_LITERAL) {
      tokens.number();
    } else {
      tokens.name();
    }
    return true;
  }
}

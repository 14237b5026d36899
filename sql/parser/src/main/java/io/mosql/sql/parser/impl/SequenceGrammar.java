package io.mosql.sql.parser.impl;

import io.mosql.core.type.SqlType;
import io.mosql.sql.parser.ast.ddl.AlterAction;
import io.mosql.sql.parser.ast.ddl.AlterSequence;
import io.mosql.sql.parser.ast.ddl.ColumnDefinition;
import io.mosql.sql.parser.ast.ddl.CreateSequence;
import io.mosql.sql.parser.ast.ddl.SequenceOptions;
import io.mosql.sql.parser.error.ParserErrorMessage;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/** Parses sequence statements and the sequence options of identity columns. */
final class SequenceGrammar {
  private final TokenReader tokens;

  SequenceGrammar(TokenReader tokens) {
    this.tokens = tokens;
  }

  /** Parses the rest of the statement after CREATE SEQUENCE. */
  SqlNode create(SqlParserPos start) throws ParseException {
    boolean ifNotExists = tokens.accept("IF NOT EXISTS");
    SqlIdentifier name = tokens.qualifiedName();
    SequenceOptions options = new Options().all();
    return new CreateSequence(tokens.since(start), name, ifNotExists, options);
  }

  /** Parses the rest of the statement after ALTER SEQUENCE and the name. */
  SqlNode alter(SqlParserPos start, boolean ifExists, SqlIdentifier name) throws ParseException {
    AlterSequence.Change change;
    if (tokens.accept("RENAME TO")) {
      change = new AlterSequence.Rename(tokens.qualifiedName());
    } else if (tokens.accept("SET SCHEMA")) {
      change = new AlterSequence.MoveToSchema(tokens.name());
    } else {
      Options options = new Options();
      if (!options.one()) {
        throw tokens.unexpected("expected an option, RENAME TO, SET SCHEMA or OWNER TO");
      }
      change = new AlterSequence.Options(options.all());
    }
    return new AlterSequence(tokens.since(start), name, ifExists, change);
  }

  /** Parses the sequence options after AS IDENTITY. */
  ColumnDefinition.Numbering identity(boolean always) throws ParseException {
    SequenceOptions options = SequenceOptions.NONE;
    if (tokens.accept("(")) {
      Options read = new Options();
      read.ofIdentity = true;
      options = read.all();
      tokens.expect(")");
    }
    return new ColumnDefinition.Numbering(always, options);
  }

  /** Whether RESTART or SET with a sequence option comes next. */
  boolean atIdentityChange() {
    return tokens.at("RESTART")
        || tokens.at("SET GENERATED")
        || tokens.at("SET INCREMENT")
        || tokens.at("SET MINVALUE")
        || tokens.at("SET MAXVALUE")
        || tokens.at("SET NO")
        || tokens.at("SET START")
        || tokens.at("SET CACHE")
        || tokens.at("SET CYCLE");
  }

  /** Parses {@code SET GENERATED ALWAYS SET INCREMENT BY 2 RESTART ..} of a column. */
  AlterAction identityChange(SqlIdentifier column) throws ParseException {
    Boolean always = null;
    Options options = new Options();
    options.ofIdentity = true;
    while (atIdentityChange()) {
      SqlParserPos pos = tokens.mark();
      if (tokens.accept("SET GENERATED")) {
        options.once(always != null, pos);
        always = tokens.accept("ALWAYS");
        if (!always) {
          tokens.expect("BY DEFAULT");
        }
      } else {
        if (!tokens.at("RESTART")) {
          tokens.expect("SET");
        }
        options.one();
      }
    }
    return new AlterAction.SetIdentity(column, always, options.read());
  }

  /** A parser of sequence options in any order, each at most once. */
  private final class Options {
    private boolean ofIdentity;
    private @Nullable SqlType type;
    private @Nullable Long increment;
    private SequenceOptions.@Nullable Bound minimum;
    private SequenceOptions.@Nullable Bound maximum;
    private @Nullable Long start;
    private SequenceOptions.@Nullable Restart restart;
    private @Nullable Long cache;
    private @Nullable Boolean cycle;
    private SequenceOptions.@Nullable Owner owner;
    private @Nullable SqlIdentifier name;

    SequenceOptions all() throws ParseException {
      while (one()) {
        // one() parses the option.
      }
      return read();
    }

    SequenceOptions read() {
      return new SequenceOptions(
          type, increment, minimum, maximum, start, restart, cache, cycle, owner, name);
    }

    /** Parses one option, if one comes next. */
    boolean one() throws ParseException {
      SqlParserPos pos = tokens.mark();
      if (tokens.accept("START")) {
        once(start != null, pos);
        tokens.accept("WITH");
        start = tokens.number();
      } else if (tokens.accept("INCREMENT")) {
        once(increment != null, pos);
        tokens.accept("BY");
        increment = tokens.number();
      } else if (tokens.at("MINVALUE") || tokens.at("NO MINVALUE")) {
        once(minimum != null, pos);
        minimum = bound("MINVALUE");
      } else if (tokens.at("MAXVALUE") || tokens.at("NO MAXVALUE")) {
        once(maximum != null, pos);
        maximum = bound("MAXVALUE");
      } else if (tokens.accept("RESTART")) {
        once(restart != null, pos);
        boolean with = tokens.accept("WITH");
        boolean number = with || isNumber();
        restart = new SequenceOptions.Restart(number ? tokens.number() : null);
      } else if (tokens.accept("CACHE")) {
        once(cache != null, pos);
        cache = tokens.number();
      } else if (tokens.accept("NO CACHE")) {
        once(cache != null, pos);
        cache = 1L;
      } else if (tokens.accept("CYCLE")) {
        once(cycle != null, pos);
        cycle = true;
      } else if (tokens.accept("NO CYCLE")) {
        once(cycle != null, pos);
        cycle = false;
      } else if (!ofIdentity && tokens.accept("AS")) {
        once(type != null, pos);
        type = new TypeGrammar(tokens.parser()).columnType().type();
      } else if (!ofIdentity && tokens.accept("OWNED BY")) {
        once(owner != null, pos);
        owner = new SequenceOptions.Owner(tokens.accept("NONE") ? null : tokens.columnName());
      } else if (ofIdentity && tokens.accept("SEQUENCE NAME")) {
        once(name != null, pos);
        name = tokens.qualifiedName();
      } else {
        return false;
      }
      return true;
    }

    private SequenceOptions.Bound bound(String word) {
      boolean none = tokens.accept("NO");
      tokens.expect(word);
      return new SequenceOptions.Bound(none ? null : tokens.number());
    }

    private boolean isNumber() {
      return tokens.at("-")
          || tokens.peekKind() == MosqlParserImplConstants.UNSIGNED_INTEGER_LITERAL;
    }

    void once(boolean again, SqlParserPos pos) {
      if (again) {
        throw new GrammarException(pos, ParserErrorMessage.CONFLICTING_OPTIONS);
      }
    }
  }
}

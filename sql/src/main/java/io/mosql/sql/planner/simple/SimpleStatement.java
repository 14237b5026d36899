package io.mosql.sql.planner.simple;

import io.mosql.sql.parser.PlainTokens;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A statement of a form that {@link SimplePlanner} may plan. Immutable. */
sealed interface SimpleStatement {
  String table();

  /** Returns the number of parameters. */
  int parameters();

  /**
   * A query of one table by equalities.
   *
   * @param columns null for all
   * @param conditions one at least
   */
  record Select(
      String table, @Nullable List<String> columns, List<Condition> conditions, int parameters)
      implements SimpleStatement {}

  /** {@code column = value}. */
  record Condition(String column, SimpleValue value) {}

  /**
   * An INSERT of rows.
   *
   * @param columns null for all, or the first ones
   * @param rows of equal lengths
   */
  record Insert(
      String table, @Nullable List<String> columns, List<List<SimpleValue>> rows, int parameters)
      implements SimpleStatement {}

  /** Returns the statement, or null when it has another form. */
  static @Nullable SimpleStatement parse(String sql) {
    PlainTokens tokens = PlainTokens.of(sql);
    if (tokens == null) {
      return null;
    }
    Reader reader = new Reader(tokens);
    if (tokens.word("select")) {
      return reader.select();
    }
    return tokens.words("insert", "into") ? reader.insert() : null;
  }

  /** Reader of one statement; null results are final. */
  final class Reader {
    private final PlainTokens tokens;
    private int parameters;

    private Reader(PlainTokens tokens) {
      this.tokens = tokens;
    }

    private @Nullable SimpleStatement select() {
      List<String> columns = tokens.symbol('*') ? null : new ArrayList<>();
      if (columns != null && !names(columns)) {
        return null;
      }
      String table = tokens.word("from") ? tokens.name() : null;
      if (table == null || !tokens.word("where")) {
        return null;
      }
      List<Condition> conditions = new ArrayList<>();
      do {
        String column = tokens.name();
        SimpleValue value = column != null && tokens.symbol('=') ? value() : null;
        if (column == null || value == null) {
          return null;
        }
        conditions.add(new Condition(column, value));
      } while (tokens.word("and"));
      return tokens.end() ? new Select(table, columns, conditions, parameters) : null;
    }

    private @Nullable SimpleStatement insert() {
      String table = tokens.name();
      List<String> columns = table != null && tokens.symbol('(') ? new ArrayList<>() : null;
      if (table == null || columns != null && !(names(columns) && tokens.symbol(')'))) {
        return null;
      }
      if (!tokens.word("values")) {
        return null;
      }
      List<List<SimpleValue>> rows = new ArrayList<>();
      do {
        List<SimpleValue> row = tokens.symbol('(') ? values() : null;
        if (row == null || !rows.isEmpty() && rows.get(0).size() != row.size()) {
          return null;
        }
        rows.add(row);
      } while (tokens.symbol(','));
      return tokens.end() ? new Insert(table, columns, rows, parameters) : null;
    }

    private boolean names(List<String> names) {
      do {
        String name = tokens.name();
        if (name == null || names.contains(name)) {
          return false;
        }
        names.add(name);
      } while (tokens.symbol(','));
      return true;
    }

    private @Nullable List<SimpleValue> values() {
      List<SimpleValue> values = new ArrayList<>();
      do {
        SimpleValue value = value();
        if (value == null) {
          return null;
        }
        values.add(value);
      } while (tokens.symbol(','));
      return tokens.symbol(')') ? values : null;
    }

    private @Nullable SimpleValue value() {
      if (tokens.parameter()) {
        return new SimpleValue.Parameter(parameters++);
      }
      String digits = tokens.digits();
      if (digits != null) {
        return new SimpleValue.Whole(Long.parseLong(digits));
      }
      if (tokens.word("null")) {
        return new SimpleValue.Null();
      }
      String text = tokens.string();
      return text == null ? null : new SimpleValue.Text(text);
    }
  }
}

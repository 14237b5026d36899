package io.mosql.sql.exec.expression;

import io.mosql.core.error.CoreErrorMessage;
import io.mosql.sql.catalog.Catalog;
import io.mosql.sql.catalog.ColumnDef;
import io.mosql.sql.catalog.Privilege;
import io.mosql.sql.catalog.SequenceDef;
import io.mosql.sql.catalog.TableDef;
import io.mosql.sql.error.SqlErrorMessage;
import io.mosql.sql.exec.runtime.ExecutionContext;
import io.mosql.sql.exec.runtime.Expression;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Functions of sequences, which take the name of a sequence as text: {@code
 * nextval('schema.name')}.
 */
final class SequenceFunctions {
  private SequenceFunctions() {}

  static Expression compile(String function, Expression[] operands) {
    return (row, context) -> {
      Object name = operands[0].evaluate(row, context);
      if (name == null) {
        return null;
      }
      SequenceDef sequence = resolve((String) name, context);
      context
          .session()
          .requireSequence(
              sequence,
              function.equals("SETVAL") ? Privilege.UPDATE : Privilege.USAGE,
              function.equals("CURRVAL") ? Privilege.SELECT : Privilege.UPDATE);
      if (function.equals("NEXTVAL")) {
        return context.sequences().next(sequence);
      }
      if (function.equals("CURRVAL")) {
        return context.sequences().current(sequence);
      }
      Object value = operands[1].evaluate(row, context);
      Object called = operands.length > 2 ? operands[2].evaluate(row, context) : (Object) true;
      if (value == null || called == null) {
        return null;
      }
      long wanted = ((Number) value).longValue();
      context.sequences().set(sequence, wanted, Boolean.TRUE.equals(called));
      return wanted;
    };
  }

  /** Compiles the next number of a column, by the id of its sequence. */
  static Expression number(Expression[] operands) {
    return (row, context) -> {
      Object id = Objects.requireNonNull(operands[0].evaluate(row, context));
      SequenceDef sequence = context.catalogUnrecorded().sequence(((Number) id).longValue());
      return context.sequences().next(Objects.requireNonNull(sequence));
    };
  }

  /** {@code lastval()}. */
  static Expression last() {
    return (row, context) -> {
      SequenceDef sequence =
          context.catalogUnrecorded().sequence(context.sequences().lastUsedSequence());
      if (sequence == null) {
        throw SqlErrorMessage.LASTVAL_UNDEFINED.error();
      }
      context.session().requireSequence(sequence, Privilege.USAGE, Privilege.SELECT);
      return context.sequences().current(sequence);
    };
  }

  /** {@code pg_get_serial_sequence('table', 'column')}. */
  static Expression ofColumn(Expression[] operands) {
    return (row, context) -> {
      Object table = operands[0].evaluate(row, context);
      Object column = operands[1].evaluate(row, context);
      return table == null || column == null
          ? null
          : ofColumn((String) table, (String) column, context);
    };
  }

  private static @Nullable String ofColumn(
      String tableName, String columnName, ExecutionContext context) {
    List<String> parts = parts(tableName, context);
    Catalog catalog = context.catalog();
    TableDef table = catalog.table(schema(parts, context), parts.get(parts.size() - 1));
    if (table == null) {
      throw SqlErrorMessage.UNDEFINED_TABLE.error(tableName);
    }
    int index = table.columnIndex(columnName);
    if (index < 0 || table.columns().get(index).hidden()) {
      throw SqlErrorMessage.UNDEFINED_COLUMN_OF_TABLE.error(columnName, table.name());
    }
    ColumnDef column = table.columns().get(index);
    for (SequenceDef sequence : catalog.sequences()) {
      if (sequence.id() == column.sequenceId()
          || sequence.ownerTable() == table.id() && sequence.ownerColumn() == column.ordinal()) {
        return quoted(sequence.schema()) + "." + quoted(sequence.name());
      }
    }
    return null;
  }

  private static String quoted(String name) {
    return name.matches("[a-z_][a-z0-9_$]*") ? name : '"' + name.replace("\"", "\"\"") + '"';
  }

  private static SequenceDef resolve(String text, ExecutionContext context) {
    List<String> parts = parts(text, context);
    String schema = schema(parts, context);
    String name = parts.get(parts.size() - 1);
    SequenceDef sequence = context.sequence(schema, name);
    if (sequence == null) {
      boolean other = context.catalogUnrecorded().hasRelation(schema, name);
      throw (other ? SqlErrorMessage.NOT_A_SEQUENCE : SqlErrorMessage.UNDEFINED_SEQUENCE)
          .error(name);
    }
    return sequence;
  }

  private static String schema(List<String> parts, ExecutionContext context) {
    return parts.size() == 1 ? context.session().schema() : parts.get(parts.size() - 2);
  }

  /**
   * The parts of a name, folded unless they are quoted: at most two, without the name of the
   * database.
   */
  private static List<String> parts(String text, ExecutionContext context) {
    List<String> parts = new ArrayList<>();
    StringBuilder part = new StringBuilder();
    boolean quoted = false;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"') {
        if (quoted && i + 1 < text.length() && text.charAt(i + 1) == '"') {
          part.append(c);
          i++;
        } else {
          quoted = !quoted;
        }
      } else if (c == '.' && !quoted) {
        parts.add(part.toString());
        part.setLength(0);
      } else if (quoted || !Character.isWhitespace(c)) {
        part.append(quoted ? String.valueOf(c) : String.valueOf(c).toLowerCase(Locale.ROOT));
      }
    }
    parts.add(part.toString());
    if (quoted || parts.contains("")) {
      throw SqlErrorMessage.INVALID_NAME_SYNTAX.error();
    }
    if (parts.size() == 3) {
      if (!parts.get(0).equals(context.session().database())) {
        throw CoreErrorMessage.CROSS_DATABASE_REFERENCE.error(text);
      }
      parts.remove(0);
    }
    if (parts.size() > 2) {
      throw SqlErrorMessage.IMPROPER_QUALIFIED_NAME.error(text);
    }
    return parts;
  }
}

package io.mosql.sql.ddl;

import io.mosql.core.error.MosqlException;
import io.mosql.core.type.SqlType;
import io.mosql.core.type.TypeKind;
import io.mosql.sql.catalog.Catalog;
import io.mosql.sql.catalog.ColumnDef;
import io.mosql.sql.catalog.SequenceDef;
import io.mosql.sql.catalog.TableDef;
import io.mosql.sql.error.SqlErrorMessage;
import io.mosql.sql.exec.runtime.SequenceAccess;
import io.mosql.sql.parser.MosqlParser;
import io.mosql.sql.parser.ast.ddl.AlterSequence;
import io.mosql.sql.parser.ast.ddl.CreateSequence;
import io.mosql.sql.parser.ast.ddl.DropObjects;
import io.mosql.sql.parser.ast.ddl.SequenceOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.calcite.sql.SqlCharStringLiteral;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.apache.calcite.sql.util.SqlShuttle;
import org.jspecify.annotations.Nullable;

/**
 * Creates, alters and drops sequences. A change of options continues from the current value:
 * numbers drawn in advance are returned first. A sequence that other objects depend on is dropped
 * only with CASCADE: 2BP01.
 */
final class SequenceStatements {
  private final CatalogWriter change;

  SequenceStatements(CatalogWriter change) {
    this.change = change;
  }

  /** Runs CREATE SEQUENCE. */
  void create(CreateSequence create) {
    NameResolver.QualifiedName name = change.names().qualifiedForCreate(create.name());
    if (create.ifNotExists() && change.catalog().hasRelation(name.schema(), name.name())) {
      return;
    }
    change.requireFree(name);
    long id = change.newId();
    SequenceDef sequence =
        defined(
            SequenceDef.plain(id, name.schema(), name.name(), 1, 1, 0).withType(SqlType.BIGINT),
            create.options(),
            null);
    change.write(owned(sequence, create.options().owner()));
    change.setOwner(id);
  }

  /**
   * Creates the sequence of an auto-increment column.
   *
   * @param base its name, with a number appended when the name is taken
   */
  long createNumbering(TableDraft draft, String base, SqlType type, SequenceOptions options) {
    Catalog catalog = change.catalog();
    String schema = draft.schema;
    String name = base;
    if (options.name() != null) {
      NameResolver.QualifiedName wanted =
          change
              .names()
              .qualifiedForCreate(
                  NameResolver.within(schema, Objects.requireNonNull(options.name())));
      change.requireFree(wanted);
      schema = wanted.schema();
      name = wanted.name();
    } else {
      for (int i = 1; catalog.hasRelation(schema, name); i++) {
        name = base + i;
      }
    }
    long id = change.newId();
    SequenceDef plain = SequenceDef.plain(id, schema, name, 1, 1, draft.id);
    change.write(defined(plain.withType(type), options, null));
    return id;
  }

  /** Runs ALTER SEQUENCE. */
  void alter(AlterSequence alter) {
    SequenceDef sequence = find(alter.name());
    if (sequence == null) {
      if (alter.ifExists()) {
        return;
      }
      throw missing(alter.name());
    }
    if (alter.change() instanceof AlterSequence.Options changed) {
      if (sequence.numbersRows() && changed.options().owner() != null) {
        throw SqlErrorMessage.OWNER_OF_IDENTITY_SEQUENCE.error();
      }
      change(sequence, changed.options());
    } else if (alter.change() instanceof AlterSequence.Rename rename) {
      rename(sequence, NameResolver.within(sequence.schema(), rename.name()));
    } else if (alter.change() instanceof AlterSequence.MoveToSchema move) {
      if (sequence.ownerTable() != 0) {
        throw SqlErrorMessage.OWNED_SEQUENCE_SCHEMA.error();
      }
      rename(
          sequence,
          NameResolver.within(
              move.schema().getSimple(),
              new SqlIdentifier(sequence.name(), move.schema().getParserPosition())));
    }
  }

  /** Changes the options of a sequence. */
  void change(SequenceDef sequence, SequenceOptions options) {
    long position = access().releaseUnused(sequence);
    change.write(owned(defined(sequence, options, position), options.owner()));
  }

  /** Restarts the sequences of a table. */
  void restart(TableDef table) {
    for (SequenceDef sequence : change.catalog().sequences()) {
      boolean hidden =
          table.columns().stream().anyMatch(c -> c.hidden() && c.sequenceId() == sequence.id());
      if (sequence.ownerTable() == table.id() && !hidden) {
        change.write(sequence.withRestart(change.newId(), sequence.start()));
      }
    }
  }

  /** Moves the sequences of a table to another schema, together with the table. */
  void move(TableDef table, String schema) {
    for (SequenceDef sequence : change.catalog().sequences()) {
      if (sequence.ownerTable() == table.id()) {
        rename(
            sequence,
            new SqlIdentifier(
                List.of(schema, sequence.name()), org.apache.calcite.sql.parser.SqlParserPos.ZERO));
      }
    }
  }

  private SequenceAccess access() {
    return change.expressions().sequences();
  }

  private void rename(SequenceDef sequence, SqlIdentifier to) {
    NameResolver.QualifiedName name = change.names().qualifiedForCreate(to);
    change.requireFree(name);
    change.write(sequence.withName(name.schema(), name.name()));
    String qualified = quoted(name.schema()) + "." + quoted(name.name());
    replaceDefaults(
        sequence,
        (table, column) -> {
          SqlNode renamed =
              MosqlParser.parseExpression(Objects.requireNonNull(column.defaultSql()))
                  .accept(
                      new SqlShuttle() {
                        @Override
                        public SqlNode visit(SqlLiteral literal) {
                          return isNameOf(literal, sequence)
                              ? SqlLiteral.createCharString(qualified, literal.getParserPosition())
                              : literal;
                        }
                      });
          return column.withDefault(MosqlParser.toSql(Objects.requireNonNull(renamed)));
        });
  }

  private static String quoted(String name) {
    return '"' + name + '"';
  }

  /** Runs DROP SEQUENCE. */
  void drop(DropObjects drop) {
    List<SequenceDef> found = new ArrayList<>();
    for (SqlIdentifier name : drop.names()) {
      SequenceDef sequence = find(name);
      if (sequence == null && !drop.ifExists()) {
        throw missing(name);
      }
      if (sequence != null && !found.contains(sequence)) {
        found.add(sequence);
      }
    }
    found.forEach(sequence -> drop(sequence, drop.cascade()));
  }

  /** Drops a sequence; with CASCADE also the defaults that depend on it. */
  void drop(SequenceDef sequence, boolean cascade) {
    if (sequence.numbersRows()) {
      stopNumbering(sequence, cascade);
    }
    releaseDependents(sequence, List.of(), cascade);
    change.removeSequence(sequence);
  }

  private void stopNumbering(SequenceDef sequence, boolean cascade) {
    TableDef table = Objects.requireNonNull(change.catalog().table(sequence.ownerTable()));
    TableDraft draft = new TableDraft(table);
    for (int i = 0; i < table.columns().size(); i++) {
      ColumnDef column = table.columns().get(i);
      if (column.sequenceId() != sequence.id()) {
        continue;
      }
      if (!cascade || column.always() || column.hidden()) {
        throw SqlErrorMessage.DROP_OF_IDENTITY_SEQUENCE.error(
            sequence.name(), column.name(), table.name());
      }
      draft.replaceColumn(i, column.withSequence(0));
    }
    change.write(draft.table());
  }

  /** Drops the sequences that a dropped column owned. */
  void dropOwned(TableDef table, ColumnDef column, boolean cascade) {
    for (SequenceDef sequence : change.catalog().sequences()) {
      if (sequence.id() == column.sequenceId()
          || sequence.ownerTable() == table.id() && sequence.ownerColumn() == column.ordinal()) {
        releaseDependents(sequence, List.of(), cascade);
        change.removeSequence(sequence);
      }
    }
  }

  /**
   * Releases the sequences of a table before both are dropped.
   *
   * @param going ids of the tables that are dropped together
   */
  void releaseOwned(TableDef table, List<Long> going, boolean cascade) {
    for (SequenceDef sequence : change.catalog().sequences()) {
      if (sequence.ownerTable() == table.id()) {
        releaseDependents(sequence, going, cascade);
      }
    }
  }

  /**
   * Checks that no column default uses the sequence; with CASCADE drops such defaults.
   *
   * @param going ids of tables that are being dropped; their defaults are ignored
   */
  void releaseDependents(SequenceDef sequence, List<Long> going, boolean cascade) {
    replaceDefaults(
        sequence,
        (table, column) -> {
          if (going.contains(table.id())) {
            return column;
          }
          if (!cascade) {
            throw SqlErrorMessage.DROP_OF_DEFAULT_SEQUENCE.error(
                sequence.name(), column.name(), table.name());
          }
          return column.withDefault(null);
        });
  }

  /** The action on a column with a default that uses a sequence. */
  @FunctionalInterface
  private interface Dependent {
    ColumnDef changed(TableDef table, ColumnDef column);
  }

  private void replaceDefaults(SequenceDef sequence, Dependent dependent) {
    for (TableDef table : change.catalog().tables()) {
      TableDraft draft = new TableDraft(table);
      boolean found = false;
      for (int i = 0; i < table.columns().size(); i++) {
        ColumnDef column = table.columns().get(i);
        if (column.defaultSql() != null && names(column.defaultSql(), sequence)) {
          draft.replaceColumn(i, dependent.changed(table, column));
          found = true;
        }
      }
      if (found) {
        change.write(draft.table());
      }
    }
  }

  private static boolean names(String sql, SequenceDef sequence) {
    boolean[] found = {false};
    MosqlParser.parseExpression(sql)
        .accept(
            new SqlBasicVisitor<@Nullable Void>() {
              @Override
              public @Nullable Void visit(SqlLiteral literal) {
                found[0] |= isNameOf(literal, sequence);
                return null;
              }
            });
    return found[0];
  }

  private static boolean isNameOf(SqlLiteral literal, SequenceDef sequence) {
    if (!(literal instanceof SqlCharStringLiteral)) {
      return false;
    }
    String name = literal.toValue();
    return name != null
        && (sequence.name().equalsIgnoreCase(name)
            || sequence.qualifiedName().equalsIgnoreCase(name)
            || quoted(sequence.name()).equals(name)
            || (quoted(sequence.schema()) + "." + quoted(sequence.name())).equals(name));
  }

  private @Nullable SequenceDef find(SqlIdentifier identifier) {
    NameResolver.QualifiedName name = change.names().qualified(identifier);
    Catalog catalog = change.catalog();
    SequenceDef sequence = catalog.sequence(name.schema(), name.name());
    if (sequence == null && catalog.hasRelation(name.schema(), name.name())) {
      throw SqlErrorMessage.NOT_A_SEQUENCE.error(name.name());
    }
    return sequence;
  }

  private static MosqlException missing(SqlIdentifier name) {
    return SqlErrorMessage.UNDEFINED_SEQUENCE.error(NameResolver.last(name));
  }

  private SequenceDef owned(SequenceDef sequence, SequenceOptions.@Nullable Owner owner) {
    if (owner == null) {
      return sequence;
    }
    SqlIdentifier name = owner.column();
    if (name == null) {
      return sequence.withOwner(0, SequenceDef.NUMBERING);
    }
    if (name.isSimple()) {
      throw SqlErrorMessage.INVALID_OWNED_BY.error();
    }
    TableDef table = change.names().table(name.getComponent(0, name.names.size() - 1));
    if (!table.schema().equals(sequence.schema())) {
      throw SqlErrorMessage.OWNED_SEQUENCE_OF_OTHER_SCHEMA.error();
    }
    int column = NameResolver.column(table, name.getComponent(name.names.size() - 1));
    return sequence.withOwner(table.id(), table.columns().get(column).ordinal());
  }

  /**
   * The definition of a sequence with changed options.
   *
   * @param position current value; null for a new sequence
   * @throws MosqlException 22023 when the options conflict
   */
  private SequenceDef defined(
      SequenceDef sequence, SequenceOptions options, @Nullable Long position) {
    boolean made = position == null;
    SqlType type = options.type() == null ? sequence.type() : options.type();
    if (type.kind() != TypeKind.SMALLINT
        && type.kind() != TypeKind.INTEGER
        && type.kind() != TypeKind.BIGINT) {
      throw SqlErrorMessage.SEQUENCE_TYPE.error();
    }
    long increment = options.increment() == null ? sequence.increment() : options.increment();
    if (increment == 0) {
      throw SqlErrorMessage.SEQUENCE_INCREMENT_ZERO.error();
    }
    long usualMaximum = SequenceDef.defaultMaximum(type, increment);
    long usualMinimum = SequenceDef.defaultMinimum(type, increment);
    // A bound that was the default of the old type becomes that of the new type.
    boolean topmost = sequence.maximum() == SequenceDef.greatest(sequence.type());
    boolean lowest = sequence.minimum() == SequenceDef.least(sequence.type());
    long keptMaximum = topmost ? SequenceDef.greatest(type) : sequence.maximum();
    long keptMinimum = lowest ? SequenceDef.least(type) : sequence.minimum();
    long maximum = bound(options.maximum(), made ? usualMaximum : keptMaximum, usualMaximum);
    requireInType("MAXVALUE", maximum, type);
    long minimum = bound(options.minimum(), made ? usualMinimum : keptMinimum, usualMinimum);
    requireInType("MINVALUE", minimum, type);
    if (minimum >= maximum) {
      throw SqlErrorMessage.SEQUENCE_MINVALUE_ABOVE_MAXVALUE.error(minimum, maximum);
    }
    long start =
        options.start() != null
            ? options.start()
            : !made ? sequence.start() : increment > 0 ? minimum : maximum;
    requireInBounds("START", start, minimum, maximum);
    SequenceOptions.Restart restart = options.restart();
    long cache = options.cache() == null ? sequence.cache() : options.cache();
    if (cache <= 0) {
      throw SqlErrorMessage.SEQUENCE_CACHE_NOT_POSITIVE.error(cache);
    }
    boolean anew = made || restart != null;
    long first =
        restart != null && restart.value() != null
            ? restart.value()
            : anew ? start : sequence.first();
    requireInBounds("RESTART", anew || position == null ? first : position, minimum, maximum);
    return new SequenceDef(
        sequence.id(),
        sequence.schema(),
        sequence.name(),
        type,
        start,
        increment,
        minimum,
        maximum,
        options.cycle() == null ? sequence.cycle() : options.cycle(),
        cache,
        sequence.ownerTable(),
        sequence.ownerColumn(),
        restart != null && !made ? change.newId() : sequence.counter(),
        first);
  }

  private static long bound(SequenceOptions.@Nullable Bound written, long otherwise, long usual) {
    if (written == null) {
      return otherwise;
    }
    return written.value() == null ? usual : written.value();
  }

  private static void requireInType(String what, long bound, SqlType type) {
    if (bound > SequenceDef.greatest(type) || bound < SequenceDef.least(type)) {
      throw SqlErrorMessage.SEQUENCE_BOUND_OUT_OF_TYPE.error(
          what, bound, type.toString().toLowerCase(java.util.Locale.ROOT));
    }
  }

  private static void requireInBounds(String what, long value, long minimum, long maximum) {
    if (value < minimum) {
      throw SqlErrorMessage.SEQUENCE_VALUE_BELOW_MINVALUE.error(what, value, minimum);
    }
    if (value > maximum) {
      throw SqlErrorMessage.SEQUENCE_VALUE_ABOVE_MAXVALUE.error(what, value, maximum);
    }
  }
}

package io.mosql.sql.catalog;

import io.mosql.core.type.SqlType;
import io.mosql.core.type.TypeKind;
import io.mosql.storage.Sequences;

/**
 * The definition of a sequence. Its current value is not part of the catalog: numbers come from a
 * counter outside of transactions. A restart assigns a new counter to the sequence, so that it is a
 * transactional change of the catalog.
 *
 * @param type type that bounds its numbers
 * @param start first number after RESTART
 * @param cache numbers drawn at a time; 1 lets the session decide
 * @param ownerTable table that it is dropped with, or 0
 * @param ownerColumn ordinal of the column that it is dropped with (OWNED BY); {@link #NUMBERING}
 *     when it fills an auto-increment column or row id of its table, or has no owner
 * @param counter id of its counter
 * @param first first number of the counter
 */
public record SequenceDef(
    long id,
    String schema,
    String name,
    SqlType type,
    long start,
    long increment,
    long minimum,
    long maximum,
    boolean cycle,
    long cache,
    long ownerTable,
    int ownerColumn,
    long counter,
    long first) {
  /** The owner column of a sequence without one: see {@link #ownerColumn()}. */
  public static final int NUMBERING = -1;

  /** A sequence of BIGINT with the default bounds, or without a bound that the start exceeds. */
  public static SequenceDef plain(
      long id, String schema, String name, long start, long increment, long ownerTable) {
    boolean up = increment > 0;
    boolean usual = up ? start >= 1 : start <= -1;
    return new SequenceDef(
        id,
        schema,
        name,
        SqlType.BIGINT,
        start,
        increment,
        up && usual ? 1 : Long.MIN_VALUE,
        !up && usual ? -1 : Long.MAX_VALUE,
        false,
        1,
        ownerTable,
        NUMBERING,
        id,
        start);
  }

  /** The least number of a type. */
  public static long least(SqlType type) {
    return -greatest(type) - 1;
  }

  /** The greatest number of a type. */
  public static long greatest(SqlType type) {
    return type.kind() == TypeKind.SMALLINT
        ? Short.MAX_VALUE
        : type.kind() == TypeKind.INTEGER ? Integer.MAX_VALUE : Long.MAX_VALUE;
  }

  /** MINVALUE where none is given. */
  public static long defaultMinimum(SqlType type, long increment) {
    return increment > 0 ? 1 : least(type);
  }

  /** MAXVALUE where none is given. */
  public static long defaultMaximum(SqlType type, long increment) {
    return increment > 0 ? greatest(type) : -1;
  }

  /** Whether it fills a column, or the row ids, of its table. */
  public boolean numbersRows() {
    return ownerTable != 0 && ownerColumn == NUMBERING;
  }

  /** The increment and bounds of its counter. */
  public Sequences.Rule rule() {
    return new Sequences.Rule(first, increment, minimum, maximum, cycle);
  }

  /** {@code schema.name}, for messages. */
  public String qualifiedName() {
    return schema + "." + name;
  }

  /** A copy with another type. */
  public SequenceDef withType(SqlType other) {
    return new SequenceDef(
        id,
        schema,
        name,
        other,
        start,
        increment,
        minimum,
        maximum,
        cycle,
        cache,
        ownerTable,
        ownerColumn,
        counter,
        first);
  }

  /** A copy with another name. */
  public SequenceDef withName(String newSchema, String newName) {
    return new SequenceDef(
        id,
        newSchema,
        newName,
        type,
        start,
        increment,
        minimum,
        maximum,
        cycle,
        cache,
        ownerTable,
        ownerColumn,
        counter,
        first);
  }

  /** A copy with another owner. */
  public SequenceDef withOwner(long table, int column) {
    return new SequenceDef(
        id, schema, name, type, start, increment, minimum, maximum, cycle, cache, table, column,
        counter, first);
  }

  /** A copy with another counter. */
  public SequenceDef withRestart(long newCounter, long newFirst) {
    return new SequenceDef(
        id,
        schema,
        name,
        type,
        start,
        increment,
        minimum,
        maximum,
        cycle,
        cache,
        ownerTable,
        ownerColumn,
        newCounter,
        newFirst);
  }
}

package io.mosql.sql.catalog;

import io.mosql.core.type.SqlType;
import io.mosql.core.type.TypeKind;
import io.mosql.storage.Sequences;

/**
 * A sequence. Where it stands is no part of the catalog: its numbers come from a counter outside of
 * transactions. A restart gives the sequence another counter, so that it is a change of the catalog
 * and ends with its transaction.
 *
 * @param type whose numbers it may have at most
 * @param start where RESTART begins
 * @param cache numbers drawn at a time; 1 leaves it to the session
 * @param ownerTable table with which it goes, or 0
 * @param ownerColumn ordinal of the column with which it goes (OWNED BY); {@link #NUMBERING} when
 *     it fills an auto-increment column or row id of its table, or has no owner
 * @param counter id of its counter
 * @param first what the counter begins with
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
  /** No column of its own: see {@link #ownerColumn()}. */
  public static final int NUMBERING = -1;

  /** A sequence of BIGINT with the usual bounds, or none where the start is beyond them. */
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

  /** How its counter counts. */
  public Sequences.Rule rule() {
    return new Sequences.Rule(first, increment, minimum, maximum, cycle);
  }

  /** {@code schema.name}, for messages. */
  public String qualifiedName() {
    return schema + "." + name;
  }

  /** The same of numbers of a type. */
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

  /** The same with other names. */
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

  /** The same with another owner. */
  public SequenceDef withOwner(long table, int column) {
    return new SequenceDef(
        id, schema, name, type, start, increment, minimum, maximum, cycle, cache, table, column,
        counter, first);
  }

  /** The same with another counter. */
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

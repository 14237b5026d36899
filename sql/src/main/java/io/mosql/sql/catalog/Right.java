package io.mosql.sql.catalog;

import java.util.EnumSet;
import java.util.Set;

/**
 * Something that an account can be allowed to do with an object. Sets of rights are stored as bits;
 * a bit is never used for anything else.
 */
public enum Right {
  SELECT(0, ObjectKind.TABLE, ObjectKind.SEQUENCE),
  INSERT(1, ObjectKind.TABLE),
  UPDATE(2, ObjectKind.TABLE, ObjectKind.SEQUENCE),
  DELETE(3, ObjectKind.TABLE),
  TRUNCATE(4, ObjectKind.TABLE),
  /** To point foreign keys at a table. */
  REFERENCES(5, ObjectKind.TABLE),
  /** To draw from a sequence; to reach what is in a schema. */
  USAGE(6, ObjectKind.SEQUENCE, ObjectKind.SCHEMA),
  /** To make objects in a schema, or schemas in a database. */
  CREATE(7, ObjectKind.SCHEMA, ObjectKind.DATABASE),
  CONNECT(8, ObjectKind.DATABASE),
  /** To have COPY read and write the files that the server lends to it. */
  COPY(9, ObjectKind.DATABASE);

  private final int bit;

  @SuppressWarnings("ImmutableEnumChecker") // never changed
  private final Set<ObjectKind> kinds;

  Right(int bit, ObjectKind first, ObjectKind... others) {
    this.bit = 1 << bit;
    this.kinds = EnumSet.of(first, others);
  }

  /** What rights are given on. */
  public enum ObjectKind {
    TABLE,
    SEQUENCE,
    SCHEMA,
    DATABASE
  }

  public int bit() {
    return bit;
  }

  /** Whether there is such a right on objects of this kind. */
  public boolean isOn(ObjectKind kind) {
    return kinds.contains(kind);
  }

  /** All rights on objects of this kind. */
  public static Set<Right> allOn(ObjectKind kind) {
    Set<Right> all = EnumSet.noneOf(Right.class);
    for (Right right : values()) {
      if (right.isOn(kind)) {
        all.add(right);
      }
    }
    return all;
  }

  public static int bits(Set<Right> rights) {
    int bits = 0;
    for (Right right : rights) {
      bits |= right.bit;
    }
    return bits;
  }

  /** The rights that these bits stand for, in order; bits of later releases are passed over. */
  public static Set<Right> of(int bits) {
    Set<Right> rights = EnumSet.noneOf(Right.class);
    for (Right right : values()) {
      if ((bits & right.bit) != 0) {
        rights.add(right);
      }
    }
    return rights;
  }
}

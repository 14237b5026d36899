package io.mosql.sql.catalog;

import java.util.EnumSet;
import java.util.Set;

/**
 * Something that an account can be allowed to do with an object. Sets of rights are stored as bits;
 * a bit is never used for anything else.
 */
public enum Right {
  SELECT(0),
  INSERT(1),
  UPDATE(2),
  DELETE(3),
  TRUNCATE(4),
  /** To point foreign keys at a table. */
  REFERENCES(5),
  /** To draw from a sequence; to reach what is in a schema. */
  USAGE(6),
  /** To make objects in a schema, or schemas in a database. */
  CREATE(7),
  CONNECT(8),
  /** To have COPY read and write the files that the server lends to it. */
  COPY(9);

  private final int bit;

  Right(int bit) {
    this.bit = 1 << bit;
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
    return switch (kind) {
      case TABLE ->
          switch (this) {
            case SELECT, INSERT, UPDATE, DELETE, TRUNCATE, REFERENCES -> true;
            default -> false;
          };
      case SEQUENCE -> this == SELECT || this == UPDATE || this == USAGE;
      case SCHEMA -> this == USAGE || this == CREATE;
      case DATABASE -> this == CREATE || this == CONNECT || this == COPY;
    };
  }

  /** What ALL stands for on objects of this kind; {@link #COPY} has to be named. */
  public static Set<Right> allOn(ObjectKind kind) {
    Set<Right> all = EnumSet.noneOf(Right.class);
    for (Right right : values()) {
      if (right.isOn(kind) && right != COPY) {
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

package io.mosql.sql.catalog;

import java.util.EnumSet;
import java.util.Set;

/** A privilege on an object. Sets of privileges are stored as bits; a bit is never reused. */
public enum Privilege {
  SELECT(0),
  INSERT(1),
  UPDATE(2),
  DELETE(3),
  TRUNCATE(4),
  /** To create foreign keys to a table. */
  REFERENCES(5),
  /** To draw from a sequence; to access the objects in a schema. */
  USAGE(6),
  /** To create objects in a schema, or schemas in a database. */
  CREATE(7),
  CONNECT(8),
  /** To read and write, by COPY, the files that the server permits. */
  COPY(9);

  private final int bit;

  Privilege(int bit) {
    this.bit = 1 << bit;
  }

  /** The kind of an object with privileges. */
  public enum ObjectKind {
    TABLE,
    SEQUENCE,
    SCHEMA,
    DATABASE
  }

  public int bit() {
    return bit;
  }

  /** Whether the privilege exists on objects of this kind. */
  public boolean appliesTo(ObjectKind kind) {
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

  /** The meaning of ALL on objects of this kind; {@link #COPY} must be granted by name. */
  public static Set<Privilege> allFor(ObjectKind kind) {
    Set<Privilege> all = EnumSet.noneOf(Privilege.class);
    for (Privilege privilege : values()) {
      if (privilege.appliesTo(kind) && privilege != COPY) {
        all.add(privilege);
      }
    }
    return all;
  }

  public static int bits(Set<Privilege> privileges) {
    int bits = 0;
    for (Privilege privilege : privileges) {
      bits |= privilege.bit;
    }
    return bits;
  }

  /** The privileges of these bits, in order; bits of later releases are ignored. */
  public static Set<Privilege> of(int bits) {
    Set<Privilege> privileges = EnumSet.noneOf(Privilege.class);
    for (Privilege privilege : values()) {
      if ((bits & privilege.bit) != 0) {
        privileges.add(privilege);
      }
    }
    return privileges;
  }
}

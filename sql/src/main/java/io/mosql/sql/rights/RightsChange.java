package io.mosql.sql.rights;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.sql.catalog.Right;
import io.mosql.sql.catalog.Right.ObjectKind;
import io.mosql.sql.parser.ast.admin.GrantPrivileges;

/**
 * What GRANT or REVOKE does to the rights that an account has on an object. What an account has
 * passed on stays when it loses the right itself.
 *
 * @param rights bits of {@link Right}
 * @param optionOnly whether only the grant option is taken away
 * @param withOption whether the grant option is given as well
 */
public record RightsChange(int rights, boolean revoke, boolean optionOnly, boolean withOption) {
  /** Name that stands for everybody. */
  public static final String PUBLIC = "public";

  /**
   * @throws MosqlException 0LP01 for a right that objects of this kind do not have
   */
  public static RightsChange of(GrantPrivileges statement) {
    ObjectKind kind = ObjectKind.valueOf(statement.objects().kind().name());
    int bits = 0;
    for (String name : statement.privileges()) {
      Right right = Right.valueOf(name);
      if (!right.isOn(kind)) {
        throw new MosqlException(
            SqlState.INVALID_GRANT_OPERATION, "there is no right " + right + " on a " + kind);
      }
      bits |= right.bit();
    }
    return new RightsChange(
        statement.privileges().isEmpty() ? Right.bits(Right.allOn(kind)) : bits,
        statement.revoke(),
        statement.optionOnly(),
        statement.withOption());
  }

  /** The rights afterwards. */
  public int rights(int before) {
    return revoke ? (optionOnly ? before : before & ~rights) : before | rights;
  }

  /** Those of them that may be passed on. */
  public int grantable(int before) {
    return revoke ? before & ~rights : withOption ? before | rights : before;
  }
}

package io.mosql.sql.privilege;

import io.mosql.core.error.MosqlException;
import io.mosql.sql.catalog.Privilege;
import io.mosql.sql.catalog.Privilege.ObjectKind;
import io.mosql.sql.error.SqlErrorMessage;
import io.mosql.sql.parser.ast.admin.GrantPrivileges;
import java.util.Locale;

/**
 * The effect of GRANT or REVOKE on the privileges of one account on an object. Privileges that an
 * account has granted to others remain when it loses them itself.
 *
 * @param privileges bits of {@link Privilege}
 * @param grantOptionOnly whether only the grant option is taken away
 * @param withGrantOption whether the grant option is given as well
 */
public record PrivilegeChange(
    int privileges, boolean revoke, boolean grantOptionOnly, boolean withGrantOption) {
  /** The name of the group of all accounts. */
  public static final String PUBLIC = "public";

  /**
   * @throws MosqlException 0LP01 for a privilege that does not exist on objects of this kind
   */
  public static PrivilegeChange of(GrantPrivileges statement) {
    ObjectKind kind = ObjectKind.valueOf(statement.objects().kind().name());
    int bits = 0;
    for (String name : statement.privileges()) {
      Privilege privilege = Privilege.valueOf(name);
      if (!privilege.appliesTo(kind)) {
        throw SqlErrorMessage.PRIVILEGE_NOT_OF_OBJECT_KIND.error(
            privilege, kind.name().toLowerCase(Locale.ROOT));
      }
      bits |= privilege.bit();
    }
    return new PrivilegeChange(
        statement.privileges().isEmpty() ? Privilege.bits(Privilege.allFor(kind)) : bits,
        statement.revoke(),
        statement.optionOnly(),
        statement.withOption());
  }

  /** The privileges after the change. */
  public int privileges(int before) {
    return revoke ? (grantOptionOnly ? before : before & ~privileges) : before | privileges;
  }

  /** The privileges with the grant option after the change. */
  public int grantable(int before) {
    return revoke ? before & ~privileges : withGrantOption ? before | privileges : before;
  }
}

package io.mosql.sql.session.view;

import static io.mosql.sql.session.view.SystemViews.flag;
import static io.mosql.sql.session.view.SystemViews.number;
import static io.mosql.sql.session.view.SystemViews.row;
import static io.mosql.sql.session.view.SystemViews.text;
import static io.mosql.sql.session.view.SystemViews.view;

import io.mosql.sql.catalog.AccountPrivileges;
import io.mosql.sql.catalog.Catalog;
import io.mosql.sql.catalog.Grant;
import io.mosql.sql.catalog.Privilege;
import io.mosql.sql.catalog.SequenceDef;
import io.mosql.sql.catalog.SystemView;
import io.mosql.sql.catalog.TableDef;
import io.mosql.sql.catalog.ViewDef;
import io.mosql.sql.privilege.AccountService;
import io.mosql.sql.privilege.AccountService.AccountInfo;
import io.mosql.sql.privilege.AccountService.HostedDatabase;
import io.mosql.sql.privilege.PrivilegeChange;
import io.mosql.sql.session.context.DatabaseContext;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Views of accounts, privileges and databases. An administrator sees all rows; another account sees
 * itself, its roles, the privileges and objects of these, and the databases that it may connect to.
 */
public final class AccountViews {
  private AccountViews() {}

  static SystemView users(ViewContext context) {
    return view(
        "users",
        List.of(text("user_name"), flag("is_admin"), flag("has_password")),
        (request, out) -> {
          for (AccountInfo account : context.database().accounts().accounts()) {
            if (account.login() && sees(request.privileges(), account.id())) {
              out.accept(row(account.name(), account.admin(), account.hasPassword()));
            }
          }
        });
  }

  private static boolean sees(AccountPrivileges privileges, long account) {
    return privileges.administrator() || privileges.identities().contains(account);
  }

  static SystemView roles(ViewContext context) {
    return view(
        "roles",
        List.of(text("role_name"), text("member")),
        (request, out) -> {
          List<AccountInfo> accounts = context.database().accounts().accounts();
          for (AccountInfo role : accounts) {
            List<AccountInfo> members =
                accounts.stream().filter(a -> a.roles().contains(role.id())).toList();
            if (sees(request.privileges(), role.id()) && (!role.login() || !members.isEmpty())) {
              members.stream()
                  .filter(member -> sees(request.privileges(), member.id()))
                  .forEach(member -> out.accept(row(role.name(), member.name())));
              if (members.isEmpty()) {
                out.accept(row(role.name(), null));
              }
            }
          }
        });
  }

  static SystemView databases(ViewContext context) {
    return view(
        "databases",
        List.of(text("database_name"), text("owner"), number("sessions"), flag("is_current")),
        (request, out) -> {
          List<HostedDatabase> all = context.database().accounts().databases();
          for (HostedDatabase facts : all) {
            boolean current = facts.name().equals(context.database().name());
            if (current || mayConnect(request.privileges(), facts)) {
              String owner =
                  facts.owner() == 0
                      ? null
                      : context.database().accounts().accountName(facts.owner());
              out.accept(row(facts.name(), owner, facts.sessions(), current));
            }
          }
          if (all.isEmpty()) {
            out.accept(
                row(context.database().name(), null, (long) context.sessions().size(), true));
          }
        });
  }

  /** The names of the databases in {@code mosql.databases}, in order. */
  public static List<String> databaseNames(DatabaseContext database, AccountPrivileges privileges) {
    List<HostedDatabase> all = database.accounts().databases();
    return all.isEmpty()
        ? List.of(database.name())
        : all.stream()
            .filter(facts -> facts.name().equals(database.name()) || mayConnect(privileges, facts))
            .map(HostedDatabase::name)
            .toList();
  }

  private static boolean mayConnect(AccountPrivileges privileges, HostedDatabase database) {
    return sees(privileges, database.owner() == 0 ? -1 : database.owner())
        || database.grants().stream()
            .anyMatch(
                grant ->
                    (grant.privileges() & Privilege.CONNECT.bit()) != 0
                        && privileges.identities().contains(grant.grantee()));
  }

  static SystemView grants(ViewContext context) {
    return view(
        "grants",
        List.of(
            text("object_type"),
            text("schema_name"),
            text("object_name"),
            text("grantee"),
            text("privilege_type"),
            flag("is_grantable")),
        (request, out) -> new GrantRows(context.database(), request, out).write());
  }

  /** Writes the rows of {@code mosql.grants}; an owner appears with the privilege OWNER. */
  private static final class GrantRows {
    private final AccountService authority;
    private final DatabaseContext database;
    private final AccountPrivileges privileges;
    private final Catalog catalog;
    private final Consumer<@Nullable Object[]> out;

    GrantRows(
        DatabaseContext database, SystemView.Request request, Consumer<@Nullable Object[]> out) {
      this.authority = database.accounts();
      this.database = database;
      this.privileges = request.privileges();
      this.catalog = request.catalog();
      this.out = out;
    }

    void write() {
      for (HostedDatabase facts : authority.databases()) {
        if (facts.name().equals(database.name())) {
          object("DATABASE", null, facts.name(), facts.owner(), facts.grants());
        }
      }
      for (String schema : catalog.schemas()) {
        long id = catalog.schemaId(schema);
        if (id != 0) {
          object("SCHEMA", schema, schema, id);
        }
      }
      for (TableDef table : catalog.tables()) {
        object("TABLE", table.schema(), table.name(), table.id());
      }
      for (ViewDef view : catalog.views()) {
        object("VIEW", view.schema(), view.name(), view.id());
      }
      for (SequenceDef sequence : catalog.sequences()) {
        object("SEQUENCE", sequence.schema(), sequence.name(), sequence.id());
      }
    }

    private void object(String type, String schema, String name, long id) {
      object(type, schema, name, catalog.owner(id), catalog.grants(id));
    }

    private void object(
        String type, @Nullable String schema, String name, long owner, Iterable<Grant> grants) {
      boolean own = privileges.hasAllPrivileges() || privileges.identities().contains(owner);
      String ownerName = owner == 0 ? null : authority.accountName(owner);
      if (ownerName != null && own) {
        out.accept(row(type, schema, name, ownerName, "OWNER", true));
      }
      List<Grant> sorted = new ArrayList<>();
      grants.forEach(sorted::add);
      sorted.sort(Comparator.comparingLong(Grant::grantee));
      for (Grant grant : sorted) {
        String grantee =
            grant.grantee() == AccountPrivileges.PUBLIC
                ? PrivilegeChange.PUBLIC
                : authority.accountName(grant.grantee());
        // Grants to a dropped account have no effect.
        if (grantee != null && (own || privileges.identities().contains(grant.grantee()))) {
          for (Privilege right : Privilege.of(grant.privileges())) {
            boolean grantable = (grant.grantable() & right.bit()) != 0;
            out.accept(row(type, schema, name, grantee, right.name(), grantable));
          }
        }
      }
    }
  }
}

package io.mosql.engine.account;

import static io.mosql.engine.account.CatalogFixtures.catalog;
import static io.mosql.engine.account.CatalogFixtures.database;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mosql.core.error.InvariantViolation;
import io.mosql.engine.account.NodeCatalog.Account;
import io.mosql.engine.account.NodeCatalog.ClientAddress;
import io.mosql.engine.account.NodeCatalog.DroppedDatabase;
import io.mosql.engine.account.NodeCatalog.RoleMembership;
import java.util.List;
import java.util.UUID;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

final class NodeCatalogTest {
  private static final UUID GROUP = new UUID(1, 1);

  private static Account account(long id, String name) {
    return new Account(id, name, true, false, null);
  }

  private static NodeCatalog ofAccounts(List<Account> accounts) {
    return new NodeCatalog(
        accounts, List.of(), List.of(), List.of(), List.of(), List.of(), ClusterCatalog.NONE);
  }

  private static void assertViolates(String invariant, ThrowingCallable reading) {
    assertThatThrownBy(reading)
        .isInstanceOf(InvariantViolation.class)
        .hasMessageContaining(invariant);
  }

  @Test
  void databasesWithoutGroupsAndWithDifferentGroupsAreRead() {
    NodeCatalog catalog =
        catalog(
            List.of(
                database(1, "a", GROUP),
                database(2, "b", new UUID(1, 2)),
                database(3, "c", null),
                database(4, "d", null)),
            List.of(new DroppedDatabase(5, new UUID(1, 3))));
    assertThat(catalog.databases()).hasSize(4);
  }

  @Test
  void idsNamesAndGroupsOfDatabasesAreUnique() {
    assertViolates(
        "ids of databases are unique",
        () -> catalog(List.of(database(1, "a", null), database(1, "b", null)), List.of()));
    assertViolates(
        "names of databases are unique",
        () -> catalog(List.of(database(1, "a", null), database(2, "a", null)), List.of()));
    assertViolates(
        "groups of databases are unique",
        () -> catalog(List.of(database(1, "a", GROUP), database(2, "b", GROUP)), List.of()));
    assertViolates(
        "ids of databases are positive", () -> catalog(List.of(database(0, "a", null)), List.of()));
  }

  @Test
  void idsAndGroupsOfDroppedDatabasesAreNotUsedAgain() {
    UUID other = new UUID(1, 2);
    assertViolates(
        "the id of a dropped database is not used again: id 1",
        () -> catalog(List.of(database(1, "a", GROUP)), List.of(new DroppedDatabase(1, other))));
    assertViolates(
        "the group of a dropped database is not used again",
        () -> catalog(List.of(database(1, "a", GROUP)), List.of(new DroppedDatabase(2, GROUP))));
  }

  @Test
  void idsAndNamesOfAccountsAreUnique() {
    assertViolates(
        "ids of accounts are unique", () -> ofAccounts(List.of(account(1, "a"), account(1, "b"))));
    assertViolates(
        "names of accounts are unique",
        () -> ofAccounts(List.of(account(1, "a"), account(2, "a"))));
    assertViolates("ids of accounts are positive", () -> ofAccounts(List.of(account(0, "a"))));
  }

  @Test
  void aNodeHasOneAddressAndARoleIsNotItsOwnMember() {
    assertViolates(
        "a node has one address for clients",
        () ->
            new NodeCatalog(
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(new ClientAddress("n1", "a", 1), new ClientAddress("n1", "b", 1)),
                ClusterCatalog.NONE));
    assertViolates(
        "a role is not a member of itself",
        () ->
            new NodeCatalog(
                List.of(),
                List.of(new RoleMembership(1, 1)),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                ClusterCatalog.NONE));
  }
}

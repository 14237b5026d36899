package io.mosql.engine.cluster;

import io.mosql.consensus.ratis.group.GroupStatus;
import io.mosql.engine.account.NodeCatalog;
import io.mosql.engine.database.OpenDatabase;
import io.mosql.sql.privilege.AccountService.DatabaseReplica;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Builds the rows of the members of a database's group for system views. */
final class MemberList {
  private MemberList() {}

  /**
   * @param self name of this node
   */
  static List<DatabaseReplica> of(
      ReplicatedDatabase copy,
      String self,
      Function<String, NodeCatalog.@Nullable ClientAddress> addresses) {
    GroupStatus status = copy.status();
    List<DatabaseReplica> members = new ArrayList<>();
    for (GroupStatus.MemberStatus each : status.members()) {
      members.add(
          each.member().node().equals(self)
              ? here(copy, status, self, addresses.apply(self))
              : there(status, each, addresses.apply(each.member().node())));
    }
    if (members.isEmpty()) {
      members.add(here(copy, status, self, addresses.apply(self)));
    }
    members.sort(Comparator.comparing(DatabaseReplica::node));
    return members;
  }

  private static DatabaseReplica here(
      ReplicatedDatabase copy,
      GroupStatus status,
      String self,
      NodeCatalog.@Nullable ClientAddress address) {
    OpenDatabase open = copy.current();
    return new DatabaseReplica(
        self,
        address == null ? null : address.host(),
        address == null ? null : (long) address.port(),
        status.role().name().toLowerCase(Locale.ROOT),
        true,
        copy.leads(),
        status.term(),
        open == null ? null : open.position(),
        Math.max(0, status.committedEntry() - status.appliedEntry()),
        known(status.lastEntry()),
        known(status.committedEntry()),
        known(status.appliedEntry()),
        status.logBytes(),
        status.checkpoint().index() == 0 ? null : status.checkpoint().entry(),
        0L,
        copy.failure());
  }

  private static DatabaseReplica there(
      GroupStatus status,
      GroupStatus.MemberStatus member,
      NodeCatalog.@Nullable ClientAddress address) {
    boolean leader = status.role() == GroupStatus.Role.LEADER;
    String node = member.member().node();
    return new DatabaseReplica(
        node,
        address == null ? null : address.host(),
        address == null ? null : (long) address.port(),
        member.member().role().name().toLowerCase(Locale.ROOT),
        false,
        node.equals(status.leader()),
        status.term(),
        null,
        leader ? (Long) Math.max(0, status.lastEntry() - member.matchEntry()) : null,
        leader ? known(member.matchEntry()) : null,
        known(member.committedEntry()),
        null,
        null,
        null,
        leader ? (Long) member.silentMillis() : null,
        null);
  }

  private static @Nullable Long known(long entry) {
    return entry < 0 ? null : (Long) entry;
  }
}

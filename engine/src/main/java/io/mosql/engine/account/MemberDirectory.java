package io.mosql.engine.account;

import io.mosql.sql.privilege.AccountService.ClusterMember;
import io.mosql.sql.privilege.AccountService.DatabaseReplica;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The nodes of the cluster and the replicas of its databases, as known to this node. Thread-safe.
 */
public interface MemberDirectory {
  /** The node that leads a database; null when none is known. */
  @Nullable String leader(NodeCatalog.Database database);

  /** The nodes with a replica of a database. */
  List<DatabaseReplica> members(NodeCatalog.Database database);

  /** The nodes of the cluster. */
  List<ClusterMember> nodes();
}

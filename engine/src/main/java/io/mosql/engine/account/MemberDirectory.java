package io.mosql.engine.account;

import io.mosql.sql.rights.Authority.MemberFacts;
import io.mosql.sql.rights.Authority.NodeFacts;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The nodes of the cluster and the replicas of its databases, as known to this node. Thread-safe.
 */
public interface MemberDirectory {
  /** The node that leads a database; null when none is known. */
  @Nullable String leader(NodeCatalog.Database database);

  /** The nodes with a replica of a database. */
  List<MemberFacts> members(NodeCatalog.Database database);

  /** The nodes of the cluster. */
  List<NodeFacts> nodes();
}

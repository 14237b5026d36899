package io.mosql.engine.account;

import io.mosql.engine.account.NodeCatalog.Database;
import io.mosql.engine.account.NodeCatalog.DroppedDatabase;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Catalogs of nodes for tests of other packages. */
public final class CatalogFixtures {
  private CatalogFixtures() {}

  /** A database that is ready and on all nodes, if it has a group. */
  public static Database database(long id, String name, @Nullable UUID group) {
    return new Database(
        id,
        name,
        0,
        Database.State.READY,
        group == null ? null : new ClusterCatalog.Placement(group, List.of(), List.of()));
  }

  public static NodeCatalog catalog(List<Database> databases, List<DroppedDatabase> dropped) {
    return new NodeCatalog(
        List.of(), List.of(), databases, List.of(), dropped, List.of(), ClusterCatalog.NONE);
  }
}

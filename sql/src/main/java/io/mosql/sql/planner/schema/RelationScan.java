package io.mosql.sql.planner.schema;

import java.util.List;
import org.apache.calcite.plan.Convention;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelOptTable;
import org.apache.calcite.rel.core.TableScan;

/**
 * A scan of all rows of a relation that a query names, in relational algebra. It knows the name
 * that the query gives to the relation, for EXPLAIN.
 */
public abstract class RelationScan extends TableScan {
  private String alias;

  /**
   * Creates a scan.
   *
   * @param name name of the relation, which is its alias until another one is set
   */
  protected RelationScan(RelOptCluster cluster, RelOptTable relOptTable, String name) {
    super(cluster, cluster.traitSetOf(Convention.NONE), List.of(), relOptTable);
    this.alias = name;
  }

  /** Returns the name of the relation within the query. */
  public final String alias() {
    return alias;
  }

  /** Sets the name of the relation within the query; called once, while the scan is created. */
  public final void setAlias(String name) {
    alias = name;
  }
}

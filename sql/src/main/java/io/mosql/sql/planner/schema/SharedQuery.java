package io.mosql.sql.planner.schema;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelWriter;
import org.apache.calcite.rel.SingleRel;
import org.jspecify.annotations.Nullable;

/** A reference to a query of WITH, in relational algebra: the query, which others may share. */
public final class SharedQuery extends SingleRel {
  private final Definition definition;

  /** A query of WITH, with the references to it that are known so far. Used by one thread. */
  public static final class Definition {
    private final String name;
    private final List<String> columns;
    private final @Nullable Boolean materialized;
    private final Set<Object> references = Collections.newSetFromMap(new IdentityHashMap<>());

    /**
     * Creates a definition without references.
     *
     * @param columns names of the columns, as references see them
     * @param materialized whether it is MATERIALIZED or NOT MATERIALIZED; null if it says neither
     */
    public Definition(String name, List<String> columns, @Nullable Boolean materialized) {
      this.name = name;
      this.columns = List.copyOf(columns);
      this.materialized = materialized;
    }

    public @Nullable Boolean materialized() {
      return materialized;
    }

    /** Returns the names of the columns, as references see them. */
    public List<String> columns() {
      return columns;
    }

    public String name() {
      return name;
    }

    /**
     * Adds a reference.
     *
     * @param place where it is in the statement; the same place may be converted several times
     */
    public void addReference(Object place) {
      references.add(place);
    }

    /** Returns the number of references in the statement. */
    public int references() {
      return references.size();
    }
  }

  public SharedQuery(RelOptCluster cluster, RelNode query, Definition definition) {
    super(cluster, query.getTraitSet(), query);
    this.definition = definition;
  }

  public Definition definition() {
    return definition;
  }

  /**
   * Whether the query is referenced repeatedly, or MATERIALIZED, and is the same for all
   * references.
   */
  public boolean isShared() {
    boolean materialized = Boolean.TRUE.equals(definition.materialized());
    return (materialized || definition.references() > 1)
        && RelOptUtil.getVariablesUsed(getInput()).isEmpty();
  }

  @Override
  public RelNode copy(RelTraitSet traitSet, List<RelNode> inputs) {
    return new SharedQuery(getCluster(), inputs.get(0), definition);
  }

  @Override
  public RelWriter explainTerms(RelWriter writer) {
    return super.explainTerms(writer).item("name", definition.name);
  }
}

package io.mosql.sql.planner.advise;

import io.mosql.sql.algebra.PlanNode;
import io.mosql.sql.catalog.Catalog;
import io.mosql.sql.catalog.IndexDef;
import io.mosql.sql.catalog.KeyColumn;
import io.mosql.sql.catalog.TableDef;
import io.mosql.sql.planner.cost.PlanCostEstimator;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * An advisor of indexes for one statement. It plans the statement with all candidates at once, and
 * keeps those that the plan uses and that pay: without which, or with fewer columns of which, the
 * statement would cost clearly more. Used by one thread.
 */
public final class IndexAdvisor {
  /** Factor of cost below which a difference does not count. */
  private static final double SLIGHT = 1.1;

  /** Share of the cost to which an index must bring a statement. */
  private static final double WORTHWHILE = 0.8;

  private static final int INDEXES_MAX = 5;

  private final Catalog catalog;
  private final Function<Catalog, PlanNode> planner;
  private final Predicate<TableDef> visible;
  private long id;

  /** A hypothetical index. */
  private record Candidate(TableDef table, IndexDef index) {}

  /**
   * The advice for a statement.
   *
   * @param indexes those that help, each by itself or with the ones before it
   * @param all what all of them would change together; empty for none
   * @param unknown tables that were never analyzed, so that the estimates are guesses
   */
  public record Advice(List<IndexAdvice> indexes, String all, List<TableDef> unknown) {}

  /**
   * Creates an advisor.
   *
   * @param planner plans the statement under a catalog
   * @param visible whether the account may know a table
   */
  public IndexAdvisor(
      Catalog catalog, Function<Catalog, PlanNode> planner, Predicate<TableDef> visible) {
    this.catalog = catalog;
    this.planner = planner;
    this.visible = visible;
  }

  /**
   * Advises on a statement.
   *
   * @param root its plan
   */
  public Advice advise(PlanNode root) {
    Map<TableDef, List<List<KeyColumn>>> columns = IndexCandidates.of(root);
    columns.keySet().removeIf(table -> !visible.test(table));
    List<Candidate> candidates = new ArrayList<>();
    columns.forEach(
        (table, lists) -> lists.forEach(list -> candidates.add(candidate(table, list))));
    List<TableDef> unknown =
        columns.keySet().stream().filter(t -> catalog.statistics(t.id()) == null).toList();
    IndexAdvice.Estimate before = estimate(root);
    List<Candidate> chosen = candidates.isEmpty() ? List.of() : chosen(candidates, before);
    if (chosen.isEmpty()) {
      return new Advice(List.of(), "", unknown);
    }
    List<IndexAdvice> indexes = new ArrayList<>();
    for (Candidate one : chosen) {
      indexes.add(
          new IndexAdvice(one.table, one.index.columns(), before, estimate(plan(List.of(one)))));
    }
    String all = chosen.size() == 1 ? "" : IndexAdvice.effect(before, estimate(plan(chosen)));
    return new Advice(indexes, all, unknown);
  }

  private Candidate candidate(TableDef table, List<KeyColumn> columns) {
    return new Candidate(table, new IndexDef(--id, "hypothetical" + -id, false, false, columns));
  }

  private PlanNode plan(Collection<Candidate> with) {
    Map<Long, List<IndexDef>> added = new HashMap<>();
    for (Candidate candidate : with) {
      added.computeIfAbsent(candidate.table.id(), t -> new ArrayList<>()).add(candidate.index);
    }
    return planner.apply(new HypotheticalCatalog(catalog, added));
  }

  private double cost(Collection<Candidate> with) {
    return PlanCostEstimator.of(plan(with));
  }

  /** Returns the candidates that pay together. */
  private List<Candidate> chosen(List<Candidate> candidates, IndexAdvice.Estimate before) {
    Map<Long, Candidate> used = new LinkedHashMap<>();
    addUsed(plan(candidates), candidates, used);
    List<Candidate> kept = new ArrayList<>(used.values());
    double cost = kept.isEmpty() ? before.cost() : cost(kept);
    for (int i = kept.size() - 1; i >= 0; i--) {
      List<Candidate> fewer = new ArrayList<>(kept);
      fewer.remove(i);
      boolean needed = cost * SLIGHT < (fewer.isEmpty() ? before.cost() : cost(fewer));
      if (needed && cost < before.cost() * WORTHWHILE) {
        shorten(kept, i, cost);
      } else {
        kept = fewer;
      }
    }
    return kept.size() > INDEXES_MAX ? kept.subList(0, INDEXES_MAX) : kept;
  }

  /** Replaces a candidate by one with fewer columns if that costs hardly more. */
  private void shorten(List<Candidate> kept, int place, double cost) {
    Candidate whole = kept.get(place);
    for (int length = 1; length < whole.index.columns().size(); length++) {
      List<KeyColumn> columns = whole.index.columns().subList(0, length);
      if (IndexCandidates.isNew(columns, whole.table)) {
        List<Candidate> others = new ArrayList<>(kept);
        others.set(place, candidate(whole.table, columns));
        if (cost(others) <= cost * SLIGHT) {
          kept.set(place, others.get(place));
          return;
        }
      }
    }
  }

  private static void addUsed(
      PlanNode node, List<Candidate> candidates, Map<Long, Candidate> used) {
    IndexDef index = node instanceof PlanNode.TableScan scan ? scan.index() : null;
    for (Candidate candidate : candidates) {
      if (index != null && candidate.index.id() == index.id()) {
        used.put(index.id(), candidate);
      }
    }
    node.inputs().forEach(input -> addUsed(input, candidates, used));
  }

  private static IndexAdvice.Estimate estimate(PlanNode root) {
    return new IndexAdvice.Estimate(reads(root, 1), PlanCostEstimator.of(root));
  }

  /** Returns the rows and index entries that the scans of a plan read. */
  private static double reads(PlanNode node, double runs) {
    if (node instanceof PlanNode.TableScan scan) {
      return runs * Math.max(scan.visitedRows(), scan.isPoint() ? 1 : 0);
    }
    if (node instanceof PlanNode.Correlate join) {
      return reads(join.left(), runs) + reads(join.right(), runs * join.left().rows());
    }
    if (node instanceof PlanNode.Join join && join.materialized()) {
      return reads(join.left(), runs) + reads(join.right(), 1);
    }
    double reads = 0;
    for (PlanNode input : node.inputs()) {
      reads += reads(input, runs);
    }
    return reads;
  }
}

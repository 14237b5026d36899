package io.mosql.sql.planner.logical;

import io.mosql.sql.planner.expression.Rexes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.calcite.rel.RelCollations;
import org.apache.calcite.rel.RelFieldCollation;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.logical.LogicalSort;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexUtil;

/**
 * Postpones the volatile outputs of a query with ORDER BY until after the sort, as in PostgreSQL:
 * {@code SELECT nextval('s') .. ORDER BY x LIMIT 2} takes two values from the sequence, in the
 * order of the rows. Volatile outputs that are sort keys are evaluated before the sort. Pure.
 */
final class PostponedOutputs {
  private PostponedOutputs() {}

  /** Returns an equivalent relation; the same object when no output is postponed. */
  static RelNode evaluateAfterSort(RelNode rel) {
    if (!(rel instanceof Sort sort)
        || sort.getCollation().getFieldCollations().isEmpty()
        || !(sort.getInput() instanceof Project project)) {
      return rel;
    }
    Set<Integer> keys =
        sort.getCollation().getFieldCollations().stream()
            .map(RelFieldCollation::getFieldIndex)
            .collect(Collectors.toSet());
    List<RexNode> outputs = project.getProjects();
    List<Boolean> late = new ArrayList<>();
    for (int i = 0; i < outputs.size(); i++) {
      late.add(!keys.contains(i) && isPostponed(outputs.get(i)));
    }
    return late.contains(true) ? split(sort, project, late) : rel;
  }

  private static boolean isPostponed(RexNode output) {
    return !Rexes.isDeterministic(output)
        && !RexOver.containsOver(output)
        && RexUtil.SubQueryFinder.find(output) == null;
  }

  private static RelNode split(Sort sort, Project project, List<Boolean> late) {
    List<RexNode> below = new ArrayList<>();
    List<String> names = new ArrayList<>();
    Map<Integer, Integer> places = new HashMap<>();
    List<RexNode> outputs = project.getProjects();
    for (int i = 0; i < outputs.size(); i++) {
      if (!late.get(i)) {
        places.put(i, below.size());
        below.add(outputs.get(i));
        names.add("f" + below.size());
      }
    }
    Map<Integer, RexNode> inputs = new HashMap<>();
    RexShuttle onSorted =
        new RexShuttle() {
          @Override
          public RexNode visitInputRef(RexInputRef ref) {
            return inputs.computeIfAbsent(
                ref.getIndex(),
                index -> {
                  below.add(ref);
                  names.add("f" + below.size());
                  return new RexInputRef(below.size() - 1, ref.getType());
                });
          }
        };
    List<RexNode> above = new ArrayList<>();
    for (int i = 0; i < outputs.size(); i++) {
      Integer place = places.get(i);
      above.add(
          place == null
              ? outputs.get(i).accept(onSorted)
              : new RexInputRef(place, outputs.get(i).getType()));
    }
    RelNode lower =
        LogicalProject.create(
            project.getInput(), List.of(), below, names, project.getVariablesSet());
    List<RelFieldCollation> keys = new ArrayList<>();
    for (RelFieldCollation key : sort.getCollation().getFieldCollations()) {
      int place = Objects.requireNonNull(places.get(key.getFieldIndex()));
      keys.add(key.withFieldIndex(place));
    }
    RelNode sorted = LogicalSort.create(lower, RelCollations.of(keys), sort.offset, sort.fetch);
    return LogicalProject.create(sorted, List.of(), above, sort.getRowType(), Set.of());
  }
}

package io.mosql.sql.planner;

import io.mosql.sql.catalog.Need;
import io.mosql.sql.catalog.Right;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The tables and views that a statement's names lead to: those that it names itself, and those that
 * the views among them read. Grows while the statement is validated. Not thread-safe.
 */
final class Reach {
  private final Set<Long> named = new LinkedHashSet<>();
  private final Map<Long, Set<Long>> byView = new LinkedHashMap<>();

  void addNamed(long relation) {
    named.add(relation);
  }

  void addRead(long view, long relation) {
    byView.computeIfAbsent(view, unused -> new LinkedHashSet<>()).add(relation);
  }

  /** Ids of what the statement names itself. */
  List<Long> named() {
    return List.copyOf(named);
  }

  /** Ids of everything. */
  Set<Long> all() {
    Set<Long> all = new LinkedHashSet<>(named);
    byView.values().forEach(all::addAll);
    return all;
  }

  /** What the owners of the views must be allowed to, and after it what is given. */
  List<Need> needs(List<Need> own) {
    if (byView.isEmpty()) {
      return own;
    }
    List<Need> needs = new ArrayList<>();
    byView.forEach(
        (view, relations) ->
            relations.forEach(id -> needs.add(new Need(id, Right.SELECT.bit(), view))));
    needs.addAll(own);
    return needs;
  }
}

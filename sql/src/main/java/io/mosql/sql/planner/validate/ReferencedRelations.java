package io.mosql.sql.planner.validate;

import io.mosql.sql.catalog.Privilege;
import io.mosql.sql.catalog.RequiredPrivilege;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The tables and views that a statement refers to: those that it names itself, and those that the
 * views among them read. Grows while the statement is validated. Not thread-safe.
 */
public final class ReferencedRelations {
  private final Set<Long> direct = new LinkedHashSet<>();
  private final Map<Long, Set<Long>> byView = new LinkedHashMap<>();

  void addDirect(long relation) {
    direct.add(relation);
  }

  void addThroughView(long view, long relation) {
    byView.computeIfAbsent(view, unused -> new LinkedHashSet<>()).add(relation);
  }

  /** Ids of what the statement names itself. */
  public List<Long> direct() {
    return List.copyOf(direct);
  }

  /** Ids of everything. */
  public Set<Long> all() {
    Set<Long> all = new LinkedHashSet<>(direct);
    byView.values().forEach(all::addAll);
    return all;
  }

  /** What the owners of the views must be allowed to, and after it what is given. */
  public List<RequiredPrivilege> withOwnerPrivileges(List<RequiredPrivilege> own) {
    if (byView.isEmpty()) {
      return own;
    }
    List<RequiredPrivilege> needs = new ArrayList<>();
    byView.forEach(
        (view, relations) ->
            relations.forEach(
                id -> needs.add(new RequiredPrivilege(id, Privilege.SELECT.bit(), view))));
    needs.addAll(own);
    return needs;
  }
}

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
 * The tables and views that a statement refers to, directly or through views. Filled during
 * validation. Not thread-safe.
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

  /** Returns the ids of the relations that the statement names directly. */
  public List<Long> direct() {
    return List.copyOf(direct);
  }

  /** Returns the ids of all relations. */
  public Set<Long> all() {
    Set<Long> all = new LinkedHashSet<>(direct);
    byView.values().forEach(all::addAll);
    return all;
  }

  /** Returns the privileges that owners of views need, followed by the given ones. */
  public List<RequiredPrivilege> withOwnerPrivileges(List<RequiredPrivilege> own) {
    if (byView.isEmpty()) {
      return own;
    }
    List<RequiredPrivilege> required = new ArrayList<>();
    byView.forEach(
        (view, relations) ->
            relations.forEach(
                id -> required.add(new RequiredPrivilege(id, Privilege.SELECT.bit(), view))));
    required.addAll(own);
    return required;
  }
}

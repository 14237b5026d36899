package io.mosql.sql.planner.dml;

import io.mosql.sql.algebra.LockingClause;
import io.mosql.sql.catalog.Privilege;
import io.mosql.sql.catalog.RequiredPrivilege;
import io.mosql.sql.parser.ast.Statement;
import io.mosql.sql.parser.ast.dml.DeleteRows;
import io.mosql.sql.parser.ast.dml.InsertRows;
import io.mosql.sql.parser.ast.dml.MergeRows;
import io.mosql.sql.parser.ast.dml.OnConflict;
import io.mosql.sql.parser.ast.dml.RowSelection;
import io.mosql.sql.parser.ast.dml.SetClause;
import io.mosql.sql.parser.ast.dml.UpdateRows;
import io.mosql.sql.planner.rewrite.SqlNodeFinder;
import io.mosql.sql.planner.schema.MosqlTableScan;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.calcite.sql.SqlNode;
import org.jspecify.annotations.Nullable;

/**
 * Collects the privileges that a statement requires on each table that it names, including tables
 * that the optimizer removes.
 */
public final class PrivilegeCollector {
  private final Map<Long, Integer> byTable = new HashMap<>();

  private PrivilegeCollector() {}

  /** Returns SELECT on all tables that a query reads, and UPDATE on tables that it locks. */
  public static List<RequiredPrivilege> ofQuery(
      Collection<Long> tables, Map<MosqlTableScan, LockingClause> locks) {
    PrivilegeCollector required = new PrivilegeCollector();
    tables.forEach(table -> required.add(table, EnumSet.of(Privilege.SELECT)));
    locks
        .keySet()
        .forEach(held -> required.add(held.tableDef().id(), EnumSet.of(Privilege.UPDATE)));
    return required.list();
  }

  /**
   * Returns the privileges that a DML statement requires.
   *
   * @param found relations resolved by name, possibly with the target
   */
  static List<RequiredPrivilege> ofChange(
      Statement statement, long target, Collection<Long> found) {
    PrivilegeCollector required = new PrivilegeCollector();
    for (long table : found) {
      if (table != target) {
        required.add(table, EnumSet.of(Privilege.SELECT));
      }
    }
    if (statement instanceof UpdateRows update) {
      boolean reads =
          readsTarget(update.rows(), update.returning())
              || readsColumns(update.values().stream().map(SetClause::value).toList());
      required.add(target, changes(Privilege.UPDATE, reads));
    } else if (statement instanceof DeleteRows delete) {
      required.add(
          target, changes(Privilege.DELETE, readsTarget(delete.rows(), delete.returning())));
    } else if (statement instanceof MergeRows merge) {
      required.addMerge(target, merge);
    } else {
      required.add(target, changes(Privilege.INSERT, found.contains(target)));
      if (statement instanceof InsertRows insert && insert.conflict() != null) {
        required.addConflict(target, insert.conflict());
      }
    }
    return required.list();
  }

  private static boolean readsTarget(RowSelection rows, List<SqlNode> returning) {
    return rows.condition() != null
        || rows.named() != null
        || rows.from() != null
        || !rows.orderBy().isEmpty()
        || !returning.isEmpty();
  }

  private void addMerge(long target, MergeRows merge) {
    add(target, EnumSet.of(Privilege.SELECT));
    for (MergeRows.When when : merge.whenClauses()) {
      switch (when.action()) {
        case UPDATE -> add(target, EnumSet.of(Privilege.UPDATE));
        case DELETE -> add(target, EnumSet.of(Privilege.DELETE));
        case INSERT -> add(target, EnumSet.of(Privilege.INSERT));
        case NOTHING -> {
          // No further privilege.
        }
      }
    }
  }

  private void addConflict(long target, OnConflict conflict) {
    switch (conflict.kind()) {
      case NOTHING, UPDATE -> {
        // A conflict target reveals which keys exist, so it requires SELECT.
        if (!conflict.parts().isEmpty() || conflict.constraint() != null) {
          add(target, EnumSet.of(Privilege.SELECT));
        }
      }
      case REPLACE -> add(target, EnumSet.of(Privilege.DELETE));
      case IGNORE, DUPLICATE_KEY -> {
        // No further privilege.
      }
    }
    if (!conflict.values().isEmpty()) {
      boolean reads =
          conflict.condition() != null
              || readsColumns(conflict.values().stream().map(SetClause::value).toList());
      add(target, changes(Privilege.UPDATE, reads));
    }
  }

  private static Set<Privilege> changes(Privilege privilege, boolean reads) {
    return reads ? EnumSet.of(privilege, Privilege.SELECT) : EnumSet.of(privilege);
  }

  private static boolean readsColumns(Iterable<@Nullable SqlNode> values) {
    for (SqlNode value : values) {
      if (value != null && SqlNodeFinder.hasName(value, name -> true)) {
        return true;
      }
    }
    return false;
  }

  private void add(long table, Set<Privilege> privileges) {
    byTable.merge(table, Privilege.bits(privileges), (a, b) -> a | b);
  }

  private List<RequiredPrivilege> list() {
    List<RequiredPrivilege> required = new ArrayList<>();
    byTable.forEach((table, privileges) -> required.add(new RequiredPrivilege(table, privileges)));
    return required;
  }
}

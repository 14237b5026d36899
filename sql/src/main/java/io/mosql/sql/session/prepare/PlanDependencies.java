package io.mosql.sql.session.prepare;

import io.mosql.sql.algebra.PlanNode;
import io.mosql.sql.algebra.PlannedStatement;
import io.mosql.sql.catalog.Catalog;
import io.mosql.sql.catalog.CatalogCache;
import io.mosql.sql.catalog.CatalogCodec;
import io.mosql.sql.catalog.IndexDef;
import io.mosql.sql.catalog.TableDef;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The catalog rows that a plan depends on: they count as read when the plan runs. */
final class PlanDependencies {
  private PlanDependencies() {}

  static List<byte[]> keys(Catalog catalog, PlannedStatement statement) {
    List<byte[]> keys = new ArrayList<>(CatalogCache.keys(catalog, statement.relations()));
    if (mayLeaveOrphans(statement.root())) {
      // The absence of foreign keys to these rows counts as read, too.
      statement.relations().forEach(id -> keys.add(CatalogCodec.referredKey(id)));
    }
    return List.copyOf(keys);
  }

  /**
   * Whether the plan deletes rows or may change their keys, so that foreign keys must be checked.
   */
  private static boolean mayLeaveOrphans(PlanNode root) {
    if (root instanceof PlanNode.Update update) {
      TableDef table = update.table();
      // A generated column changes with its inputs, which need not be part of a key.
      return update.assignments().stream().anyMatch(a -> isKey(table, a.column()))
          || IntStream.range(0, table.columns().size())
              .anyMatch(c -> table.columns().get(c).generated() && isKey(table, c));
    }
    if (root instanceof PlanNode.With with) {
      return with.inputs().stream().anyMatch(PlanDependencies::mayLeaveOrphans);
    }
    return root instanceof PlanNode.Delete
        || root instanceof PlanNode.Merge
        || root instanceof PlanNode.Insert insert && insert.conflict() != null;
  }

  private static boolean isKey(TableDef table, int column) {
    return Stream.concat(Stream.of(table.primary()), table.indexes().stream())
        .map(IndexDef::columns)
        .flatMap(List::stream)
        .anyMatch(part -> part.column() == column);
  }
}

package io.mosql.sql.exec.scan;

import io.mosql.core.codec.Keys;
import io.mosql.sql.algebra.KeyBounds;
import io.mosql.sql.catalog.IndexDef;
import io.mosql.sql.catalog.OperatorClass;
import io.mosql.sql.exec.expression.ExpressionCompiler;
import io.mosql.sql.exec.runtime.ExecutionContext;
import io.mosql.sql.exec.runtime.Expression;
import io.mosql.sql.function.path.InvertedSearchBuilder;
import io.mosql.sql.inverted.DocumentItems;
import io.mosql.sql.inverted.ItemSearch;
import io.mosql.sql.inverted.SearchOperator;
import io.mosql.storage.version.TreeEstimates;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The compiled conditions of a scan of an inverted index. Immutable. */
final class InvertedIndexConditions {
  private static final Object[] NO_ROW = {};

  private final long tree;
  private final OperatorClass kind;
  private final List<List<Condition>> conditions;

  private record Condition(SearchOperator operator, Expression value) {}

  InvertedIndexConditions(IndexDef index, KeyBounds bounds, ExpressionCompiler compiler) {
    this.tree = index.id();
    this.kind = Objects.requireNonNull(index.extent().items());
    this.conditions =
        bounds.searches().stream()
            .map(
                alternatives ->
                    alternatives.stream()
                        .map(s -> new Condition(s.operator(), compiler.compile(s.value())))
                        .toList())
            .toList();
  }

  /** The items to search for, with the number of their entries; null to scan all rows. */
  ItemSearch.@Nullable Choice choose(ExecutionContext context) {
    List<ItemSearch> all = new ArrayList<>();
    for (List<Condition> alternatives : conditions) {
      List<ItemSearch> any = new ArrayList<>();
      for (Condition condition : alternatives) {
        Object value = condition.value.evaluate(NO_ROW, context);
        any.add(
            value == null
                ? ItemSearch.nothing()
                : InvertedSearchBuilder.of(condition.operator, value, kind));
      }
      all.add(new ItemSearch.Any(any));
    }
    TreeEstimates estimates = context.transaction().estimates();
    return new ItemSearch.All(all)
        .choose(
            item -> {
              context.step();
              byte[] from = DocumentItems.prefix(item);
              return estimates.count(tree, from, Keys.prefixEnd(from));
            });
  }
}

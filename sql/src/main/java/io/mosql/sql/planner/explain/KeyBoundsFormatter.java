package io.mosql.sql.planner.explain;

import io.mosql.sql.algebra.KeyBounds;
import io.mosql.sql.algebra.KeyCondition;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.calcite.rex.RexNode;

/** Formats the bounds of a scan as conditions on the columns of its index. */
final class KeyBoundsFormatter {
  private final ExpressionFormatter expressions;
  private final List<String> names;

  /**
   * Creates a formatter.
   *
   * @param names names of the table's columns
   */
  KeyBoundsFormatter(ExpressionFormatter expressions, List<String> names) {
    this.expressions = expressions;
    this.names = names;
  }

  /**
   * Returns the conditions, all of which hold for the rows.
   *
   * @param columns names of the columns of the index's keys
   */
  List<String> all(KeyBounds bounds, List<String> columns) {
    List<String> keys = new ArrayList<>();
    int prefix = bounds.prefix().size();
    for (int i = 0; i < prefix; i++) {
      keys.add(columns.get(i) + " = " + expressions.text(bounds.prefix().get(i), names));
    }
    KeyCondition next = bounds.next();
    if (next != null) {
      keys.addAll(all(next, columns.subList(prefix, columns.size())));
    }
    for (List<KeyBounds.Search> alternatives : bounds.searches()) {
      keys.add(
          alternatives.stream()
              .map(search -> search(search, columns))
              .collect(Collectors.joining(" or ")));
    }
    return keys;
  }

  private String search(KeyBounds.Search search, List<String> columns) {
    return columns.get(0)
        + " "
        + search.operator().sign()
        + " "
        + expressions.text(search.value(), names);
  }

  private List<String> all(KeyCondition condition, List<String> columns) {
    List<String> all = new ArrayList<>();
    if (condition instanceof KeyCondition.And and) {
      and.parts().forEach(part -> all.addAll(all(part, columns)));
    } else if (condition instanceof KeyCondition.Then then) {
      int points = then.head().pointColumns();
      all.addAll(all(then.head(), columns));
      all.addAll(all(then.tail(), columns.subList(points, columns.size())));
    } else {
      all.add(one(condition, columns));
    }
    return all;
  }

  private String one(KeyCondition condition, List<String> columns) {
    if (condition instanceof KeyCondition.Comparison comparison) {
      return columns.get(0)
          + " "
          + comparison.kind().sql
          + " "
          + expressions.text(comparison.value(), names);
    } else if (condition instanceof KeyCondition.In in) {
      return columns.get(0) + " in " + expressions.row(in.values(), names);
    } else if (condition instanceof KeyCondition.IsNull isNull) {
      return columns.get(0) + (isNull.negated() ? " is not null" : " is null");
    } else if (condition instanceof KeyCondition.Prefix prefix) {
      RexNode escape = prefix.escape();
      return columns.get(0)
          + " like "
          + expressions.text(prefix.pattern(), names)
          + (escape == null ? "" : " escape " + expressions.text(escape, names));
    } else if (condition instanceof KeyCondition.When when) {
      return expressions.text(when.condition(), names);
    } else if (condition instanceof KeyCondition.Or or) {
      return any(or, columns);
    }
    return String.join(", ", all(condition, columns));
  }

  private String any(KeyCondition.Or or, List<String> columns) {
    int row = or.pointColumns();
    if (row > 1 && or.parts().stream().allMatch(part -> part.values().size() == row)) {
      return columns.stream().limit(row).collect(Collectors.joining(", ", "(", ")"))
          + " in "
          + or.parts().stream()
              .map(part -> expressions.row(part.values(), names))
              .collect(Collectors.joining(", ", "(", ")"));
    }
    return or.parts().stream()
        .map(part -> branch(part, columns))
        .collect(Collectors.joining(" or "));
  }

  private String branch(KeyCondition part, List<String> columns) {
    List<String> all = all(part, columns);
    return all.size() == 1 ? all.get(0) : "(" + String.join(", ", all) + ")";
  }
}

package io.mosql.sql.exec.expression;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.core.codec.Keys;
import io.mosql.core.type.Coercion;
import io.mosql.core.type.TypeKind;
import io.mosql.core.type.ValueOrder;
import io.mosql.sql.TestDatabase;
import io.mosql.sql.algebra.KeyBounds;
import io.mosql.sql.algebra.KeyCondition;
import io.mosql.sql.algebra.PlanNode;
import io.mosql.sql.algebra.PlannedStatement;
import io.mosql.sql.catalog.Catalog;
import io.mosql.sql.catalog.IndexDef;
import io.mosql.sql.catalog.KeyColumn;
import io.mosql.sql.catalog.TableDef;
import io.mosql.sql.exec.CompiledPlan;
import io.mosql.sql.exec.PlanCompiler;
import io.mosql.sql.exec.runtime.MemoryAccount;
import io.mosql.sql.exec.runtime.NoSessionEnvironment;
import io.mosql.sql.exec.runtime.RowStream;
import io.mosql.sql.exec.table.KeyEncoder;
import io.mosql.storage.transaction.Transaction;
import io.mosql.storage.version.ColumnSet;
import io.mosql.testkit.SeededRandom;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeSystem;
import org.apache.calcite.rex.RexDynamicParam;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.SqlTypeFactoryImpl;
import org.apache.calcite.sql.type.SqlTypeName;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Checks that scans of random conditions on random indexes, in both directions, return exactly the
 * rows and the order of a full scan.
 */
final class IndexScanTest {
  private static final SqlTypeFactoryImpl TYPES = new SqlTypeFactoryImpl(RelDataTypeSystem.DEFAULT);
  private static final RelDataType ANY = TYPES.createSqlType(SqlTypeName.ANY);
  private static final List<String> COLUMN_TYPES =
      List.of("INT", "BIGINT", "SMALLINT", "DECIMAL(5, 2)", "VARCHAR(9)", "CHAR(4)", "DOUBLE");

  private static final List<SqlKind> COMPARISONS =
      List.of(
          SqlKind.EQUALS,
          SqlKind.NOT_EQUALS,
          SqlKind.LESS_THAN,
          SqlKind.LESS_THAN_OR_EQUAL,
          SqlKind.GREATER_THAN,
          SqlKind.GREATER_THAN_OR_EQUAL);

  private SeededRandom random = new SeededRandom(0);

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void scansYieldWhatAFilterYields(long seed) {
    random = new SeededRandom(seed);
    try (TestDatabase database = new TestDatabase()) {
      create(database);
      Catalog catalog = database.catalog();
      TableDef table = database.table("t");
      List<@Nullable Object[]> rows = new ArrayList<>();
      database.query("SELECT * FROM t").forEach(row -> rows.add(row.toArray()));
      List<IndexDef> indexes = new ArrayList<>(table.indexes());
      indexes.add(table.primary());
      Transaction transaction = database.store().begin(true);
      for (int i = 0; i < 1_000; i++) {
        IndexDef index = indexes.get(random.nextInt(indexes.size()));
        Bounds bounds = bounds(table, index);
        boolean reverse = random.nextBoolean();
        boolean covering = !index.primary() && random.percent(20);
        List<@Nullable Object[]> expected = expected(table, index, bounds, rows, reverse);
        List<@Nullable Object[]> actual =
            run(scan(table, index, bounds, reverse, covering), bounds.values, transaction, catalog);
        assertThat(text(actual, table, index, covering))
            .as("%s reverse %s of %s", bounds, reverse, index)
            .isEqualTo(text(expected, table, index, covering));
      }
      transaction.rollback();
    }
  }

  private void create(TestDatabase database) {
    int columns = 3 + random.nextInt(3);
    String definition =
        IntStream.range(0, columns)
            .mapToObj(i -> "c" + i + " " + COLUMN_TYPES.get(random.nextInt(COLUMN_TYPES.size())))
            .collect(Collectors.joining(", "));
    database.execute(
        "CREATE TABLE t (" + definition + ", id INT, PRIMARY KEY (id" + pick("", " DESC") + "))");
    for (int i = 0; i < 3; i++) {
      List<Integer> order = new ArrayList<>(IntStream.range(0, columns).boxed().toList());
      Collections.rotate(order, random.nextInt(columns));
      String keys =
          order.stream()
              .limit(1 + random.nextInt(3))
              .map(c -> "c" + c + pick("", " DESC"))
              .collect(Collectors.joining(", "));
      boolean unique = i == 2;
      database.execute(
          "CREATE "
              + (unique ? "UNIQUE " : "")
              + "INDEX i"
              + i
              + " ON t ("
              + keys
              + (unique ? ", id" : "")
              + ")");
    }
    TableDef table = database.table("t");
    for (int id = 0; id < 120; id++) {
      Object[] row = new Object[columns + 1];
      for (int c = 0; c < columns; c++) {
        row[c] = random.percent(20) ? null : value(table, c, true);
      }
      row[columns] = id;
      database.execute("INSERT INTO t VALUES (" + "?, ".repeat(columns) + "?)", row);
    }
  }

  /** The bounds of a scan; values in the order of parameters. */
  private record Bounds(KeyBounds keys, List<@Nullable Object> values) {}

  private Bounds bounds(TableDef table, IndexDef index) {
    List<@Nullable Object> values = new ArrayList<>();
    int prefix = random.nextInt(table.entryColumns(index).size() + 1);
    List<RexNode> equal = new ArrayList<>();
    for (int i = 0; i < prefix; i++) {
      equal.add(parameter(values, bound(table, table.entryColumns(index).get(i))));
    }
    boolean more = prefix < table.entryColumns(index).size() && random.percent(80);
    return new Bounds(
        new KeyBounds(equal, more ? condition(table, index, prefix, 3, values) : null), values);
  }

  private KeyCondition condition(
      TableDef table, IndexDef index, int column, int depth, List<@Nullable Object> values) {
    int choice = random.nextInt(depth > 0 ? 12 : 7);
    if (choice < 3) {
      SqlKind kind = COMPARISONS.get(random.nextInt(COMPARISONS.size()));
      return new KeyCondition.Comparison(
          kind, parameter(values, bound(table, table.entryColumns(index).get(column))));
    } else if (choice == 3) {
      return new KeyCondition.IsNull(random.nextBoolean());
    } else if (choice == 4) {
      return new KeyCondition.When(parameter(values, random.percent(80)));
    } else if (choice == 5) {
      List<RexNode> list = new ArrayList<>();
      for (int i = random.nextInt(4); i >= 0; i--) {
        list.add(parameter(values, bound(table, table.entryColumns(index).get(column))));
      }
      return new KeyCondition.In(list);
    } else if (choice == 6) {
      int field = table.entryColumns(index).get(column).column();
      return table.columns().get(field).type().kind().isText()
          ? new KeyCondition.Prefix(
              parameter(values, value(table, field, true) + pick("", "%", "_%", "%b")), null)
          : new KeyCondition.IsNull(true);
    } else if (choice < 10) {
      List<KeyCondition> parts = new ArrayList<>();
      for (int i = random.nextInt(3); i >= 0; i--) {
        parts.add(condition(table, index, column, depth - 1, values));
      }
      return choice == 7 ? new KeyCondition.And(parts) : new KeyCondition.Or(parts);
    }
    KeyCondition head = condition(table, index, column, depth - 1, values);
    int next = column + head.pointColumns();
    return next == column || next >= table.entryColumns(index).size()
        ? head
        : new KeyCondition.Then(head, condition(table, index, next, depth - 1, values));
  }

  private static RexNode parameter(List<@Nullable Object> values, @Nullable Object value) {
    values.add(value);
    return new RexDynamicParam(ANY, values.size() - 1);
  }

  private @Nullable Object bound(TableDef table, KeyColumn column) {
    return random.percent(4) ? null : value(table, column.column(), false);
  }

  /**
   * A value of the column's type; a value that is only a bound may be out of the range of the
   * column.
   */
  private Object value(TableDef table, int column, boolean stored) {
    int n = random.nextInt(7) - 3;
    return switch (table.columns().get(column).type().kind()) {
      case BIGINT -> (long) n;
      case DECIMAL ->
          stored
              ? BigDecimal.valueOf(n * 25L, 2)
              : BigDecimal.valueOf(n * 250L + random.nextInt(3) - 1, 3);
      case VARCHAR -> "abab".substring(random.nextInt(4)) + pick("", " ", "\uFFFF", "\uD83D\uDE00");
      case CHAR -> "aba".substring(random.nextInt(4)) + (stored ? "" : pick("", "  "));
      case DOUBLE -> random.percent(10) ? -0d : n / 2d;
      default -> n;
    };
  }

  private static PlanNode.TableScan scan(
      TableDef table, IndexDef index, Bounds bounds, boolean reverse, boolean covering) {
    return new PlanNode.TableScan(
        table,
        table.name(),
        index,
        bounds.keys,
        reverse,
        covering,
        ColumnSet.of(IntStream.range(0, table.columns().size()).toArray()),
        ColumnSet.of(IntStream.range(0, table.columns().size()).toArray()),
        null,
        null,
        TYPES.builder().build(),
        1,
        1);
  }

  private static List<@Nullable Object[]> run(
      PlanNode root, List<@Nullable Object> parameters, Transaction transaction, Catalog catalog) {
    CompiledPlan plan =
        new PlanCompiler(catalog, NoTableExpressions.INSTANCE)
            .compile(
                new PlannedStatement(root, List.of(), List.of(), List.of(), List.of(), List.of()));
    RowStream stream =
        plan.open(
            plan.context(
                transaction,
                catalog,
                parameters.toArray(),
                NoSessionEnvironment.SEQUENCES,
                NoSessionEnvironment.INSTANCE,
                () -> false,
                MemoryAccount.unlimited(),
                false));
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (Object[] row = stream.next(); row != null; row = stream.next()) {
      rows.add(row);
    }
    return rows;
  }

  private static List<@Nullable Object[]> expected(
      TableDef table,
      IndexDef index,
      Bounds bounds,
      List<@Nullable Object[]> rows,
      boolean reverse) {
    KeyEncoder encoder = new KeyEncoder(table, index);
    Comparator<@Nullable Object[]> order = (a, b) -> Keys.compare(encoder.key(a), encoder.key(b));
    return rows.stream()
        .filter(row -> holds(table, index, bounds, row))
        .sorted(reverse ? order.reversed() : order)
        .toList();
  }

  private static boolean holds(
      TableDef table, IndexDef index, Bounds bounds, @Nullable Object[] row) {
    Evaluation evaluation = new Evaluation(table, index, bounds.values, row);
    List<RexNode> prefix = bounds.keys.prefix();
    for (int i = 0; i < prefix.size(); i++) {
      if (!evaluation.compares(SqlKind.EQUALS, i, prefix.get(i))) {
        return false;
      }
    }
    KeyCondition next = bounds.keys.next();
    return next == null || evaluation.holds(next, prefix.size());
  }

  /** The evaluation of conditions on one row. */
  private record Evaluation(
      TableDef table, IndexDef index, List<@Nullable Object> values, @Nullable Object[] row) {
    boolean holds(KeyCondition condition, int at) {
      if (condition instanceof KeyCondition.Comparison comparison) {
        return compares(comparison.kind(), at, comparison.value());
      } else if (condition instanceof KeyCondition.In in) {
        return in.values().stream().anyMatch(one -> compares(SqlKind.EQUALS, at, one));
      } else if (condition instanceof KeyCondition.IsNull isNull) {
        return (column(at) == null) != isNull.negated();
      } else if (condition instanceof KeyCondition.When when) {
        return Boolean.TRUE.equals(value(when.condition()));
      } else if (condition instanceof KeyCondition.Prefix prefix) {
        return begins(
            (String) column(at), (String) Objects.requireNonNull(value(prefix.pattern())), at);
      } else if (condition instanceof KeyCondition.And and) {
        return and.parts().stream().allMatch(part -> holds(part, at));
      } else if (condition instanceof KeyCondition.Or or) {
        return or.parts().stream().anyMatch(part -> holds(part, at));
      }
      KeyCondition.Then then = (KeyCondition.Then) condition;
      return holds(then.head(), at) && holds(then.tail(), at + then.head().pointColumns());
    }

    private boolean begins(@Nullable String text, String pattern, int at) {
      if (text == null) {
        return false;
      }
      int end = 0;
      while (end < pattern.length() && "%_".indexOf(pattern.charAt(end)) < 0) {
        end++;
      }
      boolean padded = type(at) == TypeKind.CHAR;
      String start = pattern.substring(0, end);
      return end == pattern.length() && !padded
          ? text.equals(start)
          : text.startsWith(padded ? Coercion.withoutTrailingBlanks(start) : start);
    }

    private @Nullable Object column(int at) {
      return row[table.entryColumns(index).get(at).column()];
    }

    private TypeKind type(int at) {
      return table.columns().get(table.entryColumns(index).get(at).column()).type().kind();
    }

    private @Nullable Object value(RexNode parameter) {
      return values.get(((RexDynamicParam) parameter).getIndex());
    }

    boolean compares(SqlKind kind, int at, RexNode parameter) {
      Integer order = compare(table, index, at, row, value(parameter));
      return order != null
          && switch (kind) {
            case EQUALS -> order == 0;
            case NOT_EQUALS -> order != 0;
            case LESS_THAN -> order < 0;
            case LESS_THAN_OR_EQUAL -> order <= 0;
            case GREATER_THAN -> order > 0;
            default -> order >= 0;
          };
    }
  }

  private static @Nullable Integer compare(
      TableDef table, IndexDef index, int part, @Nullable Object[] row, @Nullable Object bound) {
    int column = table.entryColumns(index).get(part).column();
    Object value = row[column];
    if (value == null || bound == null) {
      return null;
    }
    boolean padded = table.columns().get(column).type().kind() == TypeKind.CHAR;
    return ValueOrder.compare(
        value, padded ? Coercion.withoutTrailingBlanks((String) bound) : bound);
  }

  private static String text(
      List<@Nullable Object[]> rows, TableDef table, IndexDef index, boolean keysOnly) {
    List<Integer> shown =
        new ArrayList<>(IntStream.range(0, table.columns().size()).boxed().toList());
    if (keysOnly) {
      List<Integer> keys = index.columns().stream().map(KeyColumn::column).toList();
      shown.removeIf(c -> !keys.contains(c) && c != table.columns().size() - 1);
    }
    return rows.stream()
        .map(row -> shown.stream().map(c -> canonical(row[c])).toList().toString())
        .collect(Collectors.joining("\n"));
  }

  private static String canonical(@Nullable Object value) {
    return value instanceof Double number && number == 0 ? "0.0" : Objects.toString(value);
  }

  private String pick(String... choices) {
    return Arrays.asList(choices).get(random.nextInt(choices.length));
  }
}

package io.mosql.sql.planner;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.apache.calcite.sql.SqlBasicFunction;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlOperatorTable;
import org.apache.calcite.sql.SqlSyntax;
import org.apache.calcite.sql.fun.SqlLibraryOperators;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.sql.type.SqlTypeFamily;
import org.apache.calcite.sql.validate.SqlNameMatcher;
import org.jspecify.annotations.Nullable;

/**
 * The functions and operators that statements may use: those that the executor computes, and no
 * others, so that an unknown one is an error of the statement (42883) and not of its execution.
 *
 * <ul>
 *   <li>numbers: abs ceil ceiling exp floor ln log10 mod power round sign sqrt truncate
 *   <li>text: char_length character_length concat initcap left length lower lpad ltrim octet_length
 *       overlay position repeat replace reverse right rpad rtrim substring trim upper
 *   <li>time: current_date current_time current_timestamp localtime localtimestamp now extract
 *       (year, quarter, month, day, hour, minute, second) and year() .. second()
 *   <li>choice: case coalesce greatest ifnull least nullif nvl, cast
 *   <li>session: current_catalog current_schema current_user session_user user
 *   <li>sequences: nextval currval setval
 *   <li>aggregates: avg count max min sum every some any_value and those of {@link
 *       AggregateFunctions}, with DISTINCT and FILTER
 *   <li>window functions: cume_dist dense_rank first_value lag last_value lead nth_value ntile
 *       percent_rank rank row_number, and all aggregates
 *   <li>in FROM: generate_series
 *   <li>operators of the standard but for those on rows, collections, periods and JSON
 * </ul>
 *
 * <p>Immutable, thread-safe.
 */
final class Functions implements SqlOperatorTable {
  static final Functions INSTANCE = new Functions();

  /** {@code nextval('sequence')}. */
  static final SqlFunction NEXTVAL = sequence("NEXTVAL", false);

  /** {@code currval('sequence')}: what this session's last nextval gave. */
  static final SqlFunction CURRVAL = sequence("CURRVAL", false);

  /** {@code setval('sequence', value)}: the next value follows it. */
  static final SqlFunction SETVAL = sequence("SETVAL", true);

  /** {@code now()}, the transaction's time as CURRENT_TIMESTAMP gives it. */
  static final SqlFunction NOW =
      SqlBasicFunction.create(
              "NOW", ReturnTypes.TIMESTAMP, OperandTypes.NILADIC, SqlFunctionCategory.TIMEDATE)
          .withDeterministic(true);

  private static final Set<String> STANDARD_FUNCTIONS =
      Set.of(
          ("ABS CEIL CEILING EXP FLOOR LN LOG10 MOD POWER ROUND SIGN SQRT TRUNCATE"
                  + " CHAR_LENGTH CHARACTER_LENGTH INITCAP LOWER OCTET_LENGTH OVERLAY POSITION"
                  + " REPLACE SUBSTRING TRIM UPPER CURRENT_DATE CURRENT_TIME CURRENT_TIMESTAMP"
                  + " LOCALTIME LOCALTIMESTAMP EXTRACT YEAR QUARTER MONTH HOUR MINUTE SECOND"
                  + " DAYOFMONTH CASE COALESCE NULLIF CAST AVG COUNT MAX MIN SUM EVERY SOME"
                  + " ANY_VALUE SINGLE_VALUE $SUM0 ROW DEFAULT USER CURRENT_USER SESSION_USER"
                  + " CURRENT_SCHEMA CURRENT_CATALOG ROW_NUMBER RANK DENSE_RANK PERCENT_RANK"
                  + " CUME_DIST NTILE LAG LEAD FIRST_VALUE LAST_VALUE NTH_VALUE"
                  + " GROUPING GROUPING_ID GROUP_ID")
              .split(" "));

  private static SqlFunction sequence(String name, boolean value) {
    return SqlBasicFunction.create(
            name,
            ReturnTypes.BIGINT,
            value
                ? OperandTypes.family(SqlTypeFamily.CHARACTER, SqlTypeFamily.NUMERIC)
                : OperandTypes.CHARACTER,
            SqlFunctionCategory.SYSTEM)
        .withDeterministic(false);
  }

  /** Loaded when a name is not a standard one: the library's class is a large one. */
  private static final class Library {
    static final Map<String, SqlOperator> BY_NAME =
        Map.ofEntries(
            Map.entry("CONCAT", SqlLibraryOperators.CONCAT_FUNCTION),
            Map.entry("LENGTH", SqlLibraryOperators.LENGTH),
            Map.entry("LEFT", SqlLibraryOperators.LEFT),
            Map.entry("RIGHT", SqlLibraryOperators.RIGHT),
            Map.entry("LPAD", SqlLibraryOperators.LPAD),
            Map.entry("RPAD", SqlLibraryOperators.RPAD),
            Map.entry("LTRIM", SqlLibraryOperators.LTRIM),
            Map.entry("RTRIM", SqlLibraryOperators.RTRIM),
            Map.entry("REPEAT", SqlLibraryOperators.REPEAT),
            Map.entry("REVERSE", SqlLibraryOperators.REVERSE),
            Map.entry("GREATEST", SqlLibraryOperators.GREATEST_PG),
            Map.entry("LEAST", SqlLibraryOperators.LEAST_PG),
            Map.entry("NVL", SqlLibraryOperators.NVL),
            Map.entry("IFNULL", SqlLibraryOperators.IFNULL));
  }

  private Functions() {}

  @Override
  public void lookupOperatorOverloads(
      SqlIdentifier name,
      @Nullable SqlFunctionCategory category,
      SqlSyntax syntax,
      List<SqlOperator> found,
      SqlNameMatcher matcher) {
    if (!name.isSimple()) {
      return;
    }
    String upper = name.getSimple().toUpperCase(Locale.ROOT);
    int before = found.size();
    if (upper.equals(GenerateSeries.NAME)
        && category == SqlFunctionCategory.USER_DEFINED_TABLE_FUNCTION) {
      found.add(GenerateSeries.INSTANCE);
      return;
    }
    SqlOperator own = own(upper);
    if (own != null) {
      if (syntax == SqlSyntax.FUNCTION) {
        found.add(own);
      }
      return;
    }
    SqlStdOperatorTable.instance().lookupOperatorOverloads(name, category, syntax, found, matcher);
    found
        .subList(before, found.size())
        .removeIf(op -> op instanceof SqlFunction && !STANDARD_FUNCTIONS.contains(op.getName()));
    if (found.size() == before && syntax == SqlSyntax.FUNCTION) {
      SqlOperator library = Library.BY_NAME.get(upper);
      if (library != null) {
        found.add(library);
      }
    }
  }

  private static @Nullable SqlOperator own(String name) {
    return switch (name) {
      case "NEXTVAL" -> NEXTVAL;
      case "CURRVAL" -> CURRVAL;
      case "SETVAL" -> SETVAL;
      case "NOW" -> NOW;
      default -> AggregateFunctions.find(name);
    };
  }

  @Override
  public List<SqlOperator> getOperatorList() {
    return SqlStdOperatorTable.instance().getOperatorList();
  }
}

package io.mosql.sql.planner.expression;

import io.mosql.core.error.CoreErrorMessage;
import io.mosql.core.type.SqlType;
import io.mosql.sql.algebra.NumericType;
import io.mosql.sql.algebra.RelTypes;
import io.mosql.sql.function.FunctionTable;
import io.mosql.sql.function.RowFunctionTable;
import io.mosql.sql.function.define.RowFunction;
import io.mosql.sql.function.time.DateTimeUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.apache.calcite.avatica.util.TimeUnitRange;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.SqlBasicFunction;
import org.apache.calcite.sql.SqlCallBinding;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlIntervalQualifier;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlOperatorBinding;
import org.apache.calcite.sql.SqlOperatorTable;
import org.apache.calcite.sql.SqlSyntax;
import org.apache.calcite.sql.fun.SqlExtractFunction;
import org.apache.calcite.sql.fun.SqlLibraryOperators;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.sql.type.SqlOperandTypeChecker;
import org.apache.calcite.sql.type.SqlReturnTypeInference;
import org.apache.calcite.sql.type.SqlTypeFamily;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeTransforms;
import org.apache.calcite.sql.validate.SqlNameMatcher;
import org.jspecify.annotations.Nullable;

/**
 * The operator table: the functions and operators that statements may use are those that the
 * executor evaluates, so that an unknown one is an error of planning (42883), not of execution.
 *
 * <p>Functions are Calcite's where its types are suitable; the others are those of {@link
 * FunctionTable}, {@link AggregateFunctions}, window functions, and a few session functions that
 * the executor identifies by name. Operators are those of the standard except those on rows,
 * collections, periods and JSON.
 *
 * <p>Immutable, thread-safe.
 */
public final class MosqlOperatorTable implements SqlOperatorTable {
  public static final MosqlOperatorTable INSTANCE = new MosqlOperatorTable();

  /** The function {@code nextval('sequence')}. */
  public static final SqlFunction NEXTVAL = sequence("NEXTVAL", false);

  /**
   * The function JSON_VALUE with the operands document, path, behaviors of ON EMPTY and ON ERROR,
   * both defaults in the result type, and optionally the values of variables.
   */
  static final SqlFunction JSON_VALUE =
      SqlBasicFunction.create(
          "JSON_VALUE",
          binding ->
              binding.getTypeFactory().createTypeWithNullability(binding.getOperandType(4), true),
          OperandTypes.family(
              List.of(
                  SqlTypeFamily.ANY,
                  SqlTypeFamily.CHARACTER,
                  SqlTypeFamily.CHARACTER,
                  SqlTypeFamily.CHARACTER,
                  SqlTypeFamily.ANY,
                  SqlTypeFamily.ANY,
                  SqlTypeFamily.CHARACTER),
              operand -> operand == 6),
          SqlFunctionCategory.SYSTEM);

  /** The function {@code currval('sequence')}: the value of the session's last nextval. */
  public static final SqlFunction CURRVAL = sequence("CURRVAL", false);

  /**
   * The function {@code setval('sequence', value)}: the next value follows it, or is the value
   * itself when the third argument is {@code false}.
   */
  static final SqlFunction SETVAL = sequence("SETVAL", true);

  /**
   * Returns the next value of a column's sequence, which is given by id; statements cannot call it.
   */
  public static final SqlFunction NEXT_NUMBER =
      SqlBasicFunction.create(
              "NEXT NUMBER", ReturnTypes.BIGINT, OperandTypes.NUMERIC, SqlFunctionCategory.SYSTEM)
          .withDeterministic(false);

  /** The function {@code lastval()}: the value of the session's last nextval of any sequence. */
  static final SqlFunction LASTVAL = niladic("LASTVAL", ReturnTypes.BIGINT, false);

  /** The function {@code pg_get_serial_sequence('table', 'column')}: a sequence name, or NULL. */
  static final SqlFunction SERIAL_SEQUENCE =
      SqlBasicFunction.create(
              "PG_GET_SERIAL_SEQUENCE",
              ReturnTypes.VARCHAR.andThen(SqlTypeTransforms.FORCE_NULLABLE),
              OperandTypes.family(SqlTypeFamily.CHARACTER, SqlTypeFamily.CHARACTER),
              SqlFunctionCategory.SYSTEM)
          .withDeterministic(false);

  /** The function {@code now()}: the transaction's timestamp, equal to CURRENT_TIMESTAMP. */
  static final SqlFunction NOW =
      SqlBasicFunction.create(
              "NOW", ReturnTypes.TIMESTAMP, OperandTypes.NILADIC, SqlFunctionCategory.TIMEDATE)
          .withDeterministic(true);

  /**
   * The function {@code EXTRACT(field FROM t)}, which is NULL for cyclic fields of an infinite
   * date. Fields with fractional digits are NUMERIC.
   */
  private static final SqlFunction EXTRACT =
      new SqlExtractFunction("EXTRACT", false) {
        @Override
        public RelDataType inferReturnType(SqlOperatorBinding call) {
          RelDataType whole = super.inferReturnType(call);
          RelDataType type =
              call.getOperandType(1).getSqlTypeName() != SqlTypeName.DATE && hasFraction(call)
                  ? NumericType.of(call.getTypeFactory(), whole.isNullable())
                  : whole;
          return call.getOperandType(1).getSqlTypeName() == SqlTypeName.TIME
              ? type
              : call.getTypeFactory().createTypeWithNullability(type, true);
        }
      };

  private static boolean hasFraction(SqlOperatorBinding call) {
    Object unit =
        call instanceof SqlCallBinding written
            ? written.operand(0) instanceof SqlIntervalQualifier field ? field.getUnit() : null
            : call.getOperandLiteralValue(0, TimeUnitRange.class);
    return unit != null && DateTimeUnit.hasFraction(unit.toString());
  }

  /** An interval of several parts: expanded in date arithmetic, rewritten as a cast elsewhere. */
  public static final SqlFunction INTERVAL =
      SqlBasicFunction.create(
          "INTERVAL",
          binding -> {
            throw CoreErrorMessage.UNSUPPORTED.error("an interval of several fields in this place");
          },
          OperandTypes.VARIADIC,
          SqlFunctionCategory.TIMEDATE);

  /** Functions of the session, clock and random values, which the executor identifies by name. */
  private static final Map<String, SqlFunction> SESSION = session();

  private static final Set<String> STANDARD_FUNCTIONS =
      Set.of(
          ("ABS CEIL CEILING EXP FLOOR LN LOG10 MOD POWER ROUND SIGN SQRT TRUNCATE"
                  + " CHAR_LENGTH CHARACTER_LENGTH INITCAP LOWER OCTET_LENGTH OVERLAY POSITION"
                  + " REPLACE SUBSTRING TRIM UPPER CURRENT_DATE CURRENT_TIME CURRENT_TIMESTAMP"
                  + " LOCALTIME LOCALTIMESTAMP EXTRACT YEAR QUARTER MONTH HOUR MINUTE SECOND"
                  + " DAYOFMONTH CASE COALESCE NULLIF CAST AVG COUNT MAX MIN SUM EVERY SOME"
                  + " ANY_VALUE SINGLE_VALUE $SUM0 ROW DEFAULT USER CURRENT_USER CURRENT_ROLE"
                  + " SESSION_USER CURRENT_SCHEMA CURRENT_CATALOG ROW_NUMBER RANK DENSE_RANK PERCENT_RANK"
                  + " CUME_DIST NTILE LAG LEAD FIRST_VALUE LAST_VALUE NTH_VALUE"
                  + " GROUPING GROUPING_ID GROUP_ID")
              .split(" "));

  /** LIKE operators that are not in the standard. */
  private static final Set<String> LIKES = Set.of("ILIKE", "NOT ILIKE");

  private static Map<String, SqlFunction> session() {
    Map<String, SqlFunction> all = new HashMap<>();
    for (String name : List.of("VERSION", "CURRENT_DATABASE", "DATABASE", "SCHEMA")) {
      all.put(name, niladic(name, ReturnTypes.VARCHAR, true));
    }
    all.put(
        "CURRENT_SCHEMAS",
        SqlBasicFunction.create(
            "CURRENT_SCHEMAS",
            binding ->
                RelTypes.relType(binding.getTypeFactory(), SqlType.arrayOf(SqlType.TEXT), false),
            OperandTypes.BOOLEAN,
            SqlFunctionCategory.SYSTEM));
    // Calcite's operators of these names fail when an operand is not a text
    for (String name : List.of("POSIX REGEX CASE SENSITIVE", "POSIX REGEX CASE INSENSITIVE")) {
      for (String given : List.of(name, "NEGATED " + name)) {
        all.put(
            given,
            SqlBasicFunction.create(
                given,
                ReturnTypes.BOOLEAN_NULLABLE,
                OperandTypes.family(SqlTypeFamily.CHARACTER, SqlTypeFamily.CHARACTER),
                SqlFunctionCategory.STRING));
      }
    }
    for (String name : List.of("LENGTH", "CHAR_LENGTH", "CHARACTER_LENGTH", "OCTET_LENGTH")) {
      all.put(
          name,
          SqlBasicFunction.create(
              name,
              ReturnTypes.INTEGER_NULLABLE,
              OperandTypes.family(SqlTypeFamily.STRING),
              SqlFunctionCategory.STRING));
    }
    for (String name : List.of("ROUND", "TRUNCATE")) {
      all.put(
          name,
          SqlBasicFunction.create(
              name,
              MosqlOperatorTable::rounded,
              OperandTypes.NUMERIC.or(
                  OperandTypes.family(SqlTypeFamily.NUMERIC, SqlTypeFamily.INTEGER)),
              SqlFunctionCategory.NUMERIC));
    }
    all.put(
        "SIGN",
        SqlBasicFunction.create(
            "SIGN", MosqlOperatorTable::sign, OperandTypes.NUMERIC, SqlFunctionCategory.NUMERIC));
    for (String name : List.of("RANDOM", "RAND")) {
      all.put(name, niladic(name, ReturnTypes.DOUBLE, false));
    }
    all.put("PG_BACKEND_PID", niladic("PG_BACKEND_PID", ReturnTypes.INTEGER, true));
    all.put(
        "PG_TYPEOF",
        SqlBasicFunction.create(
                "PG_TYPEOF", ReturnTypes.VARCHAR, OperandTypes.ANY, SqlFunctionCategory.SYSTEM)
            .withDeterministic(true));
    all.put(
        "CURRENT_SETTING",
        SqlBasicFunction.create(
            "CURRENT_SETTING",
            ReturnTypes.VARCHAR.andThen(SqlTypeTransforms.FORCE_NULLABLE),
            OperandTypes.family(SqlTypeFamily.CHARACTER)
                .or(OperandTypes.family(SqlTypeFamily.CHARACTER, SqlTypeFamily.BOOLEAN)),
            SqlFunctionCategory.SYSTEM));
    all.put(
        "SET_CONFIG",
        SqlBasicFunction.create(
                "SET_CONFIG",
                ReturnTypes.VARCHAR.andThen(SqlTypeTransforms.FORCE_NULLABLE),
                OperandTypes.family(
                    SqlTypeFamily.CHARACTER, SqlTypeFamily.CHARACTER, SqlTypeFamily.BOOLEAN),
                SqlFunctionCategory.SYSTEM)
            .withDeterministic(false));
    all.put("LAST_INSERT_ID", niladic("LAST_INSERT_ID", ReturnTypes.BIGINT, false));
    all.put("UUID", niladic("UUID", ReturnTypes.VARCHAR, false));
    for (String name : List.of("GEN_RANDOM_UUID", "UUID_GENERATE_V4")) {
      all.put(name, niladic(name, ReturnTypes.explicit(SqlTypeName.UUID), false));
    }
    all.put("CURDATE", niladic("CURDATE", ReturnTypes.DATE, true));
    all.put("CURTIME", niladic("CURTIME", ReturnTypes.TIME, true));
    all.put("TRANSACTION_TIMESTAMP", niladic("TRANSACTION_TIMESTAMP", ReturnTypes.TIMESTAMP, true));
    all.put("TIMEZONE", AtTimeZoneFunction.INSTANCE);
    all.put("JSON_VALUE", JSON_VALUE);
    all.put("STATEMENT_TIMESTAMP", niladic("STATEMENT_TIMESTAMP", ReturnTypes.TIMESTAMP, true));
    all.put("CLOCK_TIMESTAMP", niladic("CLOCK_TIMESTAMP", ReturnTypes.TIMESTAMP, false));
    all.put(
        "UNIX_TIMESTAMP",
        SqlBasicFunction.create(
            "UNIX_TIMESTAMP",
            ReturnTypes.BIGINT.andThen(SqlTypeTransforms.TO_NULLABLE),
            OperandTypes.NILADIC.or(OperandTypes.DATETIME),
            SqlFunctionCategory.TIMEDATE));
    all.put(
        "FROM_UNIXTIME",
        SqlBasicFunction.create(
            "FROM_UNIXTIME",
            ReturnTypes.TIMESTAMP.andThen(SqlTypeTransforms.TO_NULLABLE),
            OperandTypes.INTEGER,
            SqlFunctionCategory.TIMEDATE));
    return Map.copyOf(all);
  }

  /**
   * Returns the type of a rounded number, with one more integer digit (99.9 becomes 100). With an
   * explicit scale the value has that scale.
   */
  private static RelDataType rounded(SqlOperatorBinding binding) {
    RelDataType type = binding.getOperandType(0);
    boolean nullable = binding.collectOperandTypes().stream().anyMatch(RelDataType::isNullable);
    RelDataTypeFactory factory = binding.getTypeFactory();
    RelDataType wide = type;
    if (type.getSqlTypeName() == SqlTypeName.DECIMAL) {
      int digits = type.getPrecision() - type.getScale() + 1;
      wide =
          binding.getOperandCount() > 1 || digits > SqlType.MAX_DECIMAL_PRECISION
              ? NumericType.of(factory, nullable)
              : factory.createSqlType(SqlTypeName.DECIMAL, digits, 0);
    }
    return factory.createTypeWithNullability(wide, nullable);
  }

  private static RelDataType sign(SqlOperatorBinding binding) {
    RelDataType type = binding.getOperandType(0);
    RelDataTypeFactory factory = binding.getTypeFactory();
    return type.getSqlTypeName() == SqlTypeName.DECIMAL
        ? factory.createTypeWithNullability(
            factory.createSqlType(SqlTypeName.DECIMAL, 1, 0), type.isNullable())
        : type;
  }

  private static SqlFunction niladic(
      String name, SqlReturnTypeInference type, boolean deterministic) {
    return SqlBasicFunction.create(name, type, OperandTypes.NILADIC, SqlFunctionCategory.SYSTEM)
        .withDeterministic(deterministic);
  }

  private static SqlFunction sequence(String name, boolean value) {
    return SqlBasicFunction.create(
            name,
            ReturnTypes.BIGINT_NULLABLE,
            value
                ? OperandTypes.family(SqlTypeFamily.CHARACTER, SqlTypeFamily.NUMERIC)
                    .or(
                        OperandTypes.family(
                            SqlTypeFamily.CHARACTER, SqlTypeFamily.NUMERIC, SqlTypeFamily.BOOLEAN))
                : OperandTypes.CHARACTER,
            SqlFunctionCategory.SYSTEM)
        .withDeterministic(false);
  }

  /**
   * Initialized at the first lookup of a non-standard name, because Calcite's library class is
   * large.
   */
  private static final class Library {
    private static final SqlOperandTypeChecker PADDING =
        OperandTypes.family(SqlTypeFamily.CHARACTER, SqlTypeFamily.INTEGER)
            .or(
                OperandTypes.family(
                    SqlTypeFamily.CHARACTER, SqlTypeFamily.INTEGER, SqlTypeFamily.CHARACTER));

    static final Map<String, SqlOperator> BY_NAME =
        Map.ofEntries(
            Map.entry("LPAD", ofText(SqlLibraryOperators.LPAD, PADDING)),
            Map.entry("RPAD", ofText(SqlLibraryOperators.RPAD, PADDING)),
            Map.entry(
                "REPEAT",
                ofText(
                    SqlLibraryOperators.REPEAT,
                    OperandTypes.family(SqlTypeFamily.CHARACTER, SqlTypeFamily.INTEGER))),
            Map.entry("REVERSE", SqlLibraryOperators.REVERSE),
            Map.entry("GREATEST", SqlLibraryOperators.GREATEST_PG),
            Map.entry("LEAST", SqlLibraryOperators.LEAST_PG),
            Map.entry("NVL", SqlLibraryOperators.NVL),
            Map.entry("IFNULL", SqlLibraryOperators.IFNULL));

    /** Returns the function with its own operand check, because Calcite accepts bytes as texts. */
    private static SqlOperator ofText(SqlFunction function, SqlOperandTypeChecker operands) {
      return ((SqlBasicFunction) function)
          .withOperandTypeChecker(operands)
          .withReturnTypeInference(ReturnTypes.VARCHAR.andThen(SqlTypeTransforms.TO_NULLABLE));
    }
  }

  private MosqlOperatorTable() {}

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
    if (upper.equals(GenerateSeriesFunction.NAME)
        && category == SqlFunctionCategory.USER_DEFINED_TABLE_FUNCTION) {
      found.add(GenerateSeriesFunction.INSTANCE);
      return;
    }
    if (category == SqlFunctionCategory.USER_DEFINED_TABLE_FUNCTION) {
      RowFunction rows = RowFunctionTable.find(upper);
      if (rows != null) {
        found.add(rows);
        return;
      }
    }
    SqlOperator own = find(upper);
    if (own != null && (syntax == SqlSyntax.FUNCTION || !own.equals(INTERVAL))) {
      if (syntax == SqlSyntax.FUNCTION) {
        found.add(own);
      }
      return;
    }
    if (syntax != SqlSyntax.FUNCTION && LIKES.contains(upper)) {
      found.add(upper.equals("ILIKE") ? SqlLibraryOperators.ILIKE : SqlLibraryOperators.NOT_ILIKE);
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

  /** Returns MoSQL's operator of an upper-case name, or null. */
  public static @Nullable SqlOperator find(String name) {
    return switch (name) {
      case "NEXTVAL" -> NEXTVAL;
      case "CURRVAL" -> CURRVAL;
      case "SETVAL" -> SETVAL;
      case "LASTVAL" -> LASTVAL;
      case "PG_GET_SERIAL_SEQUENCE" -> SERIAL_SEQUENCE;
      case "NOW" -> NOW;
      case "INTERVAL" -> INTERVAL;
      case "EXTRACT" -> EXTRACT;
      default -> {
        SqlOperator collate = CollationRules.find(name);
        SqlOperator signed = collate != null ? collate : OperatorFunctions.find(name);
        SqlOperator session = signed != null ? signed : SESSION.get(name);
        SqlOperator aggregate = session != null ? session : AggregateFunctions.find(name);
        yield aggregate != null ? aggregate : FunctionTable.find(name);
      }
    };
  }

  @Override
  public List<SqlOperator> getOperatorList() {
    return SqlStdOperatorTable.instance().getOperatorList();
  }
}

package io.mosql.sql.function.define;

import com.fasterxml.jackson.databind.JsonNode;
import io.mosql.core.error.InvariantViolation;
import io.mosql.core.type.Jsonb;
import io.mosql.core.type.SqlType;
import io.mosql.core.type.TypeKind;
import io.mosql.sql.algebra.JsonType;
import io.mosql.sql.algebra.JsonbType;
import io.mosql.sql.algebra.NumericType;
import io.mosql.sql.algebra.RelTypes;
import io.mosql.sql.function.json.JsonItems;
import io.mosql.sql.function.json.JsonText;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.StringJoiner;
import java.util.function.Function;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.sql.ExplicitOperatorBinding;
import org.apache.calcite.sql.SqlCallBinding;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlOperandCountRange;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.SqlOperandCountRanges;
import org.apache.calcite.sql.type.SqlOperandTypeChecker;
import org.apache.calcite.sql.type.SqlReturnTypeInference;
import org.apache.calcite.sql.type.SqlTypeFamily;
import org.apache.calcite.sql.type.SqlTypeName;
import org.jspecify.annotations.Nullable;

/**
 * A scalar function: name, signature, result type and body. A strict function is NULL when an
 * argument is NULL, and its body receives no NULL. Immutable, thread-safe; the body is pure.
 */
public final class ScalarFunction extends SqlFunction {
  private static final long serialVersionUID = 1L;

  /** Most arguments of a function that takes any number. */
  private static final int MANY = 1_000;

  private final transient List<ParameterKind> parameters;
  private final transient int repeated;
  private final transient boolean strict;
  private final transient boolean stable;
  private final transient Json json;
  private final transient Body body;

  /** The JSON form of a function's result. */
  public enum Json {
    /** None. */
    NONE,
    /** A text. */
    TEXT,
    /** JSONB. */
    BINARY,
    /** JSONB if the first argument is, else a text. */
    AS_FIRST
  }

  /** The implementation of a function; for a JSON result it may return a JsonNode. */
  @FunctionalInterface
  public interface Body {
    @Nullable Object apply(@Nullable Object[] values);
  }

  /** A body that receives no NULL and may return NULL. */
  private record UnlessNull(Body body) implements Body {
    @Override
    public @Nullable Object apply(@Nullable Object[] values) {
      return Arrays.asList(values).contains(null) ? null : body.apply(values);
    }
  }

  /** A body selected for a call by the types of its operands and its result. */
  public record Typed(Function<RexCall, Body> choice) implements Body {
    @Override
    public @Nullable Object apply(@Nullable Object[] values) {
      throw new InvariantViolation("a body that depends on types is chosen before it is called");
    }
  }

  /** A body that receives unconverted moments, and the session's time zone as the last value. */
  public record Zoned(Body body) implements Body {
    @Override
    public @Nullable Object apply(@Nullable Object[] values) {
      return body.apply(values);
    }
  }

  /** A body that receives no NULL, for a function that may also be NULL for other reasons. */
  public static Body unlessNull(Body body) {
    return new UnlessNull(body);
  }

  private ScalarFunction(
      String name,
      @Nullable SqlReturnTypeInference result,
      @Nullable SqlOperandTypeChecker operands,
      List<ParameterKind> parameters,
      int repeated,
      boolean strict,
      Json json,
      Body body) {
    super(name, SqlKind.OTHER_FUNCTION, result, null, operands, SqlFunctionCategory.SYSTEM);
    this.parameters = parameters;
    this.repeated = repeated;
    this.strict = strict;
    this.stable = false;
    this.json = json;
    this.body = body;
  }

  private ScalarFunction(ScalarFunction function, boolean stable, Body body) {
    super(
        function.getName(),
        function.getKind(),
        function.getReturnTypeInference(),
        function.getOperandTypeInference(),
        function.getOperandTypeChecker(),
        function.getFunctionType());
    this.parameters = function.parameters;
    this.repeated = function.repeated;
    this.strict = function.strict;
    this.stable = stable;
    this.json = function.json;
    this.body = body;
  }

  /**
   * Creates a function.
   *
   * @param result its type; null for that of the first argument, but NUMERIC of a DECIMAL
   * @param signature the codes of its {@link ParameterKind}s: those after a {@code |} are optional;
   *     a final {@code *} repeats the last one, {@code **} the last two in turn
   * @param json JSON form of the result
   */
  public static ScalarFunction of(
      String name,
      @Nullable SqlType result,
      String signature,
      boolean strict,
      Json json,
      Body body) {
    SqlReturnTypeInference type =
        binding -> {
          boolean nullable =
              !strict || binding.collectOperandTypes().stream().anyMatch(RelDataType::isNullable);
          if (json == Json.BINARY
              || json == Json.AS_FIRST && JsonbType.is(binding.getOperandType(0))) {
            return JsonbType.of(binding.getTypeFactory(), nullable);
          }
          if (json != Json.NONE) {
            return JsonType.of(binding.getTypeFactory(), nullable);
          }
          RelDataType made;
          if (result != null) {
            made = RelTypes.relType(binding.getTypeFactory(), result, nullable);
          } else if (binding.getOperandType(0).getSqlTypeName() == SqlTypeName.DECIMAL) {
            made = NumericType.of(binding.getTypeFactory(), nullable);
          } else {
            made = binding.getOperandType(0);
          }
          return binding.getTypeFactory().createTypeWithNullability(made, nullable);
        };
    return of(name, type, signature, strict, json, body);
  }

  /**
   * A strict function of exact numbers, with the widest of their types as its type, at least
   * INTEGER.
   */
  static ScalarFunction widest(String name, String signature, Body body) {
    SqlReturnTypeInference type =
        binding -> {
          List<RelDataType> types = binding.collectOperandTypes();
          boolean nullable = types.stream().anyMatch(RelDataType::isNullable);
          if (types.stream().anyMatch(t -> t.getSqlTypeName() == SqlTypeName.DECIMAL)) {
            return NumericType.of(binding.getTypeFactory(), nullable);
          }
          boolean wide = types.stream().anyMatch(t -> t.getSqlTypeName() == SqlTypeName.BIGINT);
          return RelTypes.relType(
              binding.getTypeFactory(), wide ? SqlType.BIGINT : SqlType.INTEGER, nullable);
        };
    return of(name, type, signature, true, Json.NONE, body);
  }

  /**
   * A function whose result type depends on the types of its arguments, as PostgreSQL's polymorphic
   * functions.
   *
   * @param signature as of {@link #of}
   * @param choice selects the body for a call
   */
  static ScalarFunction polymorphic(
      String name,
      SqlReturnTypeInference result,
      String signature,
      boolean strict,
      Function<RexCall, Body> choice) {
    return of(name, result, signature, strict, Json.NONE, new Typed(choice));
  }

  /** A strict function with the types of the operator of its name; arguments are unconverted. */
  static ScalarFunction typed(String name, Function<RexCall, Body> choice) {
    return new ScalarFunction(name, null, null, List.of(), 0, true, Json.NONE, new Typed(choice));
  }

  private static ScalarFunction of(
      String name,
      SqlReturnTypeInference type,
      String signature,
      boolean strict,
      Json json,
      Body body) {
    int star = signature.indexOf('*');
    int repeated = star < 0 ? 0 : signature.length() - star;
    String codes = star < 0 ? signature : signature.substring(0, star);
    int bar = codes.indexOf('|');
    int least = bar < 0 ? codes.length() : bar;
    List<ParameterKind> parameters = new ArrayList<>();
    codes.chars().filter(c -> c != '|').forEach(c -> parameters.add(ParameterKind.of((char) c)));
    return new ScalarFunction(
        name, type, checker(parameters, least, repeated), parameters, repeated, strict, json, body);
  }

  private static SqlOperandTypeChecker checker(
      List<ParameterKind> parameters, int least, int repeated) {
    if (parameters.isEmpty()) {
      return OperandTypes.NILADIC;
    }
    return new Checker(
        SqlOperandCountRanges.between(least, repeated > 0 ? MANY : parameters.size()),
        parameters,
        repeated);
  }

  /** The index of the parameter for an argument. */
  private static int index(int argument, int parameters, int repeated) {
    if (argument < parameters || repeated == 0) {
      return argument;
    }
    int first = parameters - repeated;
    return first + (argument - first) % repeated;
  }

  /** Checks the families of the arguments, and conditions beyond them. */
  private record Checker(SqlOperandCountRange range, List<ParameterKind> parameters, int repeated)
      implements SqlOperandTypeChecker {
    @Override
    public boolean checkOperandTypes(SqlCallBinding binding, boolean throwOnFailure) {
      List<SqlTypeFamily> families = new ArrayList<>();
      for (int i = 0; i < binding.getOperandCount(); i++) {
        ParameterKind parameter = parameters.get(index(i, parameters.size(), repeated));
        if (!parameter.accepts(binding.getOperandType(i))) {
          if (throwOnFailure) {
            throw binding.newValidationSignatureError();
          }
          return false;
        }
        families.add(parameter.family());
      }
      // one family for each actual argument: otherwise omitted optional arguments would prevent
      // casts
      return OperandTypes.family(families).checkOperandTypes(binding, throwOnFailure);
    }

    @Override
    public SqlOperandCountRange getOperandCountRange() {
      return range;
    }

    @Override
    public String getAllowedSignatures(SqlOperator op, String opName) {
      StringJoiner all = new StringJoiner(", ", opName + "(", ")");
      parameters.forEach(parameter -> all.add("<" + parameter + ">"));
      return all.toString();
    }
  }

  private ParameterKind parameter(int index) {
    return parameters.get(index(index, parameters.size(), repeated));
  }

  /**
   * The type of a statement parameter used as this argument, or null when the bound value decides.
   */
  public @Nullable SqlType unknownArgument(int index) {
    return isParameter(index) ? parameter(index).ofUnknown() : null;
  }

  /**
   * The type that a TIMESTAMP WITH TIME ZONE has to be cast to in the session's zone before it is
   * this argument; null when no cast is needed.
   */
  public @Nullable SqlType argumentWithoutZone(int index) {
    if (takesZone() || takesAnyValues()) {
      return null;
    }
    return switch (parameter(index)) {
      case DATE, TIMESTAMP, FORMATTED -> SqlType.TIMESTAMP;
      case SHOWN, FIELD_KEY, JSON_ITEM -> SqlType.TEXT;
      default -> null;
    };
  }

  /** Whether the argument is a number of any type. */
  public boolean isNumber(int index) {
    return index < parameters.size() && parameter(index) == ParameterKind.NUMBER;
  }

  /** Whether the argument is an array. */
  public boolean isArray(int index) {
    return isParameter(index) && parameter(index) == ParameterKind.ARRAY;
  }

  /** Whether the argument is a value of the type of the elements of the array arguments. */
  public boolean isElement(int index) {
    return isParameter(index) && parameter(index) == ParameterKind.ELEMENT;
  }

  private boolean isParameter(int index) {
    return index < parameters.size() || repeated > 0;
  }

  /** Whether the argument becomes a part of JSON. */
  public boolean isJsonItem(int index) {
    return parameter(index) == ParameterKind.JSON_ITEM;
  }

  /**
   * The ways to call it: with and without optional arguments, and with each of the types that it
   * takes.
   */
  public List<FunctionSignature> signatures(RelDataTypeFactory types) {
    int ways = parameters.stream().mapToInt(p -> p.declared().size()).max().orElse(1);
    List<FunctionSignature> all = new ArrayList<>();
    int least = getOperandCountRange().getMin();
    for (int count = Math.min(least, parameters.size()); count <= parameters.size(); count++) {
      for (int way = 0; way < ways; way++) {
        List<@Nullable SqlType> arguments = new ArrayList<>();
        for (ParameterKind parameter : parameters.subList(0, count)) {
          List<@Nullable SqlType> declared = parameter.declared();
          arguments.add(declared.get(Math.min(way, declared.size() - 1)));
        }
        FunctionSignature signature =
            new FunctionSignature(
                getName().toLowerCase(Locale.ROOT),
                FunctionSignature.Kind.SCALAR,
                arguments,
                repeated > 0 && count == parameters.size(),
                List.of(new FunctionSignature.Result("", resultOf(arguments, types))));
        if (!all.contains(signature)) {
          all.add(signature);
        }
      }
    }
    return all;
  }

  /**
   * The type of the result for arguments of these types; null when it depends on what is given for
   * one that can have any type.
   */
  private @Nullable SqlType resultOf(List<@Nullable SqlType> arguments, RelDataTypeFactory types) {
    SqlType result = resultOf(arguments, SqlType.TEXT, types);
    return result.equals(resultOf(arguments, SqlType.INTEGER, types)) ? result : null;
  }

  private SqlType resultOf(
      List<@Nullable SqlType> arguments, SqlType any, RelDataTypeFactory types) {
    List<RelDataType> operands =
        arguments.stream()
            .map(type -> RelTypes.relType(types, type == null ? any : type, true))
            .toList();
    return RelTypes.sqlType(inferReturnType(new ExplicitOperatorBinding(types, this, operands)));
  }

  /** A copy declared STABLE: it depends on settings. */
  ScalarFunction stable() {
    return new ScalarFunction(this, true, body);
  }

  /** The function with the body for a call. */
  public ScalarFunction forCall(RexCall call) {
    return body instanceof Typed typed
        ? new ScalarFunction(this, stable, typed.choice.apply(call))
        : this;
  }

  /** Whether the arguments are passed unconverted, whatever their types. */
  public boolean takesAnyValues() {
    return parameters.isEmpty();
  }

  /** Whether the session's time zone is passed after the arguments. */
  public boolean takesZone() {
    return body instanceof Zoned;
  }

  /** Whether the result may depend on settings (STABLE in PostgreSQL). */
  public boolean isStable() {
    return stable;
  }

  /** Whether the result is NULL exactly when an argument is NULL. */
  public boolean isStrict() {
    return strict;
  }

  /** Whether the result is NULL when an argument is NULL. */
  public boolean isNullOnNull() {
    return strict || body instanceof UnlessNull;
  }

  /**
   * Converts a value of a type to this argument.
   *
   * @param json whether it is known to be JSON
   */
  public @Nullable Object argument(int index, Object value, SqlType type, boolean json) {
    if (takesZone() && type.kind() == TypeKind.TIMESTAMPTZ) {
      return value;
    }
    ParameterKind parameter = parameter(index);
    return parameter == ParameterKind.JSON_ITEM
        ? JsonItems.text(value, type, json)
        : parameter.form(value, type);
  }

  /**
   * Evaluates the function.
   *
   * @param values arguments as converted by {@link #argument}
   * @param first the type of the first argument, if there is one
   */
  public @Nullable Object apply(@Nullable Object[] values, @Nullable SqlType first) {
    Object result = body.apply(values);
    if (json == Json.NONE || result == null) {
      return result;
    }
    boolean binary =
        json == Json.BINARY
            || json == Json.AS_FIRST && first != null && first.kind() == TypeKind.JSONB;
    if (binary) {
      return result instanceof JsonNode node
          ? JsonText.jsonb(node)
          : result instanceof String text ? Jsonb.parse(text) : result;
    }
    return result instanceof JsonNode node ? JsonText.write(node) : result.toString();
  }
}

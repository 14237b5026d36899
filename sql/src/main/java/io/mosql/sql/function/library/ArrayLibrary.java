package io.mosql.sql.function.library;

import static io.mosql.sql.function.define.ScalarFunction.unlessNull;

import io.mosql.core.error.CoreErrorMessage;
import io.mosql.core.port.Interrupts;
import io.mosql.core.type.ArrayText;
import io.mosql.core.type.Coercion;
import io.mosql.core.type.SqlArray;
import io.mosql.core.type.SqlType;
import io.mosql.core.type.ValueOrder;
import io.mosql.sql.algebra.ArrayType;
import io.mosql.sql.algebra.RelTypes;
import io.mosql.sql.error.SqlErrorMessage;
import io.mosql.sql.function.define.FunctionDefinitions;
import io.mosql.sql.function.define.ScalarFunction;
import io.mosql.sql.function.text.RegexMatcher;
import io.mosql.sql.function.text.TextLengthLimit;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.StringJoiner;
import java.util.function.BiPredicate;
import java.util.function.IntPredicate;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.sql.ExplicitOperatorBinding;
import org.apache.calcite.sql.SqlCallBinding;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlOperatorBinding;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.jspecify.annotations.Nullable;

/**
 * The functions and operators of arrays, as PostgreSQL's ("Array Functions and Operators"). An
 * argument that is a text literal is converted to the type of the elements, or of the array, of the
 * other arguments. Functions that stand for syntax have names with blanks, so that statements
 * cannot call them.
 */
public final class ArrayLibrary {
  /** The constructor of an array from its elements or from arrays. */
  public static final String CONSTRUCTOR = "ARRAY";

  /** The element at subscripts. */
  public static final String GET = "ARRAY ELEMENT";

  /**
   * The slice between bounds: behind the array and a text with a letter for each dimension, the
   * given bounds. The letter is {@code b} where both are given, {@code l} for the lower, {@code u}
   * for the upper one alone, {@code w} for none.
   */
  public static final String SLICE = "ARRAY SLICE";

  /**
   * The array with the value of an element, or of a slice, replaced: behind the array and the value
   * the arguments of {@link #SLICE}, with letter {@code i} for a plain subscript.
   */
  public static final String SET = "ARRAY ASSIGNMENT";

  private static final String CONTAINS = "ARRAY CONTAINS";
  private static final String CONTAINED = "ARRAY CONTAINED";
  private static final String OVERLAPS = "ARRAY OVERLAPS";

  /** Suffix of the name of a comparison with any element, after the operator. */
  private static final String ANY = " ANY";

  /** Suffix of the name of a comparison with all elements. */
  private static final String ALL = " ALL";

  /** Bounds of array_fill's dimensions that are not stated. */
  private static final int FIRST = 1;

  private ArrayLibrary() {}

  /** Name of the function that compares a value with any or all elements of an array. */
  public static String quantified(String operator, boolean all) {
    return operator + (all ? ALL : ANY);
  }

  /** Whether a function compares the elements of two arrays. */
  public static boolean comparesArrays(String function) {
    return switch (function) {
      case CONTAINS, CONTAINED, OVERLAPS -> true;
      default -> false;
    };
  }

  /** Whether a function of literals alone, which could be of any type, takes them as texts. */
  public static boolean takesTexts(String function) {
    return switch (function) {
      case "ARRAY_APPEND",
          "ARRAY_PREPEND",
          "ARRAY_CAT",
          "ARRAY_POSITION",
          "ARRAY_POSITIONS",
          "ARRAY_REMOVE",
          "ARRAY_REPLACE" ->
          true;
      default -> function.endsWith(ANY) || function.endsWith(ALL);
    };
  }

  public static void define(FunctionDefinitions all) {
    all.polymorphic(CONSTRUCTOR, ArrayLibrary::commonArray, "a*", false, ArrayLibrary::constructor);
    all.polymorphic(GET, binding -> element(binding, true), "Ai*", true, call -> ArrayLibrary::get);
    all.polymorphic(SLICE, ArrayLibrary::first, "At|i*", true, call -> ArrayLibrary::slice);
    all.polymorphic(SET, ArrayLibrary::first, "Aat|i*", false, ArrayLibrary::setter);
    joins(all);
    properties(all);
    searches(all);
    texts(all);
    for (SqlKind kind :
        new SqlKind[] {
          SqlKind.EQUALS,
          SqlKind.NOT_EQUALS,
          SqlKind.LESS_THAN,
          SqlKind.LESS_THAN_OR_EQUAL,
          SqlKind.GREATER_THAN,
          SqlKind.GREATER_THAN_OR_EQUAL
        }) {
      for (boolean every : new boolean[] {false, true}) {
        all.polymorphic(
            quantified(kind.sql, every),
            binding -> RelTypes.relType(binding.getTypeFactory(), SqlType.BOOLEAN, true),
            "EA",
            false,
            call -> quantified(call, kind, every));
      }
    }
  }

  private static void joins(FunctionDefinitions all) {
    all.polymorphic(
        "ARRAY_APPEND",
        ArrayLibrary::commonArray,
        "AE",
        false,
        call -> {
          SqlType element = resultElement(call);
          UnaryOperator<@Nullable Object> item = converter(call, 1, element);
          return v -> added(array(v[0], element), item.apply(v[1]), false);
        });
    all.polymorphic(
        "ARRAY_PREPEND",
        ArrayLibrary::commonArray,
        "EA",
        false,
        call -> {
          SqlType element = resultElement(call);
          UnaryOperator<@Nullable Object> item = converter(call, 0, element);
          return v -> added(array(v[1], element), item.apply(v[0]), true);
        });
    all.polymorphic(
        "ARRAY_CAT",
        ArrayLibrary::commonArray,
        "AA",
        false,
        call -> {
          SqlType element = resultElement(call);
          return v ->
              v[0] == null && v[1] == null
                  ? null
                  : joined(array(v[0], element), array(v[1], element));
        });
    all.polymorphic(
        "ARRAY_FILL",
        binding -> ArrayType.of(binding.getTypeFactory(), binding.getOperandType(0), false),
        "aA|A",
        false,
        call -> {
          SqlType element = resultElement(call);
          return v -> filled(element, v);
        });
    all.polymorphic(
        "TRIM_ARRAY",
        ArrayLibrary::first,
        "Ai",
        true,
        call ->
            v -> {
              SqlArray array = (SqlArray) Objects.requireNonNull(v[0]);
              int count = TextLibrary.number(v, 1);
              int length = array.dimensions() == 0 ? 0 : array.length(0);
              if (count < 0 || count > length) {
                throw SqlErrorMessage.ARRAY_TRIM_COUNT.error(length);
              }
              return array.dimensions() == 0
                  ? array
                  : array.slice(new int[] {array.lower(0)}, new int[] {array.upper(0) - count});
            });
  }

  private static void properties(FunctionDefinitions all) {
    all.strict("CARDINALITY", SqlType.INTEGER, "A", v -> ((SqlArray) at(v, 0)).size());
    all.loose(
        "ARRAY_NDIMS",
        SqlType.INTEGER,
        "A",
        unlessNull(v -> ((SqlArray) at(v, 0)).size() == 0 ? null : dimensions(v)));
    all.loose(
        "ARRAY_DIMS",
        SqlType.TEXT,
        "A",
        unlessNull(
            v -> {
              SqlArray array = (SqlArray) at(v, 0);
              StringBuilder text = new StringBuilder();
              for (int i = 0; i < array.dimensions(); i++) {
                text.append('[').append(array.lower(i)).append(':').append(array.upper(i));
                text.append(']');
              }
              return text.isEmpty() ? null : text.toString();
            }));
    dimension(all, "ARRAY_LENGTH", SqlArray::length);
    dimension(all, "ARRAY_LOWER", SqlArray::lower);
    dimension(all, "ARRAY_UPPER", SqlArray::upper);
  }

  private static Integer dimensions(@Nullable Object[] v) {
    return ((SqlArray) at(v, 0)).dimensions();
  }

  /** A property of one dimension. */
  private interface Property {
    int of(SqlArray array, int dimension);
  }

  private static void dimension(FunctionDefinitions all, String name, Property property) {
    all.loose(
        name,
        SqlType.INTEGER,
        "Ai",
        unlessNull(
            v -> {
              SqlArray array = (SqlArray) at(v, 0);
              int dimension = TextLibrary.number(v, 1);
              return dimension < 1 || dimension > array.dimensions()
                  ? null
                  : property.of(array, dimension - 1);
            }));
  }

  private static void searches(FunctionDefinitions all) {
    all.polymorphic(
        "ARRAY_POSITION",
        binding -> RelTypes.relType(binding.getTypeFactory(), SqlType.INTEGER, true),
        "AE|i",
        false,
        call -> {
          UnaryOperator<@Nullable Object> item = converter(call, 1, elementOf(call, 0));
          return v -> {
            List<Integer> found = positions(v, item.apply(v[1]), "array_position");
            Integer from = v.length > 2 ? (Integer) v[2] : null;
            if (v.length > 2 && from == null && v[0] != null) {
              throw SqlErrorMessage.ARRAY_POSITION_START.error();
            }
            return found == null
                ? null
                : found.stream().filter(at -> from == null || at >= from).findFirst().orElse(null);
          };
        });
    all.polymorphic(
        "ARRAY_POSITIONS",
        binding ->
            RelTypes.relType(binding.getTypeFactory(), SqlType.arrayOf(SqlType.INTEGER), true),
        "AE",
        false,
        call -> {
          UnaryOperator<@Nullable Object> item = converter(call, 1, elementOf(call, 0));
          return v -> {
            List<Integer> found = positions(v, item.apply(v[1]), "array_positions");
            return found == null ? null : SqlArray.of(SqlType.INTEGER, found);
          };
        });
    all.polymorphic(
        "ARRAY_REMOVE",
        ArrayLibrary::first,
        "AE",
        false,
        call -> {
          UnaryOperator<@Nullable Object> item = converter(call, 1, elementOf(call, 0));
          return v -> v[0] == null ? null : removed((SqlArray) at(v, 0), item.apply(v[1]));
        });
    all.polymorphic(
        "ARRAY_REPLACE",
        ArrayLibrary::first,
        "AEE",
        false,
        call -> {
          UnaryOperator<@Nullable Object> from = converter(call, 1, elementOf(call, 0));
          UnaryOperator<@Nullable Object> to = converter(call, 2, elementOf(call, 0));
          return v ->
              v[0] == null ? null : replaced((SqlArray) at(v, 0), from.apply(v[1]), to.apply(v[2]));
        });
    test(all, CONTAINS, ArrayLibrary::contains);
    test(all, CONTAINED, (a, b) -> contains(b, a));
    test(all, OVERLAPS, ArrayLibrary::overlaps);
  }

  /** An operator of two arrays; its name has a blank, by which other definitions are separated. */
  private static void test(
      FunctionDefinitions all, String name, BiPredicate<SqlArray, SqlArray> holds) {
    all.polymorphic(
        name,
        binding ->
            RelTypes.relType(
                binding.getTypeFactory(),
                SqlType.BOOLEAN,
                binding.collectOperandTypes().stream().anyMatch(RelDataType::isNullable)),
        "AA",
        true,
        call -> v -> holds.test((SqlArray) at(v, 0), (SqlArray) at(v, 1)));
  }

  private static void texts(FunctionDefinitions all) {
    all.polymorphic(
        "ARRAY_TO_STRING",
        binding -> RelTypes.relType(binding.getTypeFactory(), SqlType.TEXT, true),
        "At|t",
        false,
        call ->
            elementOf(call, 0).isZoned()
                ? new ScalarFunction.Zoned(
                    v -> string(Arrays.copyOf(v, v.length - 1), (ZoneId) at(v, v.length - 1)))
                : v -> string(v, java.time.ZoneOffset.UTC));
    all.stable("ARRAY_TO_STRING");
    SqlType texts = SqlType.arrayOf(SqlType.TEXT);
    all.loose(
        "STRING_TO_ARRAY",
        texts,
        "tt|t",
        v -> v[0] == null ? null : column(TextRowLibrary.fields(v)));
    RegexMatcher split = new RegexMatcher();
    all.strict("REGEXP_SPLIT_TO_ARRAY", texts, "tt|t", v -> column(TextRowLibrary.split(split, v)));
    RegexMatcher match = new RegexMatcher();
    all.loose(
        "REGEXP_MATCH",
        texts,
        "tt|t",
        unlessNull(
            v -> {
              Matcher found = RegexLibrary.firstMatch(match, v);
              return found == null ? null : TextRowLibrary.parts(found);
            }));
    all.looseJson("ARRAY_TO_JSON", "x|a", unlessNull(v -> at(v, 0)));
  }

  /** The array of the values of a column of rows. */
  private static SqlArray column(List<@Nullable Object[]> rows) {
    List<@Nullable Object> items = new ArrayList<>(rows.size());
    rows.forEach(row -> items.add(row[0]));
    return SqlArray.of(SqlType.TEXT, items);
  }

  private static Object at(@Nullable Object[] v, int index) {
    return Objects.requireNonNull(v[index]);
  }

  // types

  /** The type of the first argument. */
  private static RelDataType first(SqlOperatorBinding binding) {
    return binding
        .getTypeFactory()
        .createTypeWithNullability(arrayType(binding, binding.getOperandType(0)), true);
  }

  private static RelDataType arrayType(SqlOperatorBinding binding, RelDataType type) {
    return ArrayType.is(type)
        ? type
        : RelTypes.relType(binding.getTypeFactory(), SqlType.arrayOf(SqlType.TEXT), true);
  }

  private static RelDataType element(SqlOperatorBinding binding, boolean nullable) {
    RelDataType array = arrayType(binding, binding.getOperandType(0));
    return binding.getTypeFactory().createTypeWithNullability(ArrayType.element(array), nullable);
  }

  /** The type of arrays with the common type of all arguments, and of the elements of arrays. */
  private static RelDataType commonArray(SqlOperatorBinding binding) {
    List<RelDataType> elements = new ArrayList<>();
    RelDataType literal = null;
    for (int i = 0; i < binding.getOperandCount(); i++) {
      RelDataType type = binding.getOperandType(i);
      if (ArrayType.is(type)) {
        elements.add(ArrayType.element(type));
      } else if (SqlTypeUtil.isCharacter(type) && isLiteral(binding, i)) {
        literal = type;
      } else if (type.getSqlTypeName() != SqlTypeName.NULL) {
        elements.add(type);
      }
    }
    RelDataType text = RelTypes.relType(binding.getTypeFactory(), SqlType.TEXT, true);
    if (literal != null && elements.stream().allMatch(SqlTypeUtil::isCharacter)) {
      elements.add(text);
    }
    RelDataType common =
        elements.isEmpty() ? text : binding.getTypeFactory().leastRestrictive(elements);
    boolean mixed =
        elements.stream().anyMatch(SqlTypeUtil::isCharacter)
            && !elements.stream().allMatch(SqlTypeUtil::isCharacter);
    if (common == null || mixed) {
      throw binding instanceof SqlCallBinding call
          ? call.newValidationSignatureError()
          : SqlErrorMessage.NO_COMMON_TYPE.error();
    }
    return ArrayType.of(binding.getTypeFactory(), unbounded(binding, common), false);
  }

  /** Whether an operand is a literal; types alone, for metadata, have none. */
  private static boolean isLiteral(SqlOperatorBinding binding, int index) {
    return !(binding instanceof ExplicitOperatorBinding) && binding.isOperandLiteral(index, false);
  }

  /** The type without a length of texts, as the common type of texts of several lengths. */
  private static RelDataType unbounded(SqlOperatorBinding binding, RelDataType type) {
    return type.getSqlTypeName() == SqlTypeName.CHAR || type.getSqlTypeName() == SqlTypeName.VARCHAR
        ? RelTypes.relType(binding.getTypeFactory(), SqlType.TEXT, true)
        : type;
  }

  private static SqlType resultElement(RexCall call) {
    return RelTypes.sqlType(call.getType()).elementType();
  }

  private static SqlType typeOf(RexCall call, int index) {
    return RelTypes.sqlType(call.getOperands().get(index).getType());
  }

  private static SqlType elementOf(RexCall call, int index) {
    SqlType type = typeOf(call, index);
    return type.element() == null ? SqlType.TEXT : type.element();
  }

  /** The conversion of an argument, a value or an array, to the type of elements. */
  private static UnaryOperator<@Nullable Object> converter(
      RexCall call, int index, SqlType element) {
    SqlType from = typeOf(call, index);
    if (from.equals(element)) {
      return value -> value;
    }
    return value ->
        value instanceof SqlArray array ? array(array, element) : cast(value, from, element);
  }

  private static @Nullable Object cast(@Nullable Object value, SqlType from, SqlType to) {
    return Coercion.cast(value, from, to);
  }

  /** An argument as an array with elements of a type; without elements for NULL. */
  private static SqlArray array(@Nullable Object value, SqlType element) {
    if (value == null) {
      return SqlArray.empty(element);
    }
    SqlArray array = (SqlArray) value;
    SqlType from = array.element();
    return from.equals(element) ? array : array.map(element, item -> cast(item, from, element));
  }

  // bodies

  private static ScalarFunction.Body constructor(RexCall call) {
    SqlType element = resultElement(call);
    List<UnaryOperator<@Nullable Object>> items = new ArrayList<>();
    for (int i = 0; i < call.getOperands().size(); i++) {
      items.add(converter(call, i, element));
    }
    return v -> {
      List<@Nullable Object> parts = new ArrayList<>(v.length);
      for (int i = 0; i < v.length; i++) {
        parts.add(items.get(i).apply(v[i]));
      }
      return SqlArray.join(element, parts);
    };
  }

  private static @Nullable Object get(@Nullable Object[] v) {
    int[] subscripts = new int[v.length - 1];
    for (int i = 0; i < subscripts.length; i++) {
      subscripts[i] = (Integer) at(v, i + 1);
    }
    return ((SqlArray) at(v, 0)).get(subscripts);
  }

  private static Object slice(@Nullable Object[] v) {
    SqlArray array = (SqlArray) at(v, 0);
    int[][] bounds = bounds(array, (String) at(v, 1), v, 2);
    return array.slice(bounds[0], bounds[1]);
  }

  /**
   * The lower and the upper bounds of a slice.
   *
   * @param letters as of {@link #SLICE}; a plain subscript n stands for 1:n
   * @param from where the bounds begin among the arguments
   */
  private static int[][] bounds(SqlArray array, String letters, @Nullable Object[] v, int from) {
    int[] lows = new int[letters.length()];
    int[] highs = new int[letters.length()];
    int at = from;
    for (int i = 0; i < lows.length; i++) {
      boolean known = i < array.dimensions();
      char letter = letters.charAt(i);
      lows[i] = letter == 'i' ? FIRST : known ? array.lower(i) : FIRST;
      highs[i] = known ? array.upper(i) : FIRST;
      if (letter == 'b' || letter == 'l') {
        lows[i] = (Integer) at(v, at++);
      }
      if (letter == 'b' || letter == 'u' || letter == 'i') {
        highs[i] = (Integer) at(v, at++);
      }
    }
    return new int[][] {lows, highs};
  }

  private static ScalarFunction.Body setter(RexCall call) {
    SqlType element = resultElement(call);
    return v -> {
      SqlArray array = array(v[0], element);
      String letters = (String) at(v, 2);
      for (int i = 3; i < v.length; i++) {
        if (v[i] == null) {
          throw SqlErrorMessage.ARRAY_SUBSCRIPT_NULL.error();
        }
      }
      if (letters.chars().allMatch(letter -> letter == 'i')) {
        int[] subscripts = new int[letters.length()];
        for (int i = 0; i < subscripts.length; i++) {
          subscripts[i] = (Integer) at(v, 3 + i);
        }
        return ArrayAssignment.element(array, subscripts, Coercion.assign(v[1], element));
      }
      if (v[1] == null) {
        return array;
      }
      SqlArray source =
          (SqlArray) Objects.requireNonNull(Coercion.assign(v[1], SqlType.arrayOf(element)));
      int[][] bounds = bounds(array, letters, v, 3);
      if (array.size() == 0 && letters.chars().anyMatch(c -> c != 'b' && c != 'i')) {
        throw SqlErrorMessage.ARRAY_SLICE_BOUNDS_MISSING.error();
      }
      return ArrayAssignment.slice(array, bounds[0], bounds[1], source);
    };
  }

  /** The array with an element, or an array of one dimension less, at one end. */
  private static SqlArray added(SqlArray array, @Nullable Object item, boolean before) {
    if (array.dimensions() > 1) {
      throw SqlErrorMessage.ARRAY_NOT_ONE_DIMENSIONAL.error();
    }
    List<@Nullable Object> items = new ArrayList<>(array.size() + 1);
    items.addAll(array.items());
    items.add(before ? 0 : array.size(), item);
    if (array.dimensions() == 0) {
      return SqlArray.of(array.element(), items);
    }
    return SqlArray.of(
        array.element(), new int[] {items.size()}, new int[] {array.lower(0)}, items.toArray());
  }

  /** Concatenates arrays of equal dimensions, or one with another one of one dimension less. */
  private static SqlArray joined(SqlArray a, SqlArray b) {
    if (a.size() == 0 || b.size() == 0) {
      return a.size() == 0 ? b : a;
    }
    int difference = a.dimensions() - b.dimensions();
    if (Math.abs(difference) > 1) {
      throw SqlErrorMessage.ARRAYS_NOT_CONCATENABLE.error();
    }
    SqlArray outer = difference < 0 ? b : a;
    int[] lengths = new int[outer.dimensions()];
    int[] lowers = new int[outer.dimensions()];
    for (int i = 0; i < lengths.length; i++) {
      lengths[i] = outer.length(i);
      lowers[i] = outer.lower(i);
    }
    lengths[0] = difference == 0 ? a.length(0) + b.length(0) : outer.length(0) + 1;
    SqlArray other = difference < 0 ? a : b;
    for (int i = 1; i < lengths.length; i++) {
      int within = difference == 0 ? i : i - 1;
      if (other.length(within) != lengths[i] || other.lower(within) != lowers[i]) {
        throw SqlErrorMessage.ARRAYS_NOT_CONCATENABLE.error();
      }
    }
    @Nullable Object[] items = Arrays.copyOf(a.items().toArray(), a.size() + b.size());
    System.arraycopy(b.items().toArray(), 0, items, a.size(), b.size());
    return SqlArray.of(a.element(), lengths, lowers, items);
  }

  private static SqlArray filled(SqlType element, @Nullable Object[] v) {
    if (v[1] == null || v.length > 2 && v[2] == null) {
      throw SqlErrorMessage.ARRAY_FILL_BOUNDS_NULL.error();
    }
    int[] lengths = integers((SqlArray) at(v, 1));
    int[] lowers = new int[lengths.length];
    Arrays.fill(lowers, FIRST);
    if (v.length > 2) {
      lowers = integers((SqlArray) at(v, 2));
      if (lowers.length != lengths.length) {
        throw SqlErrorMessage.ARRAY_SUBSCRIPTS_WRONG.error();
      }
    }
    long count = lengths.length == 0 ? 0 : 1;
    for (int length : lengths) {
      if (length < 0) {
        throw CoreErrorMessage.ARRAY_SIZE_EXCEEDED.error(SqlArray.ELEMENTS_MAX);
      }
      count = Math.min(count * length, SqlArray.ELEMENTS_MAX + 1L);
    }
    if (count > SqlArray.ELEMENTS_MAX) {
      throw CoreErrorMessage.ARRAY_SIZE_EXCEEDED.error(SqlArray.ELEMENTS_MAX);
    }
    Interrupts.chargeMemory(count * Long.BYTES);
    @Nullable Object[] items = new @Nullable Object[(int) count];
    Arrays.fill(items, v[0]);
    return count == 0 ? SqlArray.empty(element) : SqlArray.of(element, lengths, lowers, items);
  }

  private static int[] integers(SqlArray array) {
    if (array.dimensions() > 1) {
      throw SqlErrorMessage.ARRAY_SUBSCRIPTS_WRONG.error();
    }
    int[] values = new int[array.size()];
    for (int i = 0; i < values.length; i++) {
      if (!(array.item(i) instanceof Number number)) {
        throw SqlErrorMessage.ARRAY_FILL_BOUNDS_NULL.error();
      }
      values[i] = number.intValue();
    }
    return values;
  }

  /** The subscripts of elements that are equal to a value; null for a NULL array. */
  private static @Nullable List<Integer> positions(
      @Nullable Object[] v, @Nullable Object item, String function) {
    if (!(v[0] instanceof SqlArray array)) {
      return null;
    }
    if (array.dimensions() > 1) {
      throw SqlErrorMessage.ARRAY_SEARCH_DIMENSIONS.error(function);
    }
    List<Integer> found = new ArrayList<>();
    for (int i = 0; i < array.size(); i++) {
      if (same(array.item(i), item)) {
        found.add(array.lower(0) + i);
      }
    }
    return found;
  }

  /** Whether two elements are equal; NULL is equal to NULL. */
  private static boolean same(@Nullable Object a, @Nullable Object b) {
    return a == null || b == null ? a == b : ValueOrder.compare(a, b) == 0;
  }

  private static SqlArray removed(SqlArray array, @Nullable Object item) {
    if (array.dimensions() > 1) {
      throw SqlErrorMessage.ARRAY_REMOVE_DIMENSIONS.error();
    }
    List<@Nullable Object> kept = new ArrayList<>(array.items());
    kept.removeIf(each -> same(each, item));
    return kept.isEmpty()
        ? SqlArray.empty(array.element())
        : SqlArray.of(
            array.element(), new int[] {kept.size()}, new int[] {array.lower(0)}, kept.toArray());
  }

  private static SqlArray replaced(SqlArray array, @Nullable Object from, @Nullable Object to) {
    @Nullable Object[] items = array.items().toArray();
    for (int i = 0; i < items.length; i++) {
      items[i] = same(items[i], from) ? to : items[i];
    }
    return array.withItems(items);
  }

  /** Whether each element of the second array, none of which is NULL, is one of the first. */
  private static boolean contains(SqlArray all, SqlArray some) {
    for (Object item : some.items()) {
      if (item == null || !holds(all, item)) {
        return false;
      }
    }
    return true;
  }

  private static boolean overlaps(SqlArray a, SqlArray b) {
    for (Object item : a.items()) {
      if (item != null && holds(b, item)) {
        return true;
      }
    }
    return false;
  }

  private static boolean holds(SqlArray array, Object sought) {
    Interrupts.check();
    for (Object item : array.items()) {
      if (item != null && ValueOrder.compare(item, sought) == 0) {
        return true;
      }
    }
    return false;
  }

  private static @Nullable String string(@Nullable Object[] v, ZoneId zone) {
    if (v[0] == null || v[1] == null) {
      return null;
    }
    SqlArray array = (SqlArray) at(v, 0);
    Object nothing = v.length > 2 ? v[2] : null;
    StringJoiner text = new StringJoiner((String) at(v, 1));
    for (Object item : array.items()) {
      if (item != null) {
        text.add(ArrayText.shown(item, array.element(), zone));
      } else if (nothing != null) {
        text.add(nothing.toString());
      }
      TextLengthLimit.check(text.length());
    }
    return text.toString();
  }

  private static ScalarFunction.Body quantified(RexCall call, SqlKind kind, boolean all) {
    SqlType element = elementOf(call, 1);
    SqlType left = typeOf(call, 0);
    boolean converted =
        left.kind() != element.kind()
            && !(left.kind().isNumeric() && element.kind().isNumeric())
            && !(left.kind().isText() && element.kind().isText());
    IntPredicate holds =
        switch (kind) {
          case EQUALS -> c -> c == 0;
          case NOT_EQUALS -> c -> c != 0;
          case LESS_THAN -> c -> c < 0;
          case LESS_THAN_OR_EQUAL -> c -> c <= 0;
          case GREATER_THAN -> c -> c > 0;
          default -> c -> c >= 0;
        };
    return v -> {
      if (!(v[1] instanceof SqlArray array)) {
        return null;
      }
      Object value = converted ? cast(v[0], left, element) : v[0];
      boolean unknown = false;
      for (Object item : array.items()) {
        if (item == null || value == null) {
          unknown = true;
        } else if (holds.test(ValueOrder.compare(value, item)) != all) {
          return !all;
        }
      }
      return unknown ? null : (Object) all;
    };
  }
}

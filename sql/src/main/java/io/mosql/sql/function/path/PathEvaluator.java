package io.mosql.sql.function.path;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.DecimalNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.mosql.core.error.CoreErrorMessage;
import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.core.port.Interrupts;
import io.mosql.core.type.Numerics;
import io.mosql.sql.error.SqlErrorMessage;
import io.mosql.sql.function.json.JsonText;
import io.mosql.sql.function.text.RegexMatcher;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Evaluates an SQL/JSON path on one document. A lax path unwraps arrays where items are needed,
 * treats a value that is no array as an array of one item, and ignores missing values; in a strict
 * path each of these is an error, except after {@code .**}. An error within a test makes the test
 * unknown (null). Not thread-safe.
 */
final class PathEvaluator {
  private static final int WHOLE_DIGITS_MAX = 131_072;
  private static final int FRACTION_DIGITS_MAX = 16_383;

  /** Maximum number of values found by descents; nested descents find values repeatedly. */
  private static final int FOUND_MAX = 1 << 22;

  private final JsonNode root;
  private final @Nullable JsonNode variables;
  private final boolean lax;

  /** Numbers of the root and of the objects used by {@code keyvalue()}. */
  private final Map<JsonNode, Integer> ids = new IdentityHashMap<>();

  /** Index of the last item of the array in the subscripts being evaluated. */
  private int last = -1;

  /** Whether missing values are ignored, as in a lax path: after a descent. */
  private boolean descended;

  PathEvaluator(JsonNode root, @Nullable JsonNode variables, boolean lax) {
    this.root = root;
    this.variables = variables;
    this.lax = lax;
    ids.put(root, 0);
  }

  /**
   * The values of an expression.
   *
   * @param current value of {@code @}; null outside of filters
   * @throws MosqlException class 22
   */
  List<JsonNode> values(PathNode.Value value, @Nullable JsonNode current) {
    if (value instanceof PathNode.Root) {
      return List.of(root);
    } else if (value instanceof PathNode.Current) {
      return List.of(Objects.requireNonNull(current));
    } else if (value instanceof PathNode.Last) {
      return List.of(IntNode.valueOf(last));
    } else if (value instanceof PathNode.Variable variable) {
      if (variables != null && variables.isMissingNode()) {
        return List.of(NullNode.getInstance());
      }
      JsonNode given = variables == null ? null : variables.get(variable.name());
      if (given == null) {
        throw SqlErrorMessage.UNDEFINED_JSON_VARIABLE.error(variable.name());
      }
      return List.of(given);
    } else if (value instanceof PathNode.Literal literal) {
      return List.of(literal.value());
    } else if (value instanceof PathNode.TestValue tested) {
      Boolean result = test(tested.test(), current);
      return List.of(result == null ? NullNode.getInstance() : BooleanNode.valueOf(result));
    } else if (value instanceof PathNode.Unary unary) {
      List<JsonNode> all = new ArrayList<>();
      signed(unary, current, all, false);
      return all;
    } else if (value instanceof PathNode.Binary binary) {
      BigDecimal left = number(binary.left(), "left", binary.operator(), current);
      BigDecimal right = number(binary.right(), "right", binary.operator(), current);
      return List.of(node(result(binary.operator(), left, right)));
    }
    List<JsonNode> found = new ArrayList<>();
    stepped((PathNode.Access) value, current, found);
    return found;
  }

  /**
   * Adds the values of a path in order; after an error the values before it have been added.
   *
   * @param any whether only the existence of a value is needed
   * @throws MosqlException class 22
   */
  void evaluateInto(PathNode.Value value, List<JsonNode> found, boolean any) {
    if (value instanceof PathNode.Access access) {
      stepped(access, null, found);
    } else if (value instanceof PathNode.Unary unary) {
      signed(unary, null, found, any && lax);
    } else {
      found.addAll(values(value, null));
    }
  }

  private void stepped(PathNode.Access access, @Nullable JsonNode current, List<JsonNode> found) {
    for (JsonNode node : values(access.from(), current)) {
      step(access.steps(), 0, node, current, found);
    }
  }

  /** Follows a step, and the remaining steps from each of its values. */
  private void step(
      List<PathNode.Step> steps,
      int index,
      JsonNode node,
      @Nullable JsonNode current,
      List<JsonNode> found) {
    Interrupts.check();
    if (index == steps.size()) {
      found.add(node);
      return;
    }
    PathNode.Step step = steps.get(index);
    boolean before = descended;
    List<JsonNode> next = new ArrayList<>();
    MosqlException failure = null;
    try {
      follow(step, node, current, next);
    } catch (MosqlException e) {
      failure = e;
    }
    descended = before || step instanceof PathNode.Step.Descent;
    try {
      for (JsonNode one : next) {
        step(steps, index + 1, one, current, found);
      }
    } finally {
      descended = before;
    }
    if (failure != null) {
      throw failure;
    }
  }

  private boolean isStrict() {
    return !lax && !descended;
  }

  /** Adds a value, if its level is selected, and its descendants in preorder. */
  private static void descend(
      PathNode.Step.Descent step, JsonNode node, int level, List<JsonNode> found) {
    boolean leaves = step.first() == PathNode.Step.Descent.LAST && step.last() == step.first();
    if (leaves ? level > 0 && !node.isContainerNode() : level >= step.first()) {
      if (found.size() == FOUND_MAX) {
        throw SqlErrorMessage.JSON_PATH_OF_TOO_MANY_ITEMS.error(FOUND_MAX);
      }
      found.add(node);
    }
    if (level < step.last()) {
      for (JsonNode below : node) {
        descend(step, below, level + 1, found);
      }
    }
  }

  private static JsonNode node(BigDecimal number) {
    return DecimalNode.valueOf(number);
  }

  /**
   * Applies a sign to numbers.
   *
   * @param lenient whether values that are no numbers are skipped, as PostgreSQL does in existence
   *     checks
   */
  private void signed(
      PathNode.Unary unary, @Nullable JsonNode current, List<JsonNode> all, boolean lenient) {
    for (JsonNode node : opened(values(unary.operand(), current))) {
      if (!node.isNumber()) {
        if (lenient) {
          continue;
        }
        throw SqlErrorMessage.JSON_SIGN_OF_NO_NUMBER.error(unary.operator());
      }
      all.add(unary.operator() == '-' ? node(node.decimalValue().negate()) : node);
    }
  }

  private BigDecimal number(
      PathNode.Value value, String side, char operator, @Nullable JsonNode current) {
    List<JsonNode> found = opened(values(value, current));
    if (found.size() != 1 || !found.get(0).isNumber()) {
      throw SqlErrorMessage.JSON_OPERAND_NOT_NUMERIC.error(side, operator);
    }
    return found.get(0).decimalValue();
  }

  private static BigDecimal result(char operator, BigDecimal left, BigDecimal right) {
    if ((operator == '/' || operator == '%') && right.signum() == 0) {
      throw CoreErrorMessage.DIVISION_BY_ZERO.error();
    }
    if (Math.abs((long) left.scale()) + Math.abs((long) right.scale()) > 2_000) {
      throw SqlErrorMessage.JSON_PATH_NUMBER_OUT_OF_RANGE.error();
    }
    return switch (operator) {
      case '+' -> left.add(right);
      case '-' -> left.subtract(right);
      case '*' -> left.multiply(right);
      case '%' -> left.remainder(right);
      default -> Numerics.quotient(left, right);
    };
  }

  /** Replaces arrays by their items, in a lax path. */
  private List<JsonNode> opened(List<JsonNode> nodes) {
    if (!lax || nodes.stream().noneMatch(JsonNode::isArray)) {
      return nodes;
    }
    List<JsonNode> all = new ArrayList<>();
    for (JsonNode node : nodes) {
      if (node.isArray()) {
        node.forEach(all::add);
      } else {
        all.add(node);
      }
    }
    return all;
  }

  private void follow(
      PathNode.Step step, JsonNode node, @Nullable JsonNode current, List<JsonNode> found) {
    if (step instanceof PathNode.Step.Items) {
      if (node.isArray()) {
        node.forEach(found::add);
      } else if (lax) {
        found.add(node);
      } else if (isStrict()) {
        throw SqlErrorMessage.JSON_ACCESSOR_OF_ARRAY.error("wildcard array accessor");
      }
      return;
    }
    if (step instanceof PathNode.Step.Descent descent) {
      descend(descent, node, 0, found);
      return;
    }
    if (step instanceof PathNode.Step.Subscripts subscripts) {
      subscripts(subscripts, node, current, found);
      return;
    }
    boolean whole =
        step instanceof PathNode.Step.Method method
            && (method.name() == PathNode.Step.Name.TYPE
                || method.name() == PathNode.Step.Name.SIZE);
    if (lax && node.isArray() && !whole) {
      node.forEach(item -> one(step, item, found));
    } else {
      one(step, node, found);
    }
  }

  private void one(PathNode.Step step, JsonNode node, List<JsonNode> found) {
    if (step instanceof PathNode.Step.Filter filter) {
      if (Boolean.TRUE.equals(test(filter.test(), node))) {
        found.add(node);
      }
    } else if (step instanceof PathNode.Step.Method method
        && method.name() == PathNode.Step.Name.KEYVALUE) {
      keyValues(node, found);
    } else if (step instanceof PathNode.Step.Method method) {
      JsonNode result = called(method.name(), node);
      if (result != null) {
        found.add(result);
      }
    } else if (step instanceof PathNode.Step.Members) {
      if (!node.isObject() && isStrict()) {
        throw SqlErrorMessage.JSON_ACCESSOR_OF_OBJECT.error("wildcard member accessor");
      }
      if (node.isObject()) {
        node.forEach(found::add);
      }
    } else {
      member(((PathNode.Step.Member) step).key(), node, found);
    }
  }

  /**
   * The method keyvalue(): an object for each field with its key, its value, and the number of the
   * containing object.
   */
  private void keyValues(JsonNode node, List<JsonNode> found) {
    if (!node.isObject()) {
      throw SqlErrorMessage.JSON_ACCESSOR_OF_OBJECT.error("item method .keyvalue()");
    }
    int id = ids.computeIfAbsent(node, known -> ids.size());
    for (Map.Entry<String, JsonNode> field : node.properties()) {
      ObjectNode pair = JsonText.emptyObject();
      pair.put("id", id);
      pair.put("key", field.getKey());
      pair.set("value", field.getValue());
      found.add(pair);
    }
  }

  private void member(String key, JsonNode node, List<JsonNode> found) {
    JsonNode value = node.isObject() ? node.get(key) : null;
    if (value != null) {
      found.add(value);
    } else if (isStrict()) {
      throw node.isObject()
          ? SqlErrorMessage.JSON_KEY_MISSING.error(key)
          : SqlErrorMessage.JSON_MEMBER_OF_NO_OBJECT.error();
    }
  }

  private void subscripts(
      PathNode.Step.Subscripts subscripts,
      JsonNode node,
      @Nullable JsonNode current,
      List<JsonNode> found) {
    if (!node.isArray() && !lax) {
      if (isStrict()) {
        throw SqlErrorMessage.JSON_ACCESSOR_OF_ARRAY.error("array accessor");
      }
      return;
    }
    int size = node.isArray() ? node.size() : 1;
    int outer = last;
    last = size - 1;
    try {
      for (PathNode.Range range : subscripts.ranges()) {
        PathNode.Value end = range.to();
        long from = index(range.from(), current);
        long to = end == null ? from : index(end, current);
        if (isStrict() && (from < 0 || from > to || to >= size)) {
          throw SqlErrorMessage.JSON_SUBSCRIPT_OUT_OF_BOUNDS.error();
        }
        for (long i = Math.max(0, from); i <= Math.min(to, size - 1L); i++) {
          found.add(node.isArray() ? node.get((int) i) : node);
        }
      }
    } finally {
      last = outer;
    }
  }

  private long index(PathNode.Value value, @Nullable JsonNode current) {
    List<JsonNode> found = values(value, current);
    if (found.size() != 1 || !found.get(0).isNumber()) {
      throw SqlErrorMessage.JSON_SUBSCRIPT_NOT_NUMERIC.error();
    }
    BigDecimal number = whole(found.get(0), RoundingMode.DOWN);
    if (number.precision() > 9) {
      throw SqlErrorMessage.JSON_SUBSCRIPT_OUT_OF_RANGE.error();
    }
    return number.longValue();
  }

  private static BigDecimal whole(JsonNode node, RoundingMode mode) {
    BigDecimal number = node.decimalValue();
    requireSmall(number);
    return number.setScale(0, mode);
  }

  /**
   * Limits the digits of a number before its exponent is expanded.
   *
   * @throws io.mosql.core.error.MosqlException 22003 for a number of more digits than PostgreSQL's
   *     numeric has
   */
  static void requireSmall(BigDecimal number) {
    if ((long) number.precision() - number.scale() > WHOLE_DIGITS_MAX
        || number.scale() > FRACTION_DIGITS_MAX) {
      throw CoreErrorMessage.NUMERIC_OVERFLOW.error();
    }
  }

  /** The result of a method, or null. */
  private @Nullable JsonNode called(PathNode.Step.Name method, JsonNode node) {
    switch (method) {
      case TYPE -> {
        return TextNode.valueOf(node.getNodeType().name().toLowerCase(Locale.ROOT));
      }
      case SIZE -> {
        if (!node.isArray() && !lax) {
          if (isStrict()) {
            throw SqlErrorMessage.JSON_ACCESSOR_OF_ARRAY.error("item method .size()");
          }
          return null;
        }
        return IntNode.valueOf(node.isArray() ? node.size() : 1);
      }
      case DOUBLE -> {
        return toDouble(node);
      }
      default -> {
        if (!node.isNumber()) {
          throw SqlErrorMessage.JSON_METHOD_OF_NUMBER.error(method.name().toLowerCase(Locale.ROOT));
        }
        BigDecimal number = node.decimalValue();
        return node(
            method == PathNode.Step.Name.ABS
                ? number.abs()
                : whole(
                    node,
                    method == PathNode.Step.Name.FLOOR
                        ? RoundingMode.FLOOR
                        : RoundingMode.CEILING));
      }
    }
  }

  private static JsonNode toDouble(JsonNode node) {
    if (node.isNumber()) {
      if (Double.isInfinite(node.doubleValue())) {
        throw SqlErrorMessage.JSON_DOUBLE_OUT_OF_RANGE.error();
      }
      return node;
    }
    if (!node.isTextual()) {
      throw SqlErrorMessage.JSON_DOUBLE_OF_KIND.error();
    }
    try {
      double value = Double.parseDouble(node.textValue());
      if (Double.isFinite(value)) {
        BigDecimal number = new BigDecimal(Double.toString(value)).stripTrailingZeros();
        return node(number.scale() < 0 ? number.setScale(0) : number);
      }
    } catch (NumberFormatException e) {
      // reported below
    }
    throw SqlErrorMessage.JSON_DOUBLE_TEXT_INVALID.error();
  }

  /** Whether a test is true; null when it is unknown. */
  private @Nullable Boolean test(PathNode.Test test, @Nullable JsonNode current) {
    if (test instanceof PathNode.And and) {
      Boolean left = test(and.left(), current);
      Boolean right = Boolean.FALSE.equals(left) ? left : test(and.right(), current);
      return Boolean.FALSE.equals(right) ? right : left == null ? null : right;
    } else if (test instanceof PathNode.Or or) {
      Boolean left = test(or.left(), current);
      Boolean right = Boolean.TRUE.equals(left) ? left : test(or.right(), current);
      return Boolean.TRUE.equals(right) ? right : left == null ? null : right;
    } else if (test instanceof PathNode.Not not) {
      Boolean inner = test(not.test(), current);
      return inner == null ? null : !inner;
    } else if (test instanceof PathNode.IsUnknown unknown) {
      return test(unknown.test(), current) == null;
    }
    try {
      return pairs(test, current);
    } catch (MosqlException e) {
      if (e.state() == SqlState.UNDEFINED_OBJECT || e.state() == SqlState.STATEMENT_TOO_COMPLEX) {
        throw e; // not caused by the document
      }
      return null;
    }
  }

  private @Nullable Boolean pairs(PathNode.Test test, @Nullable JsonNode current) {
    if (test instanceof PathNode.Exists exists) {
      if (lax && exists.value() instanceof PathNode.Unary unary) {
        List<JsonNode> numbers = new ArrayList<>();
        signed(unary, current, numbers, true);
        return !numbers.isEmpty();
      }
      return !values(exists.value(), current).isEmpty();
    }
    List<JsonNode> lefts;
    List<JsonNode> rights = List.of(NullNode.getInstance());
    if (test instanceof PathNode.Comparison comparison) {
      lefts = opened(values(comparison.left(), current));
      rights = opened(values(comparison.right(), current));
    } else if (test instanceof PathNode.StartsWith starts) {
      lefts = opened(values(starts.value(), current));
      rights = values(starts.prefix(), current);
    } else {
      lefts = opened(values(((PathNode.LikeRegex) test).value(), current));
    }
    boolean found = false;
    boolean unknown = false;
    for (JsonNode left : lefts) {
      for (JsonNode right : rights) {
        Boolean one = pair(test, left, right);
        if (one == null && !lax) {
          return null;
        }
        if (Boolean.TRUE.equals(one) && lax) {
          return true;
        }
        unknown |= one == null;
        found |= Boolean.TRUE.equals(one);
      }
    }
    return found ? (Boolean) true : unknown ? null : (Boolean) false;
  }

  private static @Nullable Boolean pair(PathNode.Test test, JsonNode left, JsonNode right) {
    if (test instanceof PathNode.Comparison comparison) {
      return compared(comparison.operator(), left, right);
    }
    if (!left.isTextual()) {
      return null;
    }
    if (test instanceof PathNode.LikeRegex like) {
      return RegexMatcher.runBounded(
          () -> like.regexes().matcher(left.textValue(), like.pattern(), like.flags()).find());
    }
    return right.isTextual() ? (Boolean) left.textValue().startsWith(right.textValue()) : null;
  }

  private static @Nullable Boolean compared(String operator, JsonNode left, JsonNode right) {
    if (left.isNull() != right.isNull()) {
      return operator.equals("<>");
    }
    int order;
    if (left.isNull()) {
      order = 0;
    } else if (left.isNumber() && right.isNumber()) {
      order = left.decimalValue().compareTo(right.decimalValue());
    } else if (left.isBoolean() && right.isBoolean()) {
      order = Boolean.compare(left.booleanValue(), right.booleanValue());
    } else if (left.isTextual() && right.isTextual()) {
      order =
          Arrays.compareUnsigned(
              left.textValue().getBytes(StandardCharsets.UTF_8),
              right.textValue().getBytes(StandardCharsets.UTF_8));
    } else {
      return null;
    }
    return switch (operator) {
      case "==" -> order == 0;
      case "<>" -> order != 0;
      case "<" -> order < 0;
      case "<=" -> order <= 0;
      case ">" -> order > 0;
      default -> order >= 0;
    };
  }
}

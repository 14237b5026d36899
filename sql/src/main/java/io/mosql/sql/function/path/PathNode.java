package io.mosql.sql.function.path;

import com.fasterxml.jackson.databind.JsonNode;
import io.mosql.sql.function.text.RegexMatcher;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A node of the syntax tree of an SQL/JSON path. Immutable. */
sealed interface PathNode {

  /** A node that produces values. */
  sealed interface Value extends PathNode {}

  /** A predicate: true, false or unknown. */
  sealed interface Test extends PathNode {}

  /** {@code $}. */
  record Root() implements Value {}

  /** {@code @}, the current item of a filter. */
  record Current() implements Value {}

  /** {@code last}, the index of an array's last item, within its subscripts. */
  record Last() implements Value {}

  /** {@code $name}. */
  record Variable(String name) implements Value {}

  record Literal(JsonNode value) implements Value {}

  /**
   * Steps from values.
   *
   * @param steps at least one
   */
  record Access(Value from, List<Step> steps) implements Value {
    public Access {
      steps = List.copyOf(steps);
    }
  }

  /**
   * Arithmetic.
   *
   * @param operator one of {@code + - * / %}
   */
  record Binary(char operator, Value left, Value right) implements Value {}

  /**
   * A sign.
   *
   * @param operator {@code +} or {@code -}
   */
  record Unary(char operator, Value operand) implements Value {}

  /** A predicate as the whole path: produces true, false or null. */
  record TestValue(Test test) implements Value {}

  record And(Test left, Test right) implements Test {}

  record Or(Test left, Test right) implements Test {}

  record Not(Test test) implements Test {}

  /** {@code (test) is unknown}. */
  record IsUnknown(Test test) implements Test {}

  record Exists(Value value) implements Test {}

  /**
   * A comparison.
   *
   * @param operator one of {@code == <> < <= > >=}
   */
  record Comparison(String operator, Value left, Value right) implements Test {}

  /** {@code value starts with prefix}. */
  record StartsWith(Value value, Value prefix) implements Test {}

  /**
   * {@code value like_regex pattern flag flags}.
   *
   * @param regexes matcher that caches the pattern
   * @param said flags as written in the path
   * @param flags those of java.util.regex.Pattern
   */
  record LikeRegex(Value value, RegexMatcher regexes, String pattern, String flags, String said)
      implements Test {}

  /** A step. */
  sealed interface Step {
    /** {@code .key}. */
    record Member(String key) implements Step {}

    /** {@code .*}. */
    record Members() implements Step {}

    /** {@code [*]}. */
    record Items() implements Step {}

    /**
     * {@code .**{a to b}}: the descendants at these levels, 0 being the value itself.
     *
     * @param first {@link #LAST}, together with last, for values without descendants
     */
    record Descent(int first, int last) implements Step {
      /** {@code last} as a level. */
      static final int LAST = Integer.MAX_VALUE;
    }

    /** {@code [a, b to c]}. */
    record Subscripts(List<Range> ranges) implements Step {
      public Subscripts {
        ranges = List.copyOf(ranges);
      }
    }

    /** {@code ? (test)}. */
    record Filter(Test test) implements Step {}

    /** {@code .name()}. */
    record Method(Name name) implements Step {}

    /** Methods. */
    enum Name {
      TYPE,
      SIZE,
      DOUBLE,
      CEILING,
      FLOOR,
      ABS,
      KEYVALUE
    }
  }

  /**
   * Items of an array.
   *
   * @param to null for one item
   */
  record Range(Value from, @Nullable Value to) {}
}

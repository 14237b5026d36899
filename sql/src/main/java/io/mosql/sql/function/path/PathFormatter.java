package io.mosql.sql.function.path;

import com.fasterxml.jackson.databind.JsonNode;
import io.mosql.core.type.Jsonb;
import io.mosql.sql.function.json.JsonText;
import java.util.Iterator;
import java.util.Locale;

/** Formats an SQL/JSON path as PostgreSQL's type jsonpath does. Used once. */
final class PathFormatter {
  private static final int OR = 0;
  private static final int AND = 1;
  private static final int COMPARISON = 2;
  private static final int SUM = 3;
  private static final int PRODUCT = 4;
  private static final int SIGN = 5;
  private static final int OTHER = 6;

  private final StringBuilder out = new StringBuilder();

  private PathFormatter() {}

  static String of(PathNode path) {
    PathFormatter text = new PathFormatter();
    text.write(path, true);
    return text.out.toString();
  }

  /** The precedence of a node. */
  private static int priority(PathNode node) {
    if (node instanceof PathNode.TestValue tested) {
      return priority(tested.test());
    }
    if (node instanceof PathNode.Or) {
      return OR;
    }
    if (node instanceof PathNode.And) {
      return AND;
    }
    if (node instanceof PathNode.Comparison || node instanceof PathNode.StartsWith) {
      return COMPARISON;
    }
    if (node instanceof PathNode.Binary binary) {
      return binary.operator() == '+' || binary.operator() == '-' ? SUM : PRODUCT;
    }
    return node instanceof PathNode.Unary ? SIGN : OTHER;
  }

  /**
   * Writes a node.
   *
   * @param brackets whether an operation is put in parentheses
   */
  private void write(PathNode node, boolean brackets) {
    if (node instanceof PathNode.TestValue tested) {
      write(tested.test(), brackets);
    } else if (node instanceof PathNode.Root) {
      out.append('$');
    } else if (node instanceof PathNode.Current) {
      out.append('@');
    } else if (node instanceof PathNode.Last) {
      out.append("last");
    } else if (node instanceof PathNode.Variable variable) {
      out.append('$');
      Jsonb.quote(variable.name(), out);
    } else if (node instanceof PathNode.Literal literal) {
      literal(literal.value());
    } else if (node instanceof PathNode.Access access) {
      boolean number =
          access.from() instanceof PathNode.Literal literal && literal.value().isNumber();
      out.append(number ? "(" : "");
      write(access.from(), true);
      out.append(number ? ")" : "");
      access.steps().forEach(this::step);
    } else if (node instanceof PathNode.Unary unary) {
      out.append(brackets ? "(" : "").append(unary.operator());
      operand(unary.operand(), unary);
      out.append(brackets ? ")" : "");
    } else if (node instanceof PathNode.Binary binary) {
      infix(binary, binary.left(), String.valueOf(binary.operator()), binary.right(), brackets);
    } else {
      test((PathNode.Test) node, brackets);
    }
  }

  private void test(PathNode.Test test, boolean brackets) {
    if (test instanceof PathNode.And and) {
      infix(and, and.left(), "&&", and.right(), brackets);
    } else if (test instanceof PathNode.Or or) {
      infix(or, or.left(), "||", or.right(), brackets);
    } else if (test instanceof PathNode.Comparison comparison) {
      String operator = comparison.operator().equals("<>") ? "!=" : comparison.operator();
      infix(comparison, comparison.left(), operator, comparison.right(), brackets);
    } else if (test instanceof PathNode.StartsWith starts) {
      infix(starts, starts.value(), "starts with", starts.prefix(), brackets);
    } else if (test instanceof PathNode.Not not) {
      out.append("!(");
      write(not.test(), false);
      out.append(')');
    } else if (test instanceof PathNode.IsUnknown unknown) {
      out.append('(');
      write(unknown.test(), false);
      out.append(") is unknown");
    } else if (test instanceof PathNode.Exists exists) {
      out.append("exists (");
      write(exists.value(), false);
      out.append(')');
    } else if (test instanceof PathNode.LikeRegex like) {
      out.append(brackets ? "(" : "");
      operand(like.value(), like);
      out.append(" like_regex ");
      Jsonb.quote(like.pattern(), out);
      if (!like.said().isEmpty()) {
        out.append(" flag \"");
        "ismxq"
            .chars()
            .filter(flag -> like.said().indexOf(flag) >= 0)
            .forEach(flag -> out.append((char) flag));
        out.append('"');
      }
      out.append(brackets ? ")" : "");
    }
  }

  private void infix(
      PathNode whole, PathNode left, String operator, PathNode right, boolean brackets) {
    out.append(brackets ? "(" : "");
    operand(left, whole);
    out.append(' ').append(operator).append(' ');
    operand(right, whole);
    out.append(brackets ? ")" : "");
  }

  private void operand(PathNode operand, PathNode of) {
    write(operand, priority(operand) <= priority(of));
  }

  private void literal(JsonNode value) {
    if (value.isNumber()) {
      out.append(value.decimalValue().toPlainString());
    } else {
      out.append(JsonText.write(value));
    }
  }

  private void step(PathNode.Step step) {
    if (step instanceof PathNode.Step.Member member) {
      out.append('.');
      Jsonb.quote(member.key(), out);
    } else if (step instanceof PathNode.Step.Members) {
      out.append(".*");
    } else if (step instanceof PathNode.Step.Items) {
      out.append("[*]");
    } else if (step instanceof PathNode.Step.Descent descent) {
      descent(descent);
    } else if (step instanceof PathNode.Step.Subscripts subscripts) {
      out.append('[');
      for (Iterator<PathNode.Range> ranges = subscripts.ranges().iterator(); ranges.hasNext(); ) {
        PathNode.Range range = ranges.next();
        write(range.from(), false);
        if (range.to() != null) {
          out.append(" to ");
          write(range.to(), false);
        }
        out.append(ranges.hasNext() ? "," : "");
      }
      out.append(']');
    } else if (step instanceof PathNode.Step.Filter filter) {
      out.append("?(");
      write(filter.test(), false);
      out.append(')');
    } else if (step instanceof PathNode.Step.Method method) {
      out.append('.').append(method.name().name().toLowerCase(Locale.ROOT)).append("()");
    }
  }

  private void descent(PathNode.Step.Descent descent) {
    out.append(".**");
    int last = PathNode.Step.Descent.LAST;
    if (descent.first() == 0 && descent.last() == last) {
      return;
    }
    out.append('{').append(level(descent.first()));
    if (descent.first() != descent.last()) {
      out.append(" to ").append(level(descent.last()));
    }
    out.append('}');
  }

  private static String level(int level) {
    return level == PathNode.Step.Descent.LAST ? "last" : String.valueOf(level);
  }
}

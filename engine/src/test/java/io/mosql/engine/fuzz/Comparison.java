package io.mosql.engine.fuzz;

import java.math.BigDecimal;
import java.time.DateTimeException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** Compares the results of one statement on the two databases. */
final class Comparison {
  /** The result of the comparison. */
  enum Verdict {
    EQUAL,
    /** Not supported by MoSQL. */
    REFUSED,
    /** Not supported by PostgreSQL, or checked only by MoSQL. */
    UNKNOWN_THERE,
    /** One failed and the other one did not, because of another order of evaluation. */
    ORDER,
    /** Listed in docs/sql/differences.md. */
    LISTED,
    DIFFERENT
  }

  private static final String RANGE_OF_TIMES = "22008";
  private static final String LIMIT_EXCEEDED = "54000";
  private static final Set<String> REFUSALS = Set.of("0A000", "42601");

  private static final Set<String> DOUBLES = Set.of("double", "float8");

  private static final Pattern SUMS = Pattern.compile("(covar_pop|regr_[a-z0-9]+|avg|sum)\\(");

  /** Rounding error relative to 1 where two sums of doubles in different orders cancel out. */
  private static final BigDecimal NOISE = new BigDecimal("1e-12");

  private static final Pattern NUMBER = Pattern.compile("-?[0-9]+([.][0-9]+)?");

  private static final Pattern CHOICES =
      Pattern.compile("CASE|coalesce|AND|OR|nullif|\\?|ARRAY| IN \\(|DISTINCT FROM");

  private static final Pattern ROWS = Pattern.compile("\\(\\(.*,.*\\) < \\(.*,.*\\)\\)");

  private static final Pattern UNFOLDED =
      Pattern.compile("CAST\\(\\? AS (DATE|TIME|TIMESTAMP|TIMESTAMPTZ|INTERVAL)\\)");

  private Comparison() {}

  /**
   * Whether an error of MoSQL may be in an expression that PostgreSQL does not evaluate: it
   * compares rows up to the first column that differs or is NULL. Its parameters are texts, and it
   * does not fold a cast of a text to a time.
   */
  static boolean mayGoOn(String sql) {
    return ROWS.matcher(sql).find() || UNFOLDED.matcher(sql).find();
  }

  /** Whether an error of PostgreSQL may be in an expression that MoSQL does not evaluate. */
  static boolean mayStop(String sql) {
    return CHOICES.matcher(sql).find();
  }

  /**
   * @param strict whether errors are independent of the execution plan
   */
  static Verdict judge(String sql, Answer here, Answer there, boolean strict) {
    Verdict verdict = judge(here, there, strict);
    if (verdict != Verdict.DIFFERENT) {
      return verdict;
    }
    return sameSums(sql, here, there)
        ? Verdict.EQUAL
        : isListed(sql, here, there) ? Verdict.LISTED : verdict;
  }

  /** Whether only one of the two refuses the statement, as listed on the page of differences. */
  private static boolean isListed(String sql, Answer here, Answer there) {
    return sql.contains("make_interval(") && here.state().equals(RANGE_OF_TIMES) && !there.failed()
        || !here.failed() && !there.failed() && sameTexts(here, there);
  }

  /**
   * Whether rows are equal apart from trailing blanks of values that are CHAR only in PostgreSQL.
   */
  private static boolean sameTexts(Answer here, Answer there) {
    return there.types().contains("bpchar")
        && withoutBlanks(here, there.types()).equals(withoutBlanks(there, there.types()));
  }

  private static List<List<String>> withoutBlanks(Answer answer, List<String> types) {
    List<List<String>> rows = new ArrayList<>();
    for (List<String> row : answer.rows()) {
      List<String> values = new ArrayList<>(row);
      for (int i = 0; i < Math.min(values.size(), types.size()); i++) {
        if (types.get(i).equals("bpchar")) {
          values.set(i, values.get(i).stripTrailing());
        }
      }
      rows.add(values);
    }
    rows.sort(Comparator.comparing(Object::toString));
    return rows;
  }

  private static Verdict judge(Answer here, Answer there, boolean strict) {
    if (here.failed() && REFUSALS.contains(here.state())) {
      return Verdict.REFUSED;
    } else if (there.failed()
        && (there.stateClass().equals("42") || there.state().equals("0A000"))) {
      boolean internal =
          here.state().equals("XX000")
              || here.stateClass().equals("58")
              || here.state().equals("57014");
      return here.stateClass().equals("42")
          ? Verdict.EQUAL
          : internal ? Verdict.DIFFERENT : Verdict.UNKNOWN_THERE;
    } else if (there.state().equals("57014") && !here.state().equals("57014")) {
      return Verdict.UNKNOWN_THERE;
    } else if (there.state().equals(RANGE_OF_TIMES) && !here.failed()) {
      // dates before 4713 BC
      return Verdict.UNKNOWN_THERE;
    } else if (there.message().contains(DateTimeException.class.getName())) {
      // dates before the year 1, which PostgreSQL's driver reads as of another year
      return Verdict.UNKNOWN_THERE;
    } else if (here.failed() && there.failed()) {
      return here.stateClass().equals(there.stateClass())
          ? Verdict.EQUAL
          : order(here, strict) || order(there, strict) ? Verdict.ORDER : Verdict.DIFFERENT;
    } else if (here.failed() || there.failed()) {
      boolean nothing = !here.failed() && here.rows().isEmpty() && here.count() < 0;
      return order(here.failed() ? here : there, strict && !nothing)
          ? Verdict.ORDER
          : Verdict.DIFFERENT;
    }
    boolean cut = here.rows().size() == Side.ROWS_MAX && there.rows().size() == Side.ROWS_MAX;
    return cut || here.rows().equals(there.rows()) && here.count() == there.count()
        ? Verdict.EQUAL
        : Verdict.DIFFERENT;
  }

  private static boolean order(Answer failed, boolean strict) {
    return !strict
        && (failed.stateClass().equals("22")
            || failed.state().equals("21000")
            || failed.state().equals(LIMIT_EXCEEDED));
  }

  /** Whether rows are equal apart from rounding errors of sums of doubles. */
  private static boolean sameSums(String sql, Answer here, Answer there) {
    return SUMS.matcher(sql).find()
        && !here.failed()
        && !there.failed()
        && here.rows().size() == there.rows().size()
        && rounded(here).equals(rounded(there));
  }

  /** A double next to 0 as 0. */
  private static List<List<String>> rounded(Answer answer) {
    List<List<String>> rows = new ArrayList<>();
    for (List<String> row : answer.rows()) {
      List<String> values = new ArrayList<>(row);
      for (int i = 0; i < values.size(); i++) {
        String type = answer.types().get(i);
        if (DOUBLES.contains(type) && NUMBER.matcher(row.get(i)).matches()) {
          BigDecimal value = new BigDecimal(row.get(i));
          values.set(i, value.abs().compareTo(NOISE) < 0 ? "0" : row.get(i));
        }
      }
      rows.add(values);
    }
    rows.sort(Comparator.comparing(Object::toString));
    return rows;
  }
}

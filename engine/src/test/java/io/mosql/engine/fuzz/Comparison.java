package io.mosql.engine.fuzz;

import java.util.Set;
import java.util.regex.Pattern;

/** Judges two answers to one statement. */
final class Comparison {
  /** How the answers stand to each other. */
  enum Verdict {
    EQUAL,
    /** What MoSQL does not do. */
    REFUSED,
    /** What PostgreSQL does not do, or only MoSQL has rules for. */
    UNKNOWN_THERE,
    /** One failed where the other one, that looked at other rows first, did not. */
    ORDER,
    DIFFERENT
  }

  private static final String RANGE_OF_TIMES = "22008";
  private static final Set<String> REFUSALS = Set.of("0A000", "42601");

  private static final Pattern CHOICES = Pattern.compile("CASE|coalesce|AND|OR|nullif|\\?");

  private Comparison() {}

  /** Whether an error of the other one may be of what MoSQL need not work out. */
  static boolean mayStop(String sql) {
    return CHOICES.matcher(sql).find();
  }

  /**
   * @param strict whether what fails does so however the statement is run
   */
  static Verdict judge(Answer here, Answer there, boolean strict) {
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
    return here.rows().equals(there.rows()) && here.count() == there.count()
        ? Verdict.EQUAL
        : Verdict.DIFFERENT;
  }

  private static boolean order(Answer failed, boolean strict) {
    return !strict && (failed.stateClass().equals("22") || failed.state().equals("21000"));
  }
}

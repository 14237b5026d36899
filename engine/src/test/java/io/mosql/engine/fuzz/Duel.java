package io.mosql.engine.fuzz;

import java.sql.SQLException;
import java.util.Locale;

/** Sends statements to both databases, and tells of each difference with the statement reduced. */
final class Duel {
  private final Side mosql;
  private final Side postgres;
  private final Tables tables;
  private final Findings findings;
  private final long seed;

  Duel(Side mosql, Side postgres, Tables tables, Findings findings, long seed) {
    this.mosql = mosql;
    this.postgres = postgres;
    this.tables = tables;
    this.findings = findings;
    this.seed = seed;
  }

  void query(Piece sql, boolean told) {
    Answer here = mosql.answer(sql);
    Answer there = postgres.answer(sql);
    boolean strict =
        told
            && !(there.failed() && Comparison.mayStop(sql.sql()))
            && !(here.failed() && Comparison.mayGoOn(sql.sql()));
    Comparison.Verdict verdict = Comparison.judge(sql.sql(), here, there, strict);
    note(sql, verdict, here, there);
    if (verdict == Comparison.Verdict.DIFFERENT) {
      Piece small =
          new Reducer(p -> alike(p, here, there, mosql.answer(p), postgres.answer(p), strict))
              .reduce(sql);
      tell(sql, small, mosql.answer(small), postgres.answer(small));
    }
  }

  /**
   * Whether the answers differ in the same way, so that a smaller statement shows the same thing.
   */
  private static boolean alike(
      Piece small, Answer here, Answer there, Answer smallHere, Answer smallThere, boolean strict) {
    return Comparison.judge(small.sql(), smallHere, smallThere, strict)
            == Comparison.Verdict.DIFFERENT
        && here.state().equals(smallHere.state())
        && (there.state().equals(smallThere.state()) || !here.stateClass().equals("22"));
  }

  void change(Changes.Change change) throws SQLException {
    Piece all = Piece.of("SELECT * FROM " + change.table());
    mosql.connection().setAutoCommit(false);
    postgres.connection().setAutoCommit(false);
    try {
      Answer here = mosql.answer(change.sql());
      Answer there = postgres.answer(change.sql());
      Comparison.Verdict verdict = Comparison.judge(change.sql().sql(), here, there, false);
      if (!here.failed() && !there.failed() && verdict == Comparison.Verdict.EQUAL) {
        Answer rowsHere = mosql.answer(all);
        Answer rowsThere = postgres.answer(all);
        if (rowsHere.rows().equals(rowsThere.rows())) {
          note(change.sql(), verdict, here, there);
          mosql.connection().commit();
          postgres.connection().commit();
          return;
        }
        tell(change.sql(), change.sql(), rowsHere, rowsThere);
        findings.count("statements");
        return;
      }
      note(change.sql(), verdict, here, there);
      if (verdict == Comparison.Verdict.DIFFERENT) {
        Piece small =
            new Reducer(p -> alike(p, here, there, undone(mosql, p), undone(postgres, p), false))
                .reduce(change.sql());
        tell(change.sql(), small, undone(mosql, small), undone(postgres, small));
      }
    } finally {
      mosql.connection().rollback();
      postgres.connection().rollback();
      mosql.connection().setAutoCommit(true);
      postgres.connection().setAutoCommit(true);
    }
  }

  private static Answer undone(Side side, Piece sql) {
    try {
      side.connection().rollback();
      Answer answer = side.answer(sql);
      side.connection().rollback();
      return answer;
    } catch (SQLException e) {
      throw new IllegalStateException(sql.told(), e);
    }
  }

  private void note(Piece sql, Comparison.Verdict verdict, Answer here, Answer there) {
    findings.count("statements");
    if (verdict != Comparison.Verdict.DIFFERENT) {
      findings.count(verdict.name().toLowerCase(Locale.ROOT).replace('_', ' '));
    }
    if (verdict == Comparison.Verdict.REFUSED) {
      findings.sample(
          "refused " + form(here.message()),
          "refused: " + sql.told() + "\n    " + here + "\n    there " + there);
    } else if (verdict == Comparison.Verdict.UNKNOWN_THERE) {
      findings.sample(
          "unknown " + form(there.message()),
          "unknown there: " + sql.told() + "\n    " + here + "\n    there " + there);
    } else if (verdict == Comparison.Verdict.EQUAL && here.failed()) {
      findings.count("equal, both failed");
      if (there.stateClass().equals("42")) {
        findings.sample(
            "both " + form(there.message()),
            "both 42: " + sql.told() + "\n    " + here + "\n    there " + there);
      }
    }
  }

  private static String form(String message) {
    return message.replaceAll("[0-9]+", "0").replaceAll("\"[^\"]*\"|'[^']*'", "x");
  }

  private void tell(Piece sql, Piece small, Answer here, Answer there) {
    findings.add(
        small.sql().replaceAll("[0-9]+", "0"),
        "seed "
            + seed
            + ": "
            + small.told()
            + "\n    here  "
            + here.without(there)
            + "\n    there "
            + there.without(here)
            + tables.told(small.sql())
            + (sql.sql().length() < 300 && !sql.sql().equals(small.sql())
                ? "\n    of " + sql.told()
                : ""));
  }
}

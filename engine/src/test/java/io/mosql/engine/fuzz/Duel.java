package io.mosql.engine.fuzz;

import java.sql.SQLException;
import java.util.Locale;

/** Sends statements to both databases, and reports each difference with a reduced statement. */
final class Duel {
  private static final String DUPLICATE_KEY = "23505";

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

  void query(Piece sql, boolean determined) {
    Answer here = mosql.answer(sql);
    Answer there = postgres.answer(sql);
    boolean strict =
        determined
            && !(there.failed() && Comparison.mayStop(sql.sql()))
            && !(here.failed() && Comparison.mayGoOn(sql.sql()));
    Comparison.Verdict verdict = Comparison.judge(sql.sql(), here, there, strict);
    note(sql, verdict, here, there);
    if (verdict == Comparison.Verdict.DIFFERENT) {
      Piece small =
          new Reducer(p -> alike(p, here, there, mosql.answer(p), postgres.answer(p), strict))
              .reduce(sql);
      report(sql, small, mosql.answer(small), postgres.answer(small));
    }
  }

  /**
   * Whether the results differ in the same way, so that a smaller statement shows the same
   * difference.
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
      Answer there = changed(change.table(), change.sql(), here);
      Comparison.Verdict verdict = Comparison.judge(change.sql().sql(), here, there, false);
      if (!here.failed() && !there.failed() && verdict == Comparison.Verdict.EQUAL) {
        Answer rowsHere = mosql.answer(all);
        Answer rowsThere = postgres.answer(all);
        Comparison.Verdict same = Comparison.judge(all.sql(), rowsHere, rowsThere, true);
        if (same != Comparison.Verdict.DIFFERENT) {
          note(change.sql(), same, here, there);
          mosql.connection().commit();
          postgres.connection().commit();
          return;
        }
        report(change.sql(), change.sql(), rowsHere, rowsThere);
        findings.count("statements");
        return;
      }
      note(change.sql(), verdict, here, there);
      if (verdict == Comparison.Verdict.DIFFERENT) {
        Piece small =
            new Reducer(
                    p -> {
                      Answer smallHere = undone(mosql, p);
                      Answer smallThere = undone(change.table(), p, smallHere);
                      return alike(p, here, there, smallHere, smallThere, false);
                    })
                .reduce(change.sql());
        Answer smallHere = undone(mosql, small);
        report(change.sql(), small, smallHere, undone(change.table(), small, smallHere));
      }
    } finally {
      mosql.connection().rollback();
      postgres.connection().rollback();
      mosql.connection().setAutoCommit(true);
      postgres.connection().setAutoCommit(true);
    }
  }

  /**
   * PostgreSQL's result of a change. When only PostgreSQL reports a duplicate key, which it checks
   * during the statement, the change is repeated with the key checked at the end, as listed in
   * docs/sql/differences.md.
   */
  private Answer changed(String table, Piece sql, Answer here) throws SQLException {
    Answer there = postgres.answer(sql);
    if (here.failed() || !there.state().equals(DUPLICATE_KEY)) {
      return there;
    }
    postgres.connection().rollback();
    postgres.execute("ALTER TABLE " + table + " DROP CONSTRAINT " + table + "_pkey");
    Answer unchecked = postgres.answer(sql);
    if (unchecked.failed()) {
      return unchecked;
    }
    Answer key = postgres.answer(Piece.of("ALTER TABLE " + table + " ADD PRIMARY KEY (id)"));
    findings.count("keys checked at the end");
    return key.failed() ? key : unchecked;
  }

  private Answer undone(String table, Piece sql, Answer here) {
    try {
      postgres.connection().rollback();
      Answer answer = changed(table, sql, here);
      postgres.connection().rollback();
      return answer;
    } catch (SQLException e) {
      throw new IllegalStateException(sql.withValues(), e);
    }
  }

  private static Answer undone(Side side, Piece sql) {
    try {
      side.connection().rollback();
      Answer answer = side.answer(sql);
      side.connection().rollback();
      return answer;
    } catch (SQLException e) {
      throw new IllegalStateException(sql.withValues(), e);
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
          "refused: " + sql.withValues() + "\n    " + here + "\n    there " + there);
    } else if (verdict == Comparison.Verdict.UNKNOWN_THERE) {
      findings.sample(
          "unknown " + form(there.message()),
          "unknown there: " + sql.withValues() + "\n    " + here + "\n    there " + there);
    } else if (verdict == Comparison.Verdict.EQUAL && here.failed()) {
      findings.count("equal, both failed");
      if (there.stateClass().equals("42")) {
        findings.sample(
            "both " + form(there.message()),
            "both 42: " + sql.withValues() + "\n    " + here + "\n    there " + there);
      }
    }
  }

  private static String form(String message) {
    return message.replaceAll("[0-9]+", "0").replaceAll("\"[^\"]*\"|'[^']*'", "x");
  }

  private void report(Piece sql, Piece small, Answer here, Answer there) {
    findings.add(
        small.sql().replaceAll("[0-9]+", "0"),
        "seed "
            + seed
            + ": "
            + small.withValues()
            + "\n    here  "
            + here.without(there)
            + "\n    there "
            + there.without(here)
            + tables.definitions(small.sql())
            + (sql.sql().length() < 300 && !sql.sql().equals(small.sql())
                ? "\n    of " + sql.withValues()
                : ""));
  }
}

package io.mosql.sql.planner;

import io.mosql.core.error.MosqlException;
import io.mosql.sql.algebra.LockingClause;
import io.mosql.sql.error.SqlErrorMessage;
import io.mosql.sql.parser.ast.query.LockingQuery;
import io.mosql.sql.planner.error.PlanErrors;
import io.mosql.sql.planner.schema.MosqlTableScan;
import io.mosql.sql.planner.schema.SharedQuery;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Correlate;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.sql.SqlBasicCall;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlJoin;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlWith;
import org.apache.calcite.sql.SqlWithItem;
import org.jspecify.annotations.Nullable;

/**
 * Finds the table references whose rows FOR UPDATE or FOR SHARE locks: the tables in the query's
 * FROM, including sub-queries there, as long as no operator combines rows. Sub-queries in
 * expressions and WITH queries lock no rows.
 */
final class LockingClauseResolver {
  private final LockingQuery locking;
  private final LockingClause lock;
  private final Set<String> withNames = new HashSet<>();
  private final Set<String> unnamed = new HashSet<>();
  private final Map<MosqlTableScan, LockingClause> locks = new HashMap<>();

  private LockingClauseResolver(LockingQuery locking) {
    this.locking = locking;
    this.lock =
        new LockingClause(
            locking.strength() == LockingQuery.Strength.UPDATE
                ? LockingClause.Purpose.UPDATE
                : LockingClause.Purpose.SHARE,
            waiting(locking),
            Math.max(0, locking.waitSeconds()),
            false);
  }

  private static LockingClause.WaitPolicy waiting(LockingQuery locking) {
    return switch (locking.waitOption()) {
      case NOWAIT -> LockingClause.WaitPolicy.NOWAIT;
      case SKIP_LOCKED -> LockingClause.WaitPolicy.SKIP_LOCKED;
      case WAIT -> {
        int seconds = locking.waitSeconds();
        yield seconds == LockingQuery.NO_LIMIT
            ? LockingClause.WaitPolicy.SESSION
            : seconds == 0 ? LockingClause.WaitPolicy.NOWAIT : LockingClause.WaitPolicy.LIMITED;
      }
    };
  }

  /**
   * Returns the locking clauses of the tables of a query.
   *
   * @param query the validated query
   * @param rel the same query in relational algebra
   */
  static Map<MosqlTableScan, LockingClause> of(LockingQuery locking, SqlNode query, RelNode rel) {
    LockingClauseResolver locks = new LockingClauseResolver(locking);
    for (SqlIdentifier table : locking.tables()) {
      locks.unnamed.add(table.names.get(table.names.size() - 1));
    }
    locks.statement(query, rel);
    for (SqlIdentifier table : locking.tables()) {
      if (!table.isSimple() || locks.unnamed.contains(table.getSimple())) {
        throw PlanErrors.at(
            SqlErrorMessage.LOCKED_RELATION_NOT_IN_FROM,
            table.getParserPosition(),
            table,
            locking.strength());
      }
    }
    return locks.locks;
  }

  private void statement(SqlNode query, RelNode rel) {
    SqlNode body = query;
    if (body instanceof SqlWith with) {
      for (SqlNode item : with.withList) {
        withNames.add(((SqlWithItem) item).name.getSimple());
      }
      body = with.body;
    }
    RelNode rows = rowByRow(rel);
    if (body instanceof SqlSelect select) {
      SqlNode from = select.getFrom();
      if (from != null) {
        from(from, null, rows);
      }
    } else {
      throw notAllowed("this query");
    }
  }

  /** Returns the input that the rows of a relation come from one to one. */
  private RelNode rowByRow(RelNode rel) {
    RelNode at = rel;
    while (at instanceof Project
        || at instanceof Filter
        || at instanceof Sort
        || at instanceof SharedQuery) {
      if (at instanceof Project project && project.containsOver()) {
        throw notAllowed("window functions");
      }
      at = at.getInput(0);
    }
    if (at instanceof org.apache.calcite.rel.core.Aggregate) {
      throw notAllowed("DISTINCT, GROUP BY or aggregate functions");
    }
    if (at instanceof org.apache.calcite.rel.core.SetOp) {
      throw notAllowed("UNION, INTERSECT or EXCEPT");
    }
    return at;
  }

  private void from(SqlNode node, @Nullable String alias, RelNode rel) {
    if (node instanceof SqlJoin join) {
      RelNode at = rel;
      while (at instanceof Project || at instanceof Filter || at instanceof SharedQuery) {
        at = at.getInput(0);
      }
      if (!(at instanceof Join || at instanceof Correlate)) {
        throw notAllowed("this join");
      }
      from(join.getLeft(), null, at.getInput(0));
      from(join.getRight(), null, at.getInput(1));
      return;
    }
    if (node.getKind() == SqlKind.AS) {
      SqlCall as = (SqlCall) node;
      from(as.operand(0), ((SqlIdentifier) as.operand(1)).getSimple(), rel);
      return;
    }
    if (node instanceof SqlBasicCall call
        && (call.getKind() == SqlKind.LATERAL || call.getKind() == SqlKind.TABLE_REF)) {
      from(call.operand(0), alias, rel);
      return;
    }
    SqlIdentifier id = node instanceof SqlIdentifier identifier ? identifier : null;
    String name = alias != null || id == null ? alias : id.names.get(id.names.size() - 1);
    boolean named = name != null && unnamed.remove(name);
    if (!named && !locking.tables().isEmpty()) {
      return;
    }
    if (id != null && id.isSimple() && withNames.contains(id.getSimple())) {
      if (named) {
        throw notAllowed("a WITH query");
      }
      return;
    }
    lock(rel);
  }

  private void lock(RelNode rel) {
    List<RelNode> left = new ArrayList<>(List.of(rel));
    while (!left.isEmpty()) {
      RelNode at = rowByRow(left.remove(left.size() - 1));
      if (at instanceof MosqlTableScan table) {
        if (table.isOfView()) {
          throw notAllowed("a view");
        }
        locks.put(table, lock);
      } else if (at instanceof Join || at instanceof Correlate) {
        left.addAll(at.getInputs());
      } else {
        throw notAllowed("rows that are in no table");
      }
    }
  }

  private MosqlException notAllowed(String what) {
    return SqlErrorMessage.LOCKING_CLAUSE_NOT_ALLOWED.error(locking.strength(), what);
  }
}

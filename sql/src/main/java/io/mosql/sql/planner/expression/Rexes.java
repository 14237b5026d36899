package io.mosql.sql.planner.expression;

import io.mosql.core.port.Interrupts;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.core.CorrelationId;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexCorrelVariable;
import org.apache.calcite.rex.RexDynamicParam;
import org.apache.calcite.rex.RexFieldAccess;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.rex.RexVisitorImpl;
import org.apache.calcite.sql.SqlKind;

/** Queries and transformations of row expressions. */
public final class Rexes {
  private Rexes() {}

  /** Returns the fields of the input that the expression refers to. */
  public static BitSet fields(RexNode node) {
    BitSet fields = new BitSet();
    addFields(node, fields);
    return fields;
  }

  public static void addFields(RexNode node, BitSet fields) {
    Interrupts.check();
    if (node instanceof RexInputRef ref) {
      fields.set(ref.getIndex());
    } else if (!isLeaf(node)) {
      node.accept(
          new RexVisitorImpl<Void>(true) {
            @Override
            public Void visitInputRef(RexInputRef ref) {
              fields.set(ref.getIndex());
              return null;
            }
          });
    }
  }

  public static BitSet fields(Iterable<RexNode> nodes) {
    BitSet fields = new BitSet();
    for (RexNode node : nodes) {
      addFields(node, fields);
    }
    return fields;
  }

  public static boolean isLeaf(RexNode node) {
    return node instanceof RexLiteral || node instanceof RexDynamicParam;
  }

  /** Returns the expression with each input reference replaced. */
  public static RexNode replaceFields(RexNode node, IntFunction<RexNode> replacement) {
    Interrupts.check();
    if (node instanceof RexInputRef ref) {
      return replacement.apply(ref.getIndex());
    }
    if (isLeaf(node)) {
      return node;
    }
    return node.accept(
        new RexShuttle() {
          @Override
          public RexNode visitInputRef(RexInputRef ref) {
            return replacement.apply(ref.getIndex());
          }
        });
  }

  public static List<RexNode> replaceFields(List<RexNode> nodes, IntFunction<RexNode> replacement) {
    List<RexNode> result = new ArrayList<>(nodes.size());
    for (RexNode node : nodes) {
      result.add(replaceFields(node, replacement));
    }
    return result;
  }

  /** Returns the expression with fields of correlation variables replaced. */
  public static RexNode replaceVariables(
      RexNode node, Map<CorrelationId, List<RexNode>> variables) {
    if (variables.isEmpty() || isLeaf(node) || node instanceof RexInputRef) {
      return node;
    }
    return node.accept(
        new RexShuttle() {
          @Override
          public RexNode visitFieldAccess(RexFieldAccess access) {
            if (access.getReferenceExpr() instanceof RexCorrelVariable variable) {
              List<RexNode> row = variables.get(variable.id);
              if (row != null) {
                return row.get(access.getField().getIndex());
              }
            }
            return super.visitFieldAccess(access);
          }
        });
  }

  public static List<RexNode> replaceVariables(
      List<RexNode> nodes, Map<CorrelationId, List<RexNode>> variables) {
    if (variables.isEmpty()) {
      return nodes;
    }
    List<RexNode> result = new ArrayList<>(nodes.size());
    for (RexNode node : nodes) {
      result.add(replaceVariables(node, variables));
    }
    return result;
  }

  /** Adds the fields of the variable that the expression refers to. */
  public static void addVariableFields(RexNode node, CorrelationId id, BitSet fields) {
    if (isLeaf(node) || node instanceof RexInputRef) {
      return;
    }
    node.accept(
        new RexVisitorImpl<Void>(true) {
          @Override
          public Void visitFieldAccess(RexFieldAccess access) {
            if (access.getReferenceExpr() instanceof RexCorrelVariable variable
                && variable.id.equals(id)) {
              fields.set(access.getField().getIndex());
            }
            return super.visitFieldAccess(access);
          }
        });
  }

  public static List<RexNode> conjunctions(RexNode condition) {
    return RelOptUtil.conjunctions(condition);
  }

  /** Whether the expression has the same value at each evaluation within a statement. */
  public static boolean isDeterministic(RexNode node) {
    return isLeaf(node) || node instanceof RexInputRef || RexUtil.isDeterministic(node);
  }

  /** Returns the number of nodes. */
  public static int size(RexNode node) {
    return isLeaf(node) || node instanceof RexInputRef ? 1 : node.nodeCount();
  }

  /** Returns a call's kind, with checked arithmetic treated as plain arithmetic. */
  static SqlKind kind(RexNode node) {
    return node instanceof RexCall call ? call.getKind() : node.getKind();
  }

  public static boolean isRef(RexNode node) {
    return node instanceof RexInputRef;
  }

  public static int index(RexNode ref) {
    return ((RexInputRef) ref).getIndex();
  }
}

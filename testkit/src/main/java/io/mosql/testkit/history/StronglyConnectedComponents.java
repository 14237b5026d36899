package io.mosql.testkit.history;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.function.IntFunction;

/**
 * The strongly connected components of a graph, by Tarjan's algorithm without recursion, since
 * histories are long. Used once.
 */
final class StronglyConnectedComponents {
  private static final int UNSEEN = -1;

  private final IntFunction<int[]> successors;
  private final int[] index;
  private final int[] low;
  private final int[] component;
  private final Deque<Integer> open = new ArrayDeque<>();
  private int seen;
  private int components;

  private StronglyConnectedComponents(int nodes, IntFunction<int[]> successors) {
    this.successors = successors;
    this.index = new int[nodes];
    this.low = new int[nodes];
    this.component = new int[nodes];
    Arrays.fill(index, UNSEEN);
    Arrays.fill(component, UNSEEN);
  }

  /**
   * Number of the component of each node; a node that is on no cycle is a component by itself.
   *
   * @param successors of a node
   */
  static int[] components(int nodes, IntFunction<int[]> successors) {
    StronglyConnectedComponents search = new StronglyConnectedComponents(nodes, successors);
    for (int node = 0; node < nodes; node++) {
      if (search.index[node] == UNSEEN) {
        search.visit(node);
      }
    }
    return search.component;
  }

  /** A node on the path, and the index of its next successor. */
  private static final class Visit {
    final int node;
    final int[] to;
    int next;

    Visit(int node, int[] to) {
      this.node = node;
      this.to = to;
    }
  }

  private void visit(int start) {
    Deque<Visit> way = new ArrayDeque<>();
    way.push(enter(start));
    while (!way.isEmpty()) {
      Visit on = way.element();
      if (on.next < on.to.length) {
        int to = on.to[on.next++];
        if (index[to] == UNSEEN) {
          way.push(enter(to));
        } else if (component[to] == UNSEEN) {
          low[on.node] = Math.min(low[on.node], index[to]);
        }
      } else {
        way.pop();
        if (!way.isEmpty()) {
          int before = way.element().node;
          low[before] = Math.min(low[before], low[on.node]);
        }
        leave(on.node);
      }
    }
  }

  private Visit enter(int node) {
    index[node] = seen;
    low[node] = seen++;
    open.push(node);
    return new Visit(node, successors.apply(node));
  }

  private void leave(int node) {
    if (low[node] == index[node]) {
      int member;
      do {
        member = open.pop();
        component[member] = components;
      } while (member != node);
      components++;
    }
  }
}

package io.mosql.sql.planner.physical;

import io.mosql.sql.planner.expression.Rexes;
import io.mosql.sql.planner.logical.LogicalPlan;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.apache.calcite.rel.core.JoinRelType;

/**
 * The graph of a block's sources, linked by the conditions of its joins, and the enumeration of its
 * pairs of connected sets: the algorithm DPccp (Moerkotte and Neumann, 2006). Sets of sources are
 * bits of a long, that of the last source the lowest: so the first pair of a set joins the last one
 * of its sources to the others, if it can.
 *
 * <p>A LEFT, SEMI or ANTI source, and one that refers to the rows of others, is joined after the
 * sources that it {@linkplain #needs needs}: this alone keeps outer joins right, because the
 * conditions of the block hold for the rows of the whole join. A condition over more than two
 * sources links all of them. Where a set of sources cannot be reached through links, products are
 * considered, too.
 */
final class JoinGraph {
  /** Maximum number of sources of a graph. */
  static final int MAX_SOURCES = Long.SIZE - 1;

  /** Maximum number of sources for which all products are considered. */
  private static final int MAX_PRODUCTS_OF = 4;

  private final int size;
  private final boolean[] first;
  private final long[] needs;
  private final long[] links;

  /** Consumer of pairs of sets. */
  @FunctionalInterface
  interface Pairs {
    /**
     * Takes a pair of disjoint, connected and linked sets; all pairs within each were passed
     * before.
     *
     * @return whether to continue
     */
    boolean accept(long one, long other);
  }

  JoinGraph(LogicalPlan.Block block, List<BitSet> conjunctFields) {
    List<LogicalPlan.Source> sources = block.sources();
    this.size = sources.size();
    this.first = new boolean[size];
    this.needs = new long[size];
    this.links = new long[size];
    int[] sourceOf = numbersOfFields(sources);
    for (int i = 0; i < size; i++) {
      LogicalPlan.Source source = sources.get(size - 1 - i);
      BitSet used = JoinOrderSearch.variableFields(source);
      used.or(Rexes.fields(source.on()));
      used.or(Rexes.fields(source.compared()));
      needs[i] = sources(used, sourceOf) & ~bit(i);
      first[i] =
          source.type() == JoinRelType.INNER && JoinOrderSearch.variableFields(source).isEmpty();
      link(needs[i] | bit(i), bit(i));
    }
    for (BitSet fields : conjunctFields) {
      long linked = sources(fields, sourceOf);
      link(linked, linked);
    }
    if (size <= MAX_PRODUCTS_OF) {
      link(all(), all());
    } else {
      addProducts();
    }
  }

  private static int[] numbersOfFields(List<LogicalPlan.Source> sources) {
    int fields = 0;
    for (LogicalPlan.Source source : sources) {
      fields = Math.max(fields, source.end());
    }
    int[] sourceOf = new int[fields];
    for (int i = 0; i < sources.size(); i++) {
      Arrays.fill(sourceOf, sources.get(i).offset(), sources.get(i).end(), sources.size() - 1 - i);
    }
    return sourceOf;
  }

  private static long sources(BitSet fields, int[] sourceOf) {
    long sources = 0;
    for (int i = fields.nextSetBit(0); i >= 0; i = fields.nextSetBit(i + 1)) {
      sources |= bit(sourceOf[i]);
    }
    return sources;
  }

  /** Links each source of a set with each one of another set. */
  private void link(long some, long others) {
    for (int i = 0; i < size; i++) {
      if ((some & bit(i)) != 0) {
        links[i] |= others & ~bit(i);
      }
      if ((others & bit(i)) != 0) {
        links[i] |= some & ~bit(i);
      }
    }
  }

  /** Adds links until all sources can be joined one after the other. */
  private void addProducts() {
    long joined = 0;
    for (int i = 0; i < size && joined == 0; i++) {
      joined = first[i] ? bit(i) : 0;
    }
    while (joined != all()) {
      long next = joinable(joined, neighbours(joined));
      if (next == 0) {
        next = joinable(joined, firstSources());
        next = next == 0 ? joinable(joined, all()) : next;
        if (next == 0) {
          return;
        }
        link(joined, next);
      }
      joined |= next;
    }
  }

  /** Returns the candidates that are not joined, but can be. */
  private long joinable(long joined, long candidates) {
    long joinable = 0;
    for (int i = 0; i < size; i++) {
      if ((candidates & ~joined & bit(i)) != 0 && (needs[i] & ~joined) == 0) {
        joinable |= bit(i);
      }
    }
    return joinable;
  }

  private long firstSources() {
    long sources = 0;
    for (int i = 0; i < size; i++) {
      sources |= first[i] ? bit(i) : 0;
    }
    return sources;
  }

  private static long bit(int number) {
    return 1L << number;
  }

  /** Returns the set of one source of the block. */
  long set(int source) {
    return bit(size - 1 - source);
  }

  /** Returns the source that a set consists of; -1 for more than one. */
  int onlySource(long set) {
    return Long.bitCount(set) == 1 ? size - 1 - Long.numberOfTrailingZeros(set) : -1;
  }

  long all() {
    return (1L << size) - 1;
  }

  /** Whether a tree may start with the source. */
  boolean isFirst(int source) {
    return first[size - 1 - source];
  }

  private long neighbours(long sources) {
    long neighbours = 0;
    for (long rest = sources; rest != 0; rest &= rest - 1) {
      neighbours |= links[Long.numberOfTrailingZeros(rest)];
    }
    return neighbours & ~sources;
  }

  /** Passes each pair of sets once, smaller sets before the larger ones that contain them. */
  void forEachPair(Pairs pairs) {
    for (int i = size - 1; i >= 0; i--) {
      long lower = (bit(i) << 1) - 1;
      if (!pairsOf(bit(i), pairs) || !extend(bit(i), lower, pairs)) {
        return;
      }
    }
  }

  /** Grows a set by its neighbours that are not excluded. */
  private boolean extend(long set, long excluded, Pairs pairs) {
    long neighbours = neighbours(set) & ~excluded;
    for (long some = subset(0, neighbours); some != 0; some = subset(some, neighbours)) {
      if (!pairsOf(set | some, pairs)) {
        return false;
      }
    }
    for (long some = subset(0, neighbours); some != 0; some = subset(some, neighbours)) {
      if (!extend(set | some, excluded | neighbours, pairs)) {
        return false;
      }
    }
    return true;
  }

  private boolean pairsOf(long set, Pairs pairs) {
    long lowest = Long.lowestOneBit(set);
    long excluded = set | lowest | (lowest - 1);
    long neighbours = neighbours(set) & ~excluded;
    for (long rest = neighbours; rest != 0; ) {
      long start = Long.highestOneBit(rest);
      rest &= ~start;
      long below = neighbours & (start | (start - 1));
      if (!pairs.accept(set, start) || !extendOther(set, start, excluded | below, pairs)) {
        return false;
      }
    }
    return true;
  }

  private boolean extendOther(long set, long other, long excluded, Pairs pairs) {
    long neighbours = neighbours(other) & ~excluded & ~set;
    for (long some = subset(0, neighbours); some != 0; some = subset(some, neighbours)) {
      if (!pairs.accept(set, other | some)) {
        return false;
      }
    }
    for (long some = subset(0, neighbours); some != 0; some = subset(some, neighbours)) {
      if (!extendOther(set, other | some, excluded | neighbours, pairs)) {
        return false;
      }
    }
    return true;
  }

  /** Returns the subset of a set after another one, in numerical order; 0 after the last. */
  private static long subset(long previous, long set) {
    return (previous - set) & set;
  }
}

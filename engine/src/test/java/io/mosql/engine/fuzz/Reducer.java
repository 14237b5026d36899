package io.mosql.engine.fuzz;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * Reduces a statement while a predicate stays true: removes optional parts, and replaces an
 * expression by a part of the same kind or by a plain value.
 */
final class Reducer {
  private static final int ATTEMPTS_MAX = 600;
  private static final long NANOS_MAX = 30_000_000_000L;

  private final Predicate<Piece> interesting;
  private final long started = System.nanoTime();
  private int attempts;

  Reducer(Predicate<Piece> interesting) {
    this.interesting = interesting;
  }

  Piece reduce(Piece statement) {
    Piece best = statement;
    boolean smaller = true;
    while (smaller && mayTry()) {
      smaller = false;
      for (Piece candidate : candidates(best)) {
        if (!mayTry()) {
          break;
        }
        if (candidate.sql().length() < best.sql().length() && keeps(candidate)) {
          best = candidate;
          smaller = true;
          break;
        }
      }
    }
    return best;
  }

  private boolean mayTry() {
    return attempts < ATTEMPTS_MAX && System.nanoTime() - started < NANOS_MAX;
  }

  private boolean keeps(Piece candidate) {
    attempts++;
    return interesting.test(candidate);
  }

  /** All statements that are one step smaller, the coarse steps first. */
  private static List<Piece> candidates(Piece piece) {
    List<Piece> candidates = new ArrayList<>();
    for (int i = 0; i < piece.parts().size(); i++) {
      if (piece.parts().get(i) instanceof Piece part) {
        for (Piece instead : instead(part)) {
          candidates.add(with(piece, i, instead));
        }
      }
    }
    for (int i = 0; i < piece.parts().size(); i++) {
      if (piece.parts().get(i) instanceof Piece part) {
        for (Piece instead : candidates(part)) {
          candidates.add(with(piece, i, instead));
        }
      }
    }
    return candidates;
  }

  private static List<Piece> instead(Piece part) {
    if (part.optional()) {
      return List.of(Piece.of(""));
    }
    Kind kind = part.kind();
    if (kind == null) {
      return List.of();
    }
    List<Piece> below = new ArrayList<>();
    collect(part, kind, below);
    below.add(Piece.expression(kind, Literals.plain(kind)));
    below.add(Piece.expression(kind, "CAST(NULL AS " + kind.castType() + ")"));
    return below;
  }

  private static void collect(Piece piece, Kind kind, List<Piece> found) {
    for (Object part : piece.parts()) {
      if (part instanceof Piece inner) {
        if (inner.kind() == kind) {
          found.add(inner);
        }
        collect(inner, kind, found);
      }
    }
  }

  private static Piece with(Piece piece, int place, Piece part) {
    List<Object> parts = new ArrayList<>(piece.parts());
    parts.set(place, part);
    return new Piece(piece.kind(), piece.optional(), parts);
  }
}

package io.mosql.sql.algebra;

import io.mosql.core.codec.Keys;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A set of keys, as a list of spans: ascending, disjoint and not empty. Spans that touch stay
 * apart, so that the spans of single keys can be told one by one ({@link #coalesced} joins them).
 * Immutable, pure.
 */
public final class KeySpans {
  /** No keys. */
  public static final KeySpans NONE = new KeySpans(List.of());

  /** All keys. */
  public static final KeySpans ALL = new KeySpans(List.of(new Span(new byte[0], null)));

  private static final Comparator<Span> BY_START = Comparator.comparing(Span::from, Keys.ORDER);

  private final List<Span> spans;

  /**
   * The keys from one to another.
   *
   * @param from the first key; empty for the beginning
   * @param to the end, exclusive; null for none
   */
  public record Span(byte[] from, byte @Nullable [] to) {}

  private KeySpans(List<Span> spans) {
    this.spans = spans;
  }

  /**
   * Returns the keys from one to another, exclusive; none where the end is not behind the start.
   */
  public static KeySpans of(byte[] from, byte @Nullable [] to) {
    return to != null && Keys.compare(from, to) >= 0
        ? NONE
        : new KeySpans(List.of(new Span(from, to)));
  }

  /** Returns the keys that begin with the prefix. */
  public static KeySpans startingWith(byte[] prefix) {
    return new KeySpans(List.of(new Span(prefix, Keys.prefixEnd(prefix))));
  }

  public List<Span> spans() {
    return spans;
  }

  public boolean isEmpty() {
    return spans.isEmpty();
  }

  /** Whether the set contains the key. */
  public boolean contains(byte[] key) {
    return spans.stream()
        .anyMatch(
            span ->
                Keys.compare(span.from, key) <= 0
                    && (span.to == null || Keys.compare(key, span.to) < 0));
  }

  /** Returns the keys that are in any of the sets. */
  public static KeySpans union(List<KeySpans> sets) {
    List<Span> all = new ArrayList<>();
    sets.forEach(set -> all.addAll(set.spans));
    all.sort(BY_START);
    List<Span> merged = new ArrayList<>();
    for (Span span : all) {
      Span last = merged.isEmpty() ? null : merged.get(merged.size() - 1);
      if (last == null || last.to != null && Keys.compare(last.to, span.from) <= 0) {
        merged.add(span);
      } else if (last.to != null && (span.to == null || Keys.compare(last.to, span.to) < 0)) {
        merged.set(merged.size() - 1, new Span(last.from, span.to));
      }
    }
    return new KeySpans(merged);
  }

  /** Returns the keys that are in both sets. */
  public KeySpans intersection(KeySpans other) {
    List<Span> common = new ArrayList<>();
    int i = 0;
    int j = 0;
    while (i < spans.size() && j < other.spans.size()) {
      Span a = spans.get(i);
      Span b = other.spans.get(j);
      byte[] from = Keys.compare(a.from, b.from) >= 0 ? a.from : b.from;
      boolean firstEnds = a.to != null && (b.to == null || Keys.compare(a.to, b.to) <= 0);
      byte[] to = firstEnds ? a.to : b.to;
      if (to == null || Keys.compare(from, to) < 0) {
        common.add(new Span(from, to));
      }
      if (firstEnds) {
        i++;
      } else {
        j++;
      }
    }
    return new KeySpans(common);
  }

  /** Returns the keys that are not in the set. */
  public KeySpans complement() {
    List<Span> rest = new ArrayList<>();
    byte[] from = new byte[0];
    for (Span span : spans) {
      if (Keys.compare(from, span.from) < 0) {
        rest.add(new Span(from, span.from));
      }
      if (span.to == null) {
        return new KeySpans(rest);
      }
      from = span.to;
    }
    rest.add(new Span(from, null));
    return new KeySpans(rest);
  }

  /**
   * Returns the keys that begin with a prefix that one of these spans consists of, followed by a
   * key of the other set.
   */
  public KeySpans followedBy(KeySpans tail) {
    List<Span> joined = new ArrayList<>(spans.size() * tail.spans.size());
    for (Span head : spans) {
      for (Span span : tail.spans) {
        joined.add(
            new Span(
                joined(head.from, span.from),
                span.to == null ? head.to : joined(head.from, span.to)));
      }
    }
    return new KeySpans(joined);
  }

  private static byte[] joined(byte[] start, byte[] end) {
    byte[] joined = new byte[start.length + end.length];
    System.arraycopy(start, 0, joined, 0, start.length);
    System.arraycopy(end, 0, joined, start.length, end.length);
    return joined;
  }

  /** Returns the same keys, with spans that touch joined into one. */
  public KeySpans coalesced() {
    List<Span> merged = new ArrayList<>(spans.size());
    for (Span span : spans) {
      Span last = merged.isEmpty() ? null : merged.get(merged.size() - 1);
      if (last != null && last.to != null && Keys.compare(last.to, span.from) == 0) {
        merged.set(merged.size() - 1, new Span(last.from, span.to));
      } else {
        merged.add(span);
      }
    }
    return merged.size() == spans.size() ? this : new KeySpans(merged);
  }
}

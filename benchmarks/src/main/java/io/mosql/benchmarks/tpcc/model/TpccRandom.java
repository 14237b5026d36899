package io.mosql.benchmarks.tpcc.model;

import java.util.SplittableRandom;

/**
 * Generator of the random input of TPC-C (clauses 2.1.5, 2.1.6, 4.3.2). Strings are substrings of a
 * text generated once, so that each costs only a copy. Not thread-safe; the same seed gives the
 * same sequence.
 */
public final class TpccRandom {
  private static final String ALPHABET =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
  private static final int TEXT_LENGTH = 1 << 16;
  private static final String TEXT = text(ALPHABET, 0x7d0c, TEXT_LENGTH);
  private static final String DIGITS = text("0123456789", 0x7d0d, TEXT_LENGTH);
  private static final String LETTERS = text("ABCDEFGHIJKLMNOPQRSTUVWXYZ", 0x7d0e, TEXT_LENGTH);

  private final SplittableRandom random;

  public TpccRandom(long seed) {
    this(new SplittableRandom(seed));
  }

  private TpccRandom(SplittableRandom random) {
    this.random = random;
  }

  /** Creates an independent sequence, determined by the state of this one. */
  public TpccRandom split() {
    return new TpccRandom(random.split());
  }

  /** Draws a uniform number; both bounds are inclusive. */
  public int between(int low, int high) {
    return random.nextInt(low, high + 1);
  }

  public boolean percent(int chance) {
    return random.nextInt(100) < chance;
  }

  /** NURand(A, x, y) of clause 2.1.6. */
  public int nuRand(int a, int c, int low, int high) {
    return ((between(0, a) | between(low, high)) + c) % (high - low + 1) + low;
  }

  /** Draws a "random a-string". */
  public String alphanumeric(int minLength, int maxLength) {
    return cut(TEXT, between(minLength, maxLength));
  }

  /** Draws a "random n-string" of a fixed length. */
  public String digits(int length) {
    return cut(DIGITS, length);
  }

  public String state() {
    return cut(LETTERS, 2);
  }

  /** Four random digits and 11111 (clause 4.3.2.7). */
  public String zip() {
    return digits(4).concat("11111");
  }

  /**
   * Draws 26 to 50 characters, in 10 % of cases with ORIGINAL at a random position (clause
   * 4.3.3.1).
   */
  public String itemData() {
    String data = alphanumeric(26, 50);
    if (!percent(10)) {
      return data;
    }
    int at = between(0, data.length() - 8);
    return data.substring(0, at) + "ORIGINAL" + data.substring(at + 8);
  }

  /** The numbers 1 to n in random order. */
  public int[] permutation(int n) {
    int[] numbers = new int[n];
    for (int i = 0; i < n; i++) {
      numbers[i] = i + 1;
    }
    shuffle(numbers);
    return numbers;
  }

  /** Shuffles by the algorithm of Fisher and Yates. */
  public void shuffle(int[] numbers) {
    for (int i = numbers.length - 1; i > 0; i--) {
      int j = random.nextInt(i + 1);
      int other = numbers[j];
      numbers[j] = numbers[i];
      numbers[i] = other;
    }
  }

  private String cut(String text, int length) {
    int from = random.nextInt(TEXT_LENGTH - length);
    return text.substring(from, from + length);
  }

  private static String text(String alphabet, long seed, int length) {
    SplittableRandom random = new SplittableRandom(seed);
    StringBuilder text = new StringBuilder(length);
    for (int i = 0; i < length; i++) {
      text.append(alphabet.charAt(random.nextInt(alphabet.length())));
    }
    return text.toString();
  }
}

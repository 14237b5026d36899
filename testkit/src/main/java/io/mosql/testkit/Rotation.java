package io.mosql.testkit;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;

/**
 * The selection of the cases that a run plays. A nightly run ({@code ./mvnw verify -Pnightly})
 * plays all. Every other run plays a sample of them, which changes with the commit, so that the
 * runs of several commits play different cases of the same set. {@code -Dmosql.seed=N} selects the
 * sample of another commit, by the number in its log.
 */
public final class Rotation {
  private static final int SEED_DIGITS = 8;
  private static final int HEXADECIMAL = 16;

  private Rotation() {}

  /** Whether this run plays all cases. */
  public static boolean isNightly() {
    return Boolean.getBoolean("mosql.nightly");
  }

  /** The number that determines the samples of this run. */
  public static long seed() {
    return Chosen.SEED;
  }

  /** A sample of the cases of this size, in their order; all of them in a nightly run. */
  public static <T> List<T> sample(List<T> cases, int size) {
    if (isNightly() || size >= cases.size()) {
      return List.copyOf(cases);
    }
    List<Integer> places = new ArrayList<>();
    for (int i = 0; i < cases.size(); i++) {
      places.add(i);
    }
    Collections.shuffle(places, new Random(new SeededRandom(seed()).nextLong()));
    return places.subList(0, size).stream().sorted().map(cases::get).toList();
  }

  /** A sample of this size of the seeds from 1 to the last; all of them in a nightly run. */
  public static List<Long> seeds(int size, int last) {
    return sample(LongStream.rangeClosed(1, last).boxed().toList(), size);
  }

  /** The amount of work of a run: the first number in a nightly run, the second in every other. */
  public static int size(int sample, int nightly) {
    return isNightly() ? nightly : sample;
  }

  /**
   * The start of a loop with a stride over a series of unknown length: 0 in a nightly run, where
   * the stride is 1.
   */
  public static int offset(int stride) {
    return (int) Long.remainderUnsigned(seed(), stride);
  }

  /** Whether this run plays the shard with this index: a nightly run plays all. */
  public static boolean playsShard(int index, int shards) {
    return isNightly() || Long.remainderUnsigned(seed(), shards) == index;
  }

  /** Whether a case with this name belongs to a sample of this percentage. */
  public static boolean includes(String name, int percent) {
    return isNightly() || new SeededRandom(seed() * 31 + name.hashCode()).percent(percent);
  }

  /** The seed, determined and logged on first use. */
  private static final class Chosen {
    static final long SEED = choose();

    private static long choose() {
      long seed = Long.getLong("mosql.seed", ofCommit());
      System.out.println(
          isNightly()
              ? "rotation: all cases"
              : "rotation: samples by -Dmosql.seed=" + seed + "; -Pnightly plays all cases");
      return seed;
    }

    /** From the hash of the current commit; 0 outside of a repository. */
    private static long ofCommit() {
      try {
        Process git =
            new ProcessBuilder("git", "rev-parse", "HEAD")
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try (InputStream output = git.getInputStream()) {
          String hash = new String(output.readAllBytes(), StandardCharsets.US_ASCII);
          return hash.length() < SEED_DIGITS
              ? 0
              : Long.parseLong(hash.substring(0, SEED_DIGITS), HEXADECIMAL);
        }
      } catch (IOException | NumberFormatException e) {
        return 0;
      }
    }
  }
}

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
 * Which of many cases a run plays. A nightly run ({@code ./mvnw verify -Pnightly}) plays all. Every
 * other run plays a sample of them, which changes with the commit, so that the runs of several
 * commits play other cases of the same set. {@code -Dmosql.seed=N} chooses the sample of another
 * commit, by the number that its log shows.
 */
public final class Rotation {
  private static final int HEX_DIGITS = 8;

  private Rotation() {}

  /** Whether this run plays all cases. */
  public static boolean isNightly() {
    return Boolean.getBoolean("mosql.nightly");
  }

  /** The number that determines the samples of this run. */
  public static long seed() {
    return Chosen.SEED;
  }

  /** So many of the cases, in their order; all of them in a nightly run. */
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

  /** So many of the seeds from 1 to the last; all of them in a nightly run. */
  public static List<Long> seeds(int size, int last) {
    return sample(LongStream.rangeClosed(1, last).boxed().toList(), size);
  }

  /** How much work a run does: the one number in a nightly run, the other in every other. */
  public static int size(int sample, int nightly) {
    return isNightly() ? nightly : sample;
  }

  /**
   * Where a loop begins that plays every so-many-th of a series which ends by itself: 0 in a
   * nightly run, whose stride is 1.
   */
  public static int offset(int stride) {
    return (int) Long.remainderUnsigned(seed(), stride);
  }

  /** Whether a case with this name belongs to a sample of so many per cent. */
  public static boolean includes(String name, int percent) {
    return isNightly() || new SeededRandom(seed() * 31 + name.hashCode()).percent(percent);
  }

  /** The seed, found and logged when it is first needed. */
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

    /** From the hash of the commit that is checked out; 0 outside of a repository. */
    private static long ofCommit() {
      try {
        Process git =
            new ProcessBuilder("git", "rev-parse", "HEAD")
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try (InputStream output = git.getInputStream()) {
          String hash = new String(output.readAllBytes(), StandardCharsets.US_ASCII);
          return hash.length() < HEX_DIGITS
              ? 0
              : Long.parseLong(hash.substring(0, HEX_DIGITS), HEX_DIGITS * 2);
        }
      } catch (IOException | NumberFormatException e) {
        return 0;
      }
    }
  }
}

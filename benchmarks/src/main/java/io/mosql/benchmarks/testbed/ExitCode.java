package io.mosql.benchmarks.testbed;

/** Exit codes of a benchmark; 2 is a usage error. */
public final class ExitCode {
  public static final int OK = 0;
  public static final int FAILED = 1;
  public static final int REFUSED = 3;

  /** Heading of the exit codes in help texts. */
  public static final String HEADING = "Exit codes:%n";

  public static final String OK_TEXT = "0:all transactions ran, all conditions hold";
  public static final String FAILED_TEXT =
      "1:a transaction failed, or something is not as it should be";
  public static final String USAGE_TEXT = "2:the command line makes no sense";
  public static final String REFUSED_TEXT =
      "3:refused, for example because the directory is on tmpfs";

  private ExitCode() {}
}

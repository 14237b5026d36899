package io.mosql.core.session;

/** The version of the product, which the database, the driver and the command line report. */
public final class ProductVersion {
  public static final int MAJOR = 0;
  public static final int MINOR = 2;
  public static final int PATCH = 0;

  /** All three numbers. */
  public static final String NUMBER = MAJOR + "." + MINOR + "." + PATCH;

  private ProductVersion() {}
}

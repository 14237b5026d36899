package io.mosql.jdbc.base;

/** The names and numbers that driver and metadata report. */
public final class DriverVersion {
  public static final String NAME = "MoSQL JDBC Driver";
  public static final int MAJOR = 0;
  public static final int MINOR = 1;
  public static final String TEXT = MAJOR + "." + MINOR;
  public static final int JDBC_MAJOR = 4;
  public static final int JDBC_MINOR = 3;

  private DriverVersion() {}
}

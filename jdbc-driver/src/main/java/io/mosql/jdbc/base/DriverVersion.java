package io.mosql.jdbc.base;

import io.mosql.core.session.ProductVersion;

/** The names and numbers that driver and metadata report. */
public final class DriverVersion {
  public static final String NAME = "MoSQL JDBC Driver";
  public static final int MAJOR = ProductVersion.MAJOR;
  public static final int MINOR = ProductVersion.MINOR;
  public static final String TEXT = ProductVersion.NUMBER;
  public static final int JDBC_MAJOR = 4;
  public static final int JDBC_MINOR = 3;

  private DriverVersion() {}
}

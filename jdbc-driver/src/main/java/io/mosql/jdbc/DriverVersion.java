package io.mosql.jdbc;

/** The names and numbers that driver and metadata report. */
final class DriverVersion {
  static final String NAME = "MoSQL JDBC Driver";
  static final int MAJOR = 0;
  static final int MINOR = 1;
  static final String TEXT = MAJOR + "." + MINOR;
  static final int JDBC_MAJOR = 4;
  static final int JDBC_MINOR = 3;

  private DriverVersion() {}
}

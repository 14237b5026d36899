package io.mosql.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.core.session.ProductVersion;
import java.io.InputStream;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.Properties;
import org.junit.jupiter.api.Test;

/** The version of the build is that of the driver and of the database. */
final class VersionTest {
  private static final String URL = "jdbc:mosql:mem:version";

  @Test
  void allReportTheVersionOfTheBuild() throws Exception {
    Properties build = new Properties();
    try (InputStream in = Cli.class.getResourceAsStream("version.properties")) {
      build.load(in);
    }
    String number = build.getProperty("version").replace("-SNAPSHOT", "");
    assertThat(ProductVersion.NUMBER).isEqualTo(number);
    Driver driver = DriverManager.getDriver(URL);
    try (Connection connection = DriverManager.getConnection(URL);
        Statement statement = connection.createStatement()) {
      DatabaseMetaData data = connection.getMetaData();
      assertThat(data.getDriverVersion()).isEqualTo(number);
      assertThat(data.getDatabaseProductVersion()).isEqualTo(number);
      String majorAndMinor = number.substring(0, number.lastIndexOf('.'));
      assertThat(driver.getMajorVersion() + "." + driver.getMinorVersion())
          .isEqualTo(majorAndMinor);
      assertThat(data.getDriverMajorVersion() + "." + data.getDriverMinorVersion())
          .isEqualTo(majorAndMinor);
      assertThat(data.getDatabaseMajorVersion() + "." + data.getDatabaseMinorVersion())
          .isEqualTo(majorAndMinor);
      statement.execute("shutdown");
    }
  }
}

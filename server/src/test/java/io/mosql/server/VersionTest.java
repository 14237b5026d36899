package io.mosql.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.core.session.ProductVersion;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The version of the build is that of the driver, of the database and of the documentation. */
final class VersionTest {
  private static final String URL = "jdbc:mosql:mem:version";

  /** A dependency in XML, or in Gradle's form. */
  private static final Pattern DEPENDENCY =
      Pattern.compile(
          "<artifactId>mosql[a-z-]*</artifactId><version>([^<]+)</version>"
              + "|io\\.mosql:mosql[a-z-]*:([0-9][^\"`]*)");

  @Test
  void pagesNameTheVersionOfTheBuild() throws IOException {
    Set<String> named = new TreeSet<>();
    for (Path page : Checkout.files(".md")) {
      DEPENDENCY
          .matcher(Files.readString(page))
          .results()
          .forEach(match -> named.add(match.group(1) == null ? match.group(2) : match.group(1)));
    }
    assertThat(named).containsExactly(build());
  }

  private static String build() throws IOException {
    Properties build = new Properties();
    try (InputStream in = Cli.class.getResourceAsStream("version.properties")) {
      build.load(in);
    }
    return build.getProperty("version");
  }

  @Test
  void allReportTheVersionOfTheBuild() throws Exception {
    String number = build().replace("-SNAPSHOT", "");
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

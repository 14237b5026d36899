package io.mosql.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.mosql.core.session.SessionProperty;
import io.mosql.jdbc.remote.RemoteTarget;
import io.mosql.jdbc.session.JdbcUrl;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLWarning;
import java.util.Arrays;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class MosqlDriverTest {
  @Test
  void isFoundByDriverManagerAndOpensTheDatabaseThatTheUrlNames() throws SQLException {
    try (Connection connection =
        DriverManager.getConnection("jdbc:mosql:mem:shop?currentSchema=public", "me", "secret")) {
      assertThat(connection.getCatalog()).isEqualTo("mem:shop");
      assertThat(connection.isValid(1)).isTrue();
    }
  }

  @Test
  void leavesForeignUrlsToOthers() throws SQLException {
    Driver driver = new MosqlDriver();
    assertThat(driver.acceptsURL("jdbc:h2:mem:x")).isFalse();
    assertThat(driver.connect("jdbc:h2:mem:x", new Properties())).isNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jdbc:mosql:",
        "jdbc:mosql:mem:",
        "jdbc:mosql:file:",
        "jdbc:mosql:disk:x",
        "jdbc:mosql://",
        "jdbc:mosql:///x",
        "jdbc:mosql://a,,b/x",
        "jdbc:mosql://a:0/x",
        "jdbc:mosql://a:65536/x",
        "jdbc:mosql://a:b:1/x",
        "jdbc:mosql://u:p@a/x",
        "jdbc:mosql://a/x?sslmode=prefer",
        "jdbc:mosql://a/x?targetServerType=secondary",
        "jdbc:mosql://a/x?connectTimeout=soon",
        "jdbc:mosql://a/x?socketTimeout=-1",
        "jdbc:mosql://a/x?loadBalanceHosts=maybe",
        "jdbc:mosql://a/x?tcpKeepAlive=",
        "jdbc:mosql://a/x?copyDirectory=/",
        "jdbc:mosql://a/x?backupDirectory=/",
        "jdbc:mosql://a/x?cacheBytes=1GB",
        "jdbc:mosql:mem:x?sslmode=disable",
        "jdbc:mosql:mem:x?connectTimeout=1",
        "jdbc:mosql:mem:x?initSql=DROP",
        "jdbc:mosql:mem:x?readOnly=maybe",
        "jdbc:mosql:mem:x?queryTimeout=-1",
        "jdbc:mosql:mem:x?queryTimeout",
        "jdbc:mosql:mem:x?isolation=chaos",
        "jdbc:mosql:mem:x?lockTimeout=-1",
        "jdbc:mosql:mem:x?idleTransactionTimeout=soon",
        "jdbc:mosql:mem:x?user=%zz",
        "jdbc:mosql:file:broken2?readonly=true",
      })
  void rejectsWhatItDoesNotKnow(String url) {
    assertThatThrownBy(() -> new MosqlDriver().connect(url, null))
        .isInstanceOf(SQLNonTransientConnectionException.class)
        .extracting(e -> ((SQLException) e).getSQLState())
        .isEqualTo("08001");
  }

  @ParameterizedTest
  @ValueSource(strings = {"//localhost", "//localhost:7433", "//a:1,[::1]:2/", "//a/mosql"})
  void takesTheDefaultDatabaseWhenTheUrlHasNone(String location) throws SQLException {
    assertThat(JdbcUrl.parse("jdbc:mosql:" + location, null).target().database())
        .isEqualTo("mosql");
    assertThat(JdbcUrl.parse("jdbc:mosql:" + location + "?user=u", null).target().database())
        .isEqualTo("mosql");
  }

  /** Hibernate passes its own {@code autocommit}, and Flyway its placeholders. */
  @Test
  void ignoresUnknownProperties() throws SQLException {
    Properties info = new Properties();
    info.setProperty("initial_pool_size", "0");
    info.setProperty("autocommit", "false");
    JdbcUrl url = JdbcUrl.parse("jdbc:mosql:mem:x", info);
    assertThat(url.properties()).isEmpty();
    assertThat(url.ignored()).containsExactly("autocommit", "initial_pool_size");
    try (Connection connection = new MosqlConnection(new FakeSession("x"), url)) {
      SQLWarning warning = connection.getWarnings();
      assertThat(warning.getMessage()).isEqualTo("unrecognized connection property \"autocommit\"");
      assertThat(warning.getSQLState()).isEqualTo("01S02");
      assertThat(warning.getNextWarning().getMessage()).contains("initial_pool_size");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"sslMode", "sslcert", "SSL", "ReadOnly"})
  void rejectsUnknownPropertiesThatResembleKnownOnes(String name) {
    Properties info = new Properties();
    info.setProperty(name, "secret");
    assertThatThrownBy(() -> new MosqlDriver().connect("jdbc:mosql:mem:x", info))
        .isInstanceOf(SQLNonTransientConnectionException.class)
        .hasMessageContaining(name)
        .hasMessageNotContaining("secret");
  }

  @Test
  void readsHostsAndPorts() throws SQLException {
    RemoteTarget target =
        JdbcUrl.parse("jdbc:mosql://db1:1,[::1]:2,db-3.example/shop?ApplicationName=a", null)
            .target();
    assertThat(target.hosts())
        .containsExactly(
            new RemoteTarget.Host("db1", 1),
            new RemoteTarget.Host("::1", 2),
            new RemoteTarget.Host("db-3.example", 7433));
    assertThat(target.database()).isEqualTo("shop");
    assertThat(target.hosts().get(1)).hasToString("[::1]:2");
  }

  @Test
  void saysWhatAPropertyIsOf() {
    assertThatThrownBy(() -> new MosqlDriver().connect("jdbc:mosql://a/x?cacheBytes=1", null))
        .hasMessageContaining("cacheBytes")
        .hasMessageContaining("embedded");
    assertThatThrownBy(() -> new MosqlDriver().connect("jdbc:mosql:mem:x?sslmode=require", null))
        .hasMessageContaining("sslmode")
        .hasMessageContaining("servers");
  }

  @Test
  void urlWinsOverPropertiesAndIsDecoded() throws SQLException {
    Properties info = new Properties();
    info.setProperty("user", "a");
    info.setProperty("password", "p");
    JdbcUrl url = JdbcUrl.parse("jdbc:mosql:file:/tmp/x y?user=b%26c+d", info);
    assertThat(url.location()).isEqualTo("file:/tmp/x y");
    assertThat(url.get(SessionProperty.USER)).isEqualTo("b&c+d");
    assertThat(url.get(SessionProperty.PASSWORD)).isEqualTo("p");
    assertThat(url.get(SessionProperty.CURRENT_SCHEMA)).isEqualTo("public");
    assertThat(url.toString()).doesNotContain("b&c", "user");
  }

  @Test
  void describesEveryProperty() throws SQLException {
    MosqlDriver driver = new MosqlDriver();
    DriverPropertyInfo[] infos = driver.getPropertyInfo("jdbc:mosql:mem:x?readOnly=true", null);
    assertThat(infos).extracting(i -> i.name).contains("cacheBytes").doesNotContain("sslmode");
    DriverPropertyInfo[] remote = driver.getPropertyInfo("jdbc:mosql://a/x", null);
    assertThat(remote).extracting(i -> i.name).contains("sslmode").doesNotContain("cacheBytes");
    DriverPropertyInfo[] all = driver.getPropertyInfo("jdbc:", null);
    assertThat(all).hasSize(SessionProperty.values().length);
    DriverPropertyInfo readOnly =
        Arrays.stream(infos).filter(i -> i.name.equals("readOnly")).findFirst().orElseThrow();
    assertThat(readOnly.value).isEqualTo("true");
    assertThat(readOnly.choices).containsExactly("true", "false");
    DriverPropertyInfo isolation =
        Arrays.stream(infos).filter(i -> i.name.equals("isolation")).findFirst().orElseThrow();
    assertThat(isolation.value).isEqualTo("serializable");
    assertThat(isolation.choices)
        .containsExactly("readCommitted", "repeatableRead", "serializable");
    assertThat(infos).allSatisfy(i -> assertThat(i.description).isNotEmpty());
  }

  @Test
  void failuresOfTheEngineKeepTheirStates() {
    assertThat(failure("jdbc:mosql:file:busy").getSQLState()).isEqualTo("55006");
    SQLException broken = failure("jdbc:mosql:file:broken");
    assertThat(broken.getSQLState()).isEqualTo("XX000");
    assertThat((Throwable) broken).hasCauseInstanceOf(NoClassDefFoundError.class);
  }

  private static SQLException failure(String url) {
    return catchThrowableOfType(
        SQLException.class, () -> new MosqlDriver().connect(url, new Properties()));
  }

  @Test
  void dataSourceConnects() throws SQLException {
    MosqlDataSource source = new MosqlDataSource();
    assertThatThrownBy(source::getConnection).isInstanceOf(SQLException.class);
    source.setUrl("jdbc:mosql:mem:ds");
    source.setUser("me");
    source.setPassword("p");
    Properties more = new Properties();
    more.setProperty("queryTimeout", "7");
    source.setProperties(more);
    try (Connection connection = source.getConnection();
        java.sql.Statement statement = connection.createStatement()) {
      assertThat(connection.getCatalog()).isEqualTo("mem:ds");
      assertThat(statement.getQueryTimeout()).isEqualTo(7);
    }
    assertThat(source.unwrap(MosqlDataSource.class)).isSameAs(source);
  }
}

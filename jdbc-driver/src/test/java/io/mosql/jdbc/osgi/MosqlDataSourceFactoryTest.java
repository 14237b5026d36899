package io.mosql.jdbc.osgi;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.jdbc.MosqlConnectionPoolDataSource;
import io.mosql.jdbc.MosqlDataSource;
import io.mosql.jdbc.MosqlDriver;
import io.mosql.jdbc.MosqlXADataSource;
import java.sql.SQLException;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.osgi.service.jdbc.DataSourceFactory;

final class MosqlDataSourceFactoryTest {
  private final DataSourceFactory factory = new MosqlDataSourceFactory();

  @Test
  void takesTheUrl() throws SQLException {
    Properties given = new Properties();
    given.setProperty(DataSourceFactory.JDBC_URL, "jdbc:mosql:mem:x");
    given.setProperty(DataSourceFactory.JDBC_USER, "ann");
    given.setProperty(DataSourceFactory.JDBC_MAX_POOL_SIZE, "5");
    given.setProperty("isolation", "readCommitted");
    MosqlDataSource source = (MosqlDataSource) factory.createDataSource(given);
    assertThat(source.getUrl()).isEqualTo("jdbc:mosql:mem:x");
    assertThat(source.getUser()).isEqualTo("ann");
    assertThat(source.getProperties()).containsOnlyKeys("isolation");
  }

  @Test
  void makesTheUrlOfAServer() throws SQLException {
    Properties given = new Properties();
    given.setProperty(DataSourceFactory.JDBC_SERVER_NAME, "db1");
    given.setProperty(DataSourceFactory.JDBC_PORT_NUMBER, "7500");
    given.setProperty(DataSourceFactory.JDBC_DATABASE_NAME, "shop");
    assertThat(((MosqlXADataSource) factory.createXADataSource(given)).getUrl())
        .isEqualTo("jdbc:mosql://db1:7500/shop");
    assertThat(
            ((MosqlConnectionPoolDataSource) factory.createConnectionPoolDataSource(null)).getUrl())
        .isEqualTo("jdbc:mosql://localhost/");
    assertThat(factory.createDriver(null)).isInstanceOf(MosqlDriver.class);
  }

  @Test
  void theNameOfTheServiceIsThatOfItsInterface() {
    assertThat(MosqlDataSourceFactory.SERVICE).isEqualTo(DataSourceFactory.class.getName());
  }
}

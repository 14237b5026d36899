package io.mosql.samples;

import io.agroal.api.AgroalDataSource;
import io.agroal.api.configuration.AgroalConnectionFactoryConfiguration.TransactionIsolation;
import io.agroal.api.configuration.AgroalConnectionPoolConfiguration.ConnectionValidator;
import io.agroal.api.configuration.supplier.AgroalDataSourceConfigurationSupplier;
import io.agroal.api.security.NamePrincipal;
import io.agroal.api.security.SimplePassword;
import io.mosql.integrations.testkit.SampleDatabase;
import io.mosql.integrations.testkit.Tool;
import java.sql.SQLException;
import java.time.Duration;
import javax.sql.DataSource;

/** An application with Agroal. */
@Tool(name = "Agroal", versionOf = io.agroal.pool.DataSource.class)
final class AgroalTest extends PoolChecks {
  private AgroalDataSource pool;

  AgroalTest(SampleDatabase.Place place) {
    super(place);
  }

  @Override
  DataSource open(SampleDatabase database, int size) throws SQLException {
    pool =
        AgroalDataSource.from(
            new AgroalDataSourceConfigurationSupplier()
                .connectionPoolConfiguration(
                    configuration ->
                        configuration
                            .maxSize(size)
                            .validateOnBorrow(true)
                            .connectionValidator(ConnectionValidator.defaultValidator())
                            .acquisitionTimeout(Duration.ofSeconds(10))
                            .connectionFactoryConfiguration(
                                factory ->
                                    factory
                                        .jdbcUrl(database.url())
                                        .jdbcTransactionIsolation(TransactionIsolation.SERIALIZABLE)
                                        .principal(new NamePrincipal(database.user()))
                                        .credential(new SimplePassword(database.password())))));
    return pool;
  }

  @Override
  void close() {
    pool.close();
  }
}

package io.mosql.jooq;

import org.jooq.Configuration;
import org.jooq.ConnectionProvider;
import org.jooq.SQLDialect;
import org.jooq.conf.NestedCollectionEmulation;
import org.jooq.conf.Settings;
import org.jooq.impl.DefaultConfiguration;

/** Makes configurations of jOOQ for MoSQL. */
public final class MosqlConfiguration {
  private MosqlConfiguration() {}

  /** Settings: nested collections are JSONB, for there is no XML. */
  public static Settings settings() {
    return new Settings().withEmulateMultiset(NestedCollectionEmulation.JSONB);
  }

  /**
   * A configuration with the dialect of PostgreSQL, the {@link #settings} and the metadata of
   * MoSQL. The caller may change it.
   *
   * @param connections where the statements run
   */
  public static Configuration of(ConnectionProvider connections) {
    DefaultConfiguration configuration = new DefaultConfiguration();
    configuration.set(SQLDialect.POSTGRES);
    configuration.set(connections);
    configuration.set(settings());
    configuration.set(new MosqlMetaProvider(configuration));
    return configuration;
  }
}

package io.mosql.jooq;

import org.jooq.Configuration;
import org.jooq.Meta;
import org.jooq.MetaProvider;
import org.jooq.impl.DSL;

/** Reads {@link org.jooq.DSLContext#meta()} from {@code information_schema}, each time anew. */
public final class MosqlMetaProvider implements MetaProvider {
  private final Configuration configuration;

  /**
   * Creates a provider.
   *
   * @param configuration with connections to the database
   */
  public MosqlMetaProvider(Configuration configuration) {
    this.configuration = configuration;
  }

  @Override
  public Meta provide() {
    return DSL.using(configuration).meta(new InformationSchemaReader(configuration.dsl()).read());
  }
}

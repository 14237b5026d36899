package io.mosql.hibernate;

import org.hibernate.dialect.Dialect;
import org.hibernate.engine.jdbc.dialect.spi.DialectResolutionInfo;
import org.hibernate.engine.jdbc.dialect.spi.DialectResolver;
import org.jspecify.annotations.Nullable;

/** Chooses the dialect by the product name. {@link java.util.ServiceLoader} finds this class. */
public final class MosqlDialectResolver implements DialectResolver {
  private static final String PRODUCT = "MoSQL";

  /** Called by {@link java.util.ServiceLoader}. */
  public MosqlDialectResolver() {}

  @Override
  public @Nullable Dialect resolveDialect(DialectResolutionInfo info) {
    return PRODUCT.equals(info.getDatabaseName()) ? new MosqlDialect() : null;
  }
}

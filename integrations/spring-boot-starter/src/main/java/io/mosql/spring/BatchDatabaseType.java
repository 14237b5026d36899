package io.mosql.spring;

import java.lang.reflect.Field;
import java.util.Map;
import org.springframework.batch.support.DatabaseType;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/**
 * Makes MoSQL known to Spring Batch, as PostgreSQL. Batch has an enum of databases, and a private
 * map of product names that nothing else can extend: without an entry every repository of jobs
 * would have to be configured by hand.
 */
final class BatchDatabaseType implements BeanFactoryPostProcessor {
  private static final String PRODUCT = "MoSQL";
  private static final String FIELD = "nameMap";

  @Override
  public void postProcessBeanFactory(ConfigurableListableBeanFactory beans) {
    try {
      Field names = DatabaseType.class.getDeclaredField(FIELD);
      names.setAccessible(true);
      @SuppressWarnings("unchecked")
      Map<String, DatabaseType> map = (Map<String, DatabaseType>) names.get(null);
      map.put(PRODUCT, DatabaseType.POSTGRES);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(
          "this release of Spring Batch has no field " + DatabaseType.class.getName() + "." + FIELD,
          e);
    }
  }
}

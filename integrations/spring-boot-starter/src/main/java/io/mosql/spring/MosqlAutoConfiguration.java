package io.mosql.spring;

import io.micrometer.core.instrument.binder.MeterBinder;
import javax.sql.DataSource;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.boot.autoconfigure.jdbc.DataSourceAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Role;
import org.springframework.jdbc.support.JdbcAccessor;
import org.springframework.jdbc.support.JdbcTransactionManager;

/** What an application with a database of MoSQL has beside Boot's own beans. */
@AutoConfiguration(after = DataSourceAutoConfiguration.class)
@ConditionalOnClass(DataSource.class)
@ConditionalOnBean(DataSource.class)
@ConditionalOnProperty(
    name = "spring.datasource.driver-class-name",
    havingValue = "io.mosql.jdbc.MosqlDriver")
public class MosqlAutoConfiguration {
  /** Called by Spring. */
  public MosqlAutoConfiguration() {}

  /** Translates SQLSTATEs of MoSQL for templates and transactions. */
  @Bean
  @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
  static BeanPostProcessor mosqlExceptionTranslation() {
    return new BeanPostProcessor() {
      @Override
      public Object postProcessAfterInitialization(Object bean, String name) {
        if (bean instanceof JdbcAccessor accessor) {
          accessor.setExceptionTranslator(new MosqlExceptionTranslator());
        } else if (bean instanceof JdbcTransactionManager manager) {
          manager.setExceptionTranslator(new MosqlExceptionTranslator());
        }
        return bean;
      }
    };
  }

  /** Spring Batch, when it is on the class path. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(name = "org.springframework.batch.support.DatabaseType")
  static class Batch {
    @Bean
    static BatchDatabaseType mosqlBatchDatabaseType() {
      return new BatchDatabaseType();
    }
  }

  /** Figures of the database, when Micrometer is on the class path. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(MeterBinder.class)
  static class Metrics {
    @Bean
    @ConditionalOnSingleCandidate(DataSource.class)
    MeterBinder mosqlMetrics(DataSource database) {
      return new MosqlMetrics(database);
    }
  }
}

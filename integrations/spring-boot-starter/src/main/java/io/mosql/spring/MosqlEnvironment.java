package io.mosql.spring;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.context.config.ConfigDataEnvironmentPostProcessor;
import org.springframework.boot.env.EnvironmentPostProcessor;
import org.springframework.core.Ordered;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;
import org.springframework.util.ClassUtils;

/**
 * Sets defaults of Boot's properties for an application whose {@code spring.datasource.url} is one
 * of MoSQL: Boot knows drivers, dialects and scripts by a list of databases that cannot be
 * extended. Whatever the application configures takes precedence.
 *
 * <p>A database in memory gets its tables from Hibernate and from scripts, as other embedded
 * databases do. An application without any URL gets one when the engine is on its class path, and
 * no other embedded database is.
 */
public final class MosqlEnvironment implements EnvironmentPostProcessor, Ordered {
  private static final String URL = "spring.datasource.url";
  private static final String PREFIX = "jdbc:mosql:";
  private static final String MEMORY = PREFIX + "mem:";
  private static final String NAME = "mosql";

  private static final Map<String, Object> ALWAYS =
      Map.of(
          "spring.datasource.driver-class-name", "io.mosql.jdbc.MosqlDriver",
          "spring.data.jdbc.dialect", "postgresql",
          "spring.batch.jdbc.platform", "postgresql",
          "spring.integration.jdbc.platform", "postgresql",
          "spring.quartz.jdbc.platform", "postgres",
          "spring.session.jdbc.platform", "postgresql");

  private static final Map<String, Object> IN_MEMORY =
      Map.of(
          "spring.sql.init.mode", "always",
          "spring.batch.jdbc.initialize-schema", "always",
          "spring.integration.jdbc.initialize-schema", "always",
          "spring.quartz.jdbc.initialize-schema", "always",
          "spring.session.jdbc.initialize-schema", "always");

  private static final List<String> OTHER_DATABASES =
      List.of(
          "org.h2.Driver", "org.hsqldb.jdbc.JDBCDriver", "org.apache.derby.jdbc.EmbeddedDriver");

  /** Called by Spring. */
  public MosqlEnvironment() {}

  /** After the files of the application have been read. */
  @Override
  public int getOrder() {
    return ConfigDataEnvironmentPostProcessor.ORDER + 1;
  }

  @Override
  public void postProcessEnvironment(
      ConfigurableEnvironment environment, SpringApplication application) {
    Map<String, Object> defaults = new HashMap<>();
    String url = environment.getProperty(URL);
    if (url == null && wantsDatabase(environment)) {
      url = MEMORY + UUID.randomUUID();
      defaults.put(URL, url);
    }
    if (url == null || !url.startsWith(PREFIX)) {
      return;
    }
    defaults.putAll(ALWAYS);
    if (url.startsWith(MEMORY)) {
      defaults.putAll(IN_MEMORY);
      if (!isPresent("org.flywaydb.core.Flyway") && !isPresent("liquibase.change.DatabaseChange")) {
        defaults.put("spring.jpa.hibernate.ddl-auto", "create-drop");
      }
    }
    environment.getPropertySources().addLast(new MapPropertySource(NAME, defaults));
  }

  private static boolean wantsDatabase(ConfigurableEnvironment environment) {
    return !environment.containsProperty("spring.datasource.jndi-name")
        && !environment.containsProperty("spring.datasource.hikari.jdbc-url")
        && isPresent("io.mosql.engine.EmbeddedDatabases")
        && OTHER_DATABASES.stream().noneMatch(MosqlEnvironment::isPresent);
  }

  private static boolean isPresent(String type) {
    return ClassUtils.isPresent(type, MosqlEnvironment.class.getClassLoader());
  }
}

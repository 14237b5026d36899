package com.example.spring;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;

/** An application of Spring Boot, which is told nothing: it gets a database in memory. */
@SpringBootApplication
public class Application {
  public static void main(String[] args) {
    try (ConfigurableApplicationContext context =
        SpringApplication.run(Application.class, "--spring.main.banner-mode=off")) {
      JdbcTemplate template = context.getBean(JdbcTemplate.class);
      System.out.println(
          "Spring has "
              + template.execute(
                  (java.sql.Connection connection) ->
                      connection.getMetaData().getDatabaseProductName()));
    }
  }
}

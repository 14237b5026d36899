package io.mosql.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Gives the tests of a class, or one test, a database in memory. Parameters of the types {@link
 * TestDatabase}, {@link javax.sql.DataSource} and {@link java.sql.Connection} receive it, in tests,
 * constructors, and methods before and after each test. A connection is closed after the test.
 *
 * <p>Each test has a fresh database. If a method before all tests has such a parameter, they share
 * the one of that method.
 */
@Documented
@Inherited
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(MosqlExtension.class)
public @interface MosqlDatabase {
  /**
   * SQL scripts that make the tables and rows, in this order: resources of the class path, relative
   * to the class of the test, or absolute with a slash before them. They run once; each test gets a
   * copy of the database that they made.
   */
  String[] scripts() default {};
}

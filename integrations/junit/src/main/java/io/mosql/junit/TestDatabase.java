package io.mosql.junit;

import io.mosql.core.lexer.SqlLexer;
import io.mosql.core.lexer.SqlToken.Kind;
import io.mosql.jdbc.MosqlDataSource;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import javax.sql.DataSource;

/**
 * A database in memory, for as long as a test. {@link #close} ends its connections and threads, and
 * frees its memory.
 */
public final class TestDatabase implements AutoCloseable {
  private final String name = UUID.randomUUID().toString();
  private final String url = "jdbc:mosql:mem:" + name;
  private final MosqlDataSource dataSource = new MosqlDataSource(url);

  private TestDatabase() {}

  /** Creates an empty database. */
  public static TestDatabase create() {
    return new TestDatabase();
  }

  /**
   * Creates a database with the committed tables and rows of this one, in a time that does not
   * depend on their number.
   */
  public TestDatabase copy() throws SQLException {
    TestDatabase copy = new TestDatabase();
    new MosqlDataSource(copy.url + "?template=" + name).getConnection().close();
    return copy;
  }

  /** JDBC URL, which needs no user and no password. */
  public String url() {
    return url;
  }

  /** Data source without a pool: opening a connection takes microseconds. */
  public DataSource dataSource() {
    return dataSource;
  }

  /** Opens a connection. */
  public Connection connect() throws SQLException {
    return dataSource.getConnection();
  }

  /**
   * Runs the statements of scripts, all in one transaction.
   *
   * @param base class that relative names of resources belong to
   * @throws IllegalArgumentException when there is no such resource
   */
  public void run(Class<?> base, String... scripts) throws SQLException {
    try (Connection connection = connect();
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      for (String script : scripts) {
        for (String sql : statements(read(base, script))) {
          statement.execute(sql);
        }
      }
      connection.commit();
    }
  }

  private static String read(Class<?> base, String script) {
    try (InputStream resource = base.getResourceAsStream(script)) {
      if (resource == null) {
        throw new IllegalArgumentException("no resource " + script + " beside " + base.getName());
      }
      return new String(resource.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The statements of a script, without the comments around them. */
  static List<String> statements(String script) {
    List<String> statements = new ArrayList<>();
    SqlLexer token = new SqlLexer(script);
    int start = -1;
    int end = -1;
    while (token.next()) {
      if (token.kind() == Kind.SEMICOLON) {
        if (start >= 0) {
          statements.add(script.substring(start, end));
        }
        start = -1;
      } else if (token.kind() != Kind.WHITESPACE && token.kind() != Kind.COMMENT) {
        start = start < 0 ? token.start() : start;
        end = token.end();
      }
    }
    if (start >= 0) {
      statements.add(script.substring(start, end));
    }
    return statements;
  }

  @Override
  public void close() throws SQLException {
    try (Connection connection = connect();
        Statement statement = connection.createStatement()) {
      statement.execute("SHUTDOWN");
    }
  }
}

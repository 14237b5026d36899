package io.mosql.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.mosql.core.error.MosqlException;
import io.mosql.core.port.AuditLog;
import io.mosql.core.session.ExecutionOptions;
import io.mosql.core.session.Login;
import io.mosql.core.session.PreparedStatementHandle;
import io.mosql.core.session.Session;
import io.mosql.core.session.SessionProperty;
import io.mosql.core.session.StatementResult;
import io.mosql.engine.options.NodeOptions;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The matrix of privileges: a script of lines {@code account | statement | expected}, run from top
 * to bottom.
 *
 * <pre>
 * account    name, or name@database (otherwise shop); each keeps its session, CONNECT opens another one
 * statement  SQL, or CONNECT, PREPARE name sql, RUN name
 * expected   ok, ok and the rows (values with blanks between, rows with slashes) or the number of rows changed,
 *            or a SQLSTATE and a part of the message
 * </pre>
 */
final class RightsMatrixTest {
  private static final int ACTIONS_MIN = 200;

  @TempDir Path directory;

  private final Map<String, Session> sessions = new HashMap<>();
  private final Map<String, PreparedStatementHandle> prepared = new HashMap<>();

  @Test
  void accountsMayDoExactlyWhatTheirPrivilegesAllow() throws IOException {
    List<String> lines = read("rights/matrix.txt");
    Path files = Files.createDirectory(directory.resolve("files"));
    Files.writeString(files.resolve("in.csv"), "70,7,7\n");
    NodeOptions options =
        NodeOptions.defaults()
            .withAdministrator("admin", "of the test")
            .withSettings(Map.of(SessionProperty.COPY_DIRECTORY, files.toString()));
    List<String> wrong = new ArrayList<>();
    int actions = 0;
    try (Node node = Node.open(directory.resolve("node"), options, AuditLog.NONE)) {
      for (int i = 0; i < lines.size(); i++) {
        String line = lines.get(i).strip();
        if (line.isEmpty() || line.startsWith("#")) {
          continue;
        }
        actions++;
        String[] parts = line.split(" \\| ", 3);
        String outcome = outcome(node, parts[0].strip(), parts[1].strip());
        if (!isAsExpected(parts[2].strip(), outcome)) {
          wrong.add("line " + (i + 1) + ": " + line + "\n    but: " + outcome);
        }
      }
    }
    assertThat(wrong).isEmpty();
    assertThat(actions).isGreaterThanOrEqualTo(ACTIONS_MIN);
  }

  private static List<String> read(String resource) throws IOException {
    try (InputStream in =
        Objects.requireNonNull(
            RightsMatrixTest.class.getClassLoader().getResourceAsStream(resource))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    }
  }

  private static boolean isAsExpected(String expected, String outcome) {
    if (expected.equals("ok")) {
      return outcome.startsWith("ok");
    }
    if (expected.startsWith("ok")) {
      return outcome.equals(expected);
    }
    String[] parts = expected.split(" ", 2);
    return outcome.startsWith(parts[0] + " ") && (parts.length == 1 || outcome.contains(parts[1]));
  }

  private String outcome(Node node, String account, String statement) {
    try {
      if (statement.equals("CONNECT")) {
        Session old = sessions.remove(account);
        if (old != null) {
          old.close();
        }
        session(node, account);
        return "ok";
      }
      Session session = session(node, account);
      if (statement.startsWith("PREPARE ")) {
        String[] words = statement.split(" ", 3);
        prepared.put(words[1], session.prepare(words[2], List.of()));
        return "ok";
      }
      if (statement.startsWith("RUN ")) {
        return execute(session, Objects.requireNonNull(prepared.get(statement.substring(4))));
      }
      try (PreparedStatementHandle handle = session.prepare(statement, List.of())) {
        return execute(session, handle);
      }
    } catch (MosqlException e) {
      return e.sqlState() + " " + e.getMessage();
    }
  }

  private static String execute(Session session, PreparedStatementHandle handle) {
    StatementResult result = session.execute(handle, new Object[0], ExecutionOptions.DEFAULT);
    if (result instanceof StatementResult.Update update) {
      return update.updateCount() == 0 ? "ok" : "ok " + update.updateCount();
    }
    List<String> rows = new ArrayList<>();
    try (StatementResult.Rows cursor = (StatementResult.Rows) result) {
      while (cursor.next()) {
        List<String> values = new ArrayList<>();
        for (Object value : cursor.row()) {
          values.add(String.valueOf(value));
        }
        rows.add(String.join(" ", values));
      }
    }
    return rows.isEmpty() ? "ok nothing" : "ok " + String.join(" / ", rows);
  }

  private Session session(Node node, String account) {
    Session known = sessions.get(account);
    if (known != null) {
      return known;
    }
    int at = account.indexOf('@');
    String user = at < 0 ? account : account.substring(0, at);
    String database = at < 0 ? "shop" : account.substring(at + 1);
    if (user.isEmpty()) {
      fail("no account is named: " + account);
    }
    Session session = node.connect(new Login(user, database, Map.of(), "the matrix"));
    sessions.put(account, session);
    return session;
  }
}

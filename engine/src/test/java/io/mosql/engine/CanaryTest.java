package io.mosql.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.core.error.MosqlException;
import io.mosql.core.port.AuditLog;
import io.mosql.core.port.StatementObserver;
import io.mosql.engine.database.OpenDatabase;
import io.mosql.engine.options.NodeOptions;
import io.mosql.sql.session.transaction.SessionMonitor;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Searches for a password in all places where it must not appear. */
final class CanaryTest {
  private static final String CANARY = "Canary-7f3a9c";

  /** Statements with the secret in them, well-formed, refused, and mistyped. */
  private static final List<String> STATEMENTS =
      List.of(
          "create user ann password 'SECRET'",
          "create user ann password 'SECRET'",
          "create user if not exists bob with password 'SECRET' login admin",
          "alter user ann password e'SECRET'",
          "alter user ann password 'SECRET'",
          "alter user absent password 'SECRET'",
          "set password 'SECRET'",
          "set password = 'SECRET'",
          "set session password to 'SECRET'",
          "set password SECRET",
          "set password \"SECRET\"",
          "create user eve password SECRET",
          "create user eve password \"SECRET\"",
          "create user eve pasword 'SECRET'",
          "create usr eve password 'SECRET'",
          "create user eve password 'SECRET",
          "create user eve password 'SECRET' nonsense",
          "create user eve 'SECRET' password",
          "create user eve password 'SECRET\u0007'",
          "create user eve identified by 'SECRET'",
          "create user eve -- 'SECRET'\n password 'SECRET'",
          "create user eve /* 'SECRET' */ password 'SECRET' 'SECRET'",
          "alter role ann password 'SECRET', login",
          "alter user password 'SECRET'",
          "alter user ann set password = 'SECRET'",
          "explain create user eve password 'SECRET'");

  @TempDir Path directory;

  private final List<String> seen = Collections.synchronizedList(new ArrayList<>());

  private final StatementObserver observer =
      new StatementObserver() {
        @Override
        public void statement(Statement statement) {
          seen.add(statement.toString());
        }

        @Override
        public void commit(long nanos) {}
      };

  @Test
  void isNowhere() throws IOException {
    SessionMonitor sessionMonitor =
        new SessionMonitor(new SessionMonitor.Limits(0, 1 << 20, 0), observer);
    AuditLog audit = event -> seen.add(event.toString());
    NodeOptions options =
        NodeOptions.defaults()
            .withAdministrator("admin", CANARY)
            .withPorts(OpenDatabase.Ports.system().withSessionMonitor(sessionMonitor));
    seen.add(options.toString());
    try (Node node = Node.open(directory, options, audit)) {
      seen.add(String.valueOf(node.initialAdministrator()));
      seen.add(String.valueOf(node.verifier("admin")));
      try (NodeClient admin = new NodeClient(node, "admin", "mosql");
          NodeClient other = new NodeClient(node, "admin", "mosql")) {
        for (String statement : STATEMENTS) {
          run(admin, statement.replace("SECRET", CANARY));
        }
        assertThat(other.run("select user_name from mosql.users order by 1"))
            .containsExactly("admin", "ann", "bob", "eve");
        for (String view :
            List.of("sessions", "slow_statements", "users", "roles", "grants", "databases")) {
          List<String> rows = other.run("select * from mosql." + view);
          seen.addAll(rows);
        }
        seen.addAll(other.run("show all"));
        seen.addAll(other.run("show processlist"));
      }
      node.setPassword("ann", CANARY);
    }
    assertThat(seen).hasSizeGreaterThan(2 * STATEMENTS.size());
    assertThat(seen).noneMatch(text -> text.contains(CANARY));
    assertThat(filesThatHold("stored_key")).as("the files can be searched").isNotEmpty();
    assertThat(filesThatHold(CANARY)).isEmpty();
  }

  private void run(NodeClient client, String statement) {
    try {
      client.run(statement);
    } catch (MosqlException e) {
      StringWriter trace = new StringWriter();
      e.printStackTrace(new PrintWriter(trace));
      seen.add(trace.toString());
    }
  }

  private List<Path> filesThatHold(String text) throws IOException {
    List<Path> found = new ArrayList<>();
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        String bytes = Files.readString(file, StandardCharsets.ISO_8859_1);
        for (Charset charset : List.of(StandardCharsets.UTF_8, StandardCharsets.UTF_16BE)) {
          if (bytes.contains(new String(text.getBytes(charset), StandardCharsets.ISO_8859_1))) {
            found.add(file);
          }
        }
      }
    }
    return found;
  }
}

package io.mosql.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.mosql.core.port.AuditLog.Event;
import io.mosql.core.port.AuditLog.Kind;
import io.mosql.engine.options.NodeOptions;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The audit records of commands on accounts, privileges, schemas and databases, executed and
 * refused.
 */
final class AuditTest {
  @TempDir Path directory;

  private final List<Event> events = Collections.synchronizedList(new ArrayList<>());

  @Test
  void changesOfPrivilegesAreAudited() {
    try (Node node = Node.open(directory, NodeOptions.defaults(), events::add)) {
      try (NodeClient admin = new NodeClient(node, "admin", "mosql")) {
        admin.run("create user ann password 'canary' login");
        admin.run("grant connect on database mosql to ann");
        admin.run("create database shop");
        admin.run("create table t (id int primary key)");
        admin.outcome("create table t (id int primary key)");
        admin.run("insert into t values (1)");
        admin.run("grant select on t to ann");
        admin.run("select * from t");
      }
      try (NodeClient ann = new NodeClient(node, "ann", "mosql")) {
        ann.outcome("drop table t");
        ann.outcome("grant select on t to public");
        ann.outcome("create user eve password 'canary'");
        ann.outcome("set password 'canary too'");
        ann.outcome("insert into t values (2)");
      }
    }
    assertThat(events)
        .extracting(Event::kind, Event::user, Event::sqlState, Event::text)
        .containsExactly(
            done(Kind.RIGHTS, "mosql", "grant usage on schema public to public"),
            done(Kind.ACCOUNT, "admin", "create user ann password '***' login"),
            done(Kind.RIGHTS, "admin", "grant connect on database mosql to ann"),
            done(Kind.RIGHTS, "mosql", "grant usage on schema public to public"),
            done(Kind.DATABASE, "admin", "create database shop"),
            done(Kind.SCHEMA, "admin", "create table t (id int primary key)"),
            refused(Kind.SCHEMA, "admin", "42P07", "create table t (id int primary key)"),
            done(Kind.RIGHTS, "admin", "grant select on t to ann"),
            refused(Kind.SCHEMA, "ann", "42501", "drop table t"),
            refused(Kind.RIGHTS, "ann", "42501", "grant select on t to public"),
            refused(Kind.ACCOUNT, "ann", "42501", "create user eve password '***'"),
            done(Kind.ACCOUNT, "ann", "set password '***'"));
    assertThat(events)
        .filteredOn(event -> !event.user().equals("mosql"))
        .allSatisfy(
            event -> {
              assertThat(event.clientAddress()).isEqualTo("10.0.0.1:1");
              assertThat(event.database()).isEqualTo("mosql");
            });
  }

  private static Tuple done(Kind kind, String user, String text) {
    return tuple(kind, user, null, text);
  }

  private static Tuple refused(Kind kind, String user, String sqlState, String text) {
    return tuple(kind, user, sqlState, text);
  }
}

package io.mosql.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.core.port.AuditLog;
import io.mosql.engine.options.NodeOptions;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** REVOKE during transactions that use the privilege: none of them commits after it. */
final class RevocationTest {
  private static final int WRITERS = 4;
  private static final int ROUNDS = 10;

  @TempDir Path directory;

  private Node node;
  private NodeClient admin;

  @BeforeEach
  void open() {
    node = Node.open(directory, NodeOptions.defaults(), AuditLog.NONE);
    admin = new NodeClient(node, "admin", "mosql");
    admin.run("create user ann");
    admin.run("grant connect on database mosql to ann");
    admin.run("create table t (id bigint auto_increment primary key, n int)");
  }

  @AfterEach
  void close() {
    admin.close();
    node.close();
  }

  @Test
  void nothingIsWrittenAfterTheRevoke() throws InterruptedException, ExecutionException {
    ExecutorService pool = Executors.newFixedThreadPool(WRITERS);
    try {
      for (int round = 0; round < ROUNDS; round++) {
        admin.run("grant insert on t to ann");
        AtomicInteger written = new AtomicInteger();
        CountDownLatch begun = new CountDownLatch(WRITERS * 5);
        List<Future<String>> writers = new ArrayList<>();
        for (int i = 0; i < WRITERS; i++) {
          writers.add(pool.submit(() -> writeUntilRefused(written, begun)));
        }
        begun.await();
        admin.run("revoke insert on t from ann");
        String count = admin.run("select count(*) from t").get(0);
        for (Future<String> writer : writers) {
          assertThat(writer.get()).isEqualTo("42501");
        }
        assertThat(admin.run("select count(*) from t")).containsExactly(count);
        assertThat(written.get()).isGreaterThanOrEqualTo(WRITERS * 5);
      }
    } finally {
      pool.shutdownNow();
    }
  }

  private String writeUntilRefused(AtomicInteger written, CountDownLatch begun) {
    try (NodeClient ann = new NodeClient(node, "ann", "mosql")) {
      while (true) {
        String outcome = ann.outcome("insert into t (n) values (1)");
        if (!outcome.equals("ok")) {
          return outcome;
        }
        written.incrementAndGet();
        begun.countDown();
      }
    }
  }

  @Test
  void aTransactionThatWroteBeforeTheRevokeCannotCommitAfterIt() {
    admin.run("grant insert, select on t to ann");
    for (String level : List.of("read committed", "repeatable read", "serializable")) {
      try (NodeClient ann = new NodeClient(node, "ann", "mosql")) {
        ann.run("begin isolation level " + level);
        ann.run("insert into t (n) values (1)");
        admin.run("revoke insert on t from ann");
        assertThat(ann.outcome("commit")).as(level).isEqualTo("40001");
      }
      admin.run("grant insert on t to ann");
    }
    assertThat(admin.run("select count(*) from t")).containsExactly("0");
  }

  @Test
  void anUnrelatedGrantCausesNoConflict() {
    admin.run("grant insert on t to ann");
    admin.run("create user bob");
    try (NodeClient ann = new NodeClient(node, "ann", "mosql")) {
      ann.run("begin");
      ann.run("insert into t (n) values (1)");
      admin.run("grant select on t to bob");
      admin.run("grant insert on t to public");
      assertThat(ann.outcome("commit")).isEqualTo("ok");
    }
  }

  @Test
  void takingAwayARoleEndsWhatItGaveAtOnce() {
    admin.run("create role writers");
    admin.run("grant insert on t to writers");
    admin.run("grant writers to ann");
    try (NodeClient ann = new NodeClient(node, "ann", "mosql")) {
      assertThat(ann.outcome("insert into t (n) values (1)")).isEqualTo("ok");
      ann.run("begin");
      assertThat(ann.outcome("insert into t (n) values (1)")).isEqualTo("ok");
      admin.run("revoke writers from ann");
      assertThat(ann.outcome("insert into t (n) values (1)")).isEqualTo("42501");
    }
  }
}

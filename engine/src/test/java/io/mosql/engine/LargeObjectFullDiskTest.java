package io.mosql.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mosql.consensus.local.LocalLog;
import io.mosql.consensus.local.LogOptions;
import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.core.port.Clock;
import io.mosql.core.port.RandomSource;
import io.mosql.core.session.LargeObjectSink;
import io.mosql.core.type.LargeObject;
import io.mosql.engine.database.CopyDirectory;
import io.mosql.engine.database.OpenDatabase;
import io.mosql.storage.Store;
import io.mosql.storage.checkpoint.CheckpointOptions;
import io.mosql.storage.commit.StoreOptions;
import io.mosql.storage.page.PageOptions;
import io.mosql.storage.page.PageStore;
import io.mosql.storage.version.SystemTrees;
import io.mosql.testkit.files.FaultyDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The disk becomes full while a large object is written. */
@Timeout(120)
final class LargeObjectFullDiskTest {
  private static final int SIZE = 6 << 20;
  private static final int ROOM = 3 << 20;
  private static final int CHUNK = 64 << 10;
  private static final LogOptions LOG = LogOptions.small(1 << 20);
  private static final CheckpointOptions CHECKPOINTS = CheckpointOptions.forHeap(256 << 20);
  private static final PageOptions PAGES =
      PageOptions.withCache(16 << 20).withSegmentBytes(1 << 20);

  @TempDir Path copies = Path.of("");

  private final FaultyDirectory files = new FaultyDirectory(1);
  private final byte[] content = new byte[SIZE];
  private OpenDatabase database;
  private SessionClient client;

  @BeforeEach
  void open() throws IOException {
    new Random(1).nextBytes(content);
    Files.writeString(copies.resolve("rows.csv"), "1,\\x" + HexFormat.of().formatHex(content));
    database =
        OpenDatabase.in(
            files,
            "test",
            new OpenDatabase.Ports(
                Clock.SYSTEM,
                RandomSource.SECURE,
                LOG,
                StoreOptions.DEFAULT,
                CHECKPOINTS,
                PAGES,
                CopyDirectory.of(copies.toString(), null, RandomSource.SECURE)),
            () -> {});
    client = new SessionClient(database);
    client.change("create table t (id int primary key, b blob)");
    client.change("create table u (id int)");
  }

  @AfterEach
  void close() {
    client.close();
    database.close();
  }

  private void insert(SessionClient to) {
    try (LargeObjectSink sink = to.session().createLargeObject(false)) {
      for (int at = 0; at < SIZE; at += CHUNK) {
        sink.write(content, at, CHUNK);
      }
      to.change("insert into t values (1, ?)", sink.finish());
    }
  }

  private static void copy(SessionClient to) {
    to.change("copy t from 'rows.csv'");
  }

  @Test
  void aParameterFails() {
    fails(this::insert);
  }

  @Test
  void copyFails() {
    fails(LargeObjectFullDiskTest::copy);
  }

  private void fails(Consumer<SessionClient> upload) {
    files.limitTo(files.size() + ROOM);
    assertThatThrownBy(() -> upload.accept(client))
        .isInstanceOfSatisfying(
            MosqlException.class, e -> assertThat(e.state()).isEqualTo(SqlState.DISK_FULL));
    // the node goes on: it reads, and refuses another upload in the same way
    assertThat(database.isOpen()).isTrue();
    assertThat(client.query("select count(*) from t")).isEqualTo(List.of(List.of(0L)));
    try (SessionClient other = new SessionClient(database)) {
      assertThatThrownBy(() -> upload.accept(other))
          .isInstanceOfSatisfying(
              MosqlException.class, e -> assertThat(e.state()).isEqualTo(SqlState.DISK_FULL));
    }
    files.limitTo(Long.MAX_VALUE);
    client.change("insert into u values (1)");
    upload.accept(client);
    assertThat(LargeObject.loaded(client.query("select b from t").get(0).get(0)))
        .isEqualTo(content);
    assertThat(client.query("select id from u")).hasSize(1);
    client.close();
    database.close();
    // a claim and the chunks of the row, and nothing of what failed
    assertThat(swept()).isEqualTo(1 + SIZE / CHUNK);
  }

  /** Rows of large objects once those that no row refers to are deleted. */
  private long swept() {
    FaultyDirectory left = files.kill();
    try (Store store =
        Store.open(
            new LocalLog(left, Clock.SYSTEM, RandomSource.SECURE, LOG),
            PageStore.open(left, RandomSource.SECURE, PAGES),
            Clock.SYSTEM,
            RandomSource.SECURE,
            StoreOptions.DEFAULT,
            CHECKPOINTS)) {
      store.largeObjects().sweep(() -> false);
      return store.rowCount(SystemTrees.LARGE_OBJECTS);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}

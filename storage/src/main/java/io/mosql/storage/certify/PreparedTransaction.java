package io.mosql.storage.certify;

import io.mosql.core.codec.Keys;
import io.mosql.storage.bytes.ByteSink;
import io.mosql.storage.bytes.ByteSource;
import io.mosql.storage.lock.LockMode;
import io.mosql.storage.lock.RowLock;
import io.mosql.storage.tree.Tree;
import io.mosql.storage.tree.TreeCursor;
import io.mosql.storage.version.Effect;
import io.mosql.storage.version.Fingerprint;
import io.mosql.storage.version.OutcomeTable;
import io.mosql.storage.version.RootView;
import io.mosql.storage.version.SystemTrees;
import io.mosql.storage.version.TransactionId;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A transaction that was prepared for a two-phase commit: it was certified, and will commit or roll
 * back when its client says so, after any restart and change of leader. Its writes are not applied;
 * its request is stored in rows of the tree {@link SystemTrees#PREPARED}, which is created by the
 * first one. From then on the certifier rejects what would make its reads invalid or its writes
 * impossible ({@link PreparedGuard}).
 *
 * <pre>
 * key      := identifier in UTF-8 | 0x00 | chunk number of 4 bytes
 * row      := chunk 0: 0x02 owner prepared size     version, then the account, microseconds since 1970, and bytes of the contents
 *             others: up to 4,000 bytes of the contents
 * contents := request n lock*n                      the request as {@link CommitRequestCodec} writes it, without fingerprints
 * lock     := tree key 0x00                         the whole row
 *           | tree key 0x01 columns*3               reads, sets and adds columns
 *           | tree key 0x02 columns*3               the same, FOR UPDATE
 * </pre>
 *
 * Request and key are byte strings framed by a varint length. Version 1, of older databases, has
 * the request alone as its contents, not framed.
 *
 * @param gid its global identifier
 * @param owner account that prepared it; 0 for none
 * @param preparedMicros when it was prepared; microseconds since 1970
 * @param request its writes, and the reads that have to go on to hold, without what they observed
 * @param locks its row locks
 */
public record PreparedTransaction(
    String gid, long owner, long preparedMicros, CommitRequest request, List<RowLock> locks) {
  private static final int VERSION_WITHOUT_LOCKS = 1;
  private static final int VERSION = 2;
  private static final int CHUNK_BYTES = 4_000;
  private static final long TREE = SystemTrees.PREPARED;
  private static final ObservedValue UNOBSERVED = new ObservedValue.Fingerprinted(new byte[0]);

  /** The first key of its rows. */
  static byte[] key(String gid) {
    return key(gid, 0);
  }

  private static byte[] key(String gid, int chunk) {
    byte[] name = gid.getBytes(StandardCharsets.UTF_8);
    return new ByteSink(name.length + 5).raw(name, 0, name.length).u8(0).u32(chunk).toBytes();
  }

  /** The effects of preparing a request that was accepted: rows that contain it. */
  static List<Effect> effects(
      RootView root, CommitRequest request, CommitRequest.Phase.Prepare phase) {
    Fingerprint fingerprint = Fingerprint.of(root);
    CommitRequest stored =
        new CommitRequest(
            request.id(),
            request.timeline(),
            CommitRequest.ANY_EPOCH,
            request.origin(),
            phase.lasting().stream().map(PreparedTransaction::unobserved).toList(),
            request.writes(),
            null);
    byte[] bytes =
        contents(
            CommitRequestCodec.encode(
                stored, fingerprint == null ? new Fingerprint(0, 0) : fingerprint),
            phase.locks());
    List<Effect> effects = new ArrayList<>();
    if (!root.hasTree(TREE)) {
      effects.add(new Effect.CreateTree(TREE));
    }
    byte[] head =
        new ByteSink(32)
            .u8(VERSION)
            .varint(phase.owner())
            .varint(phase.wallMicros())
            .varint(bytes.length)
            .toBytes();
    effects.add(new Effect.Put(TREE, key(phase.gid(), 0), head));
    for (int from = 0, chunk = 1; from < bytes.length; from += CHUNK_BYTES, chunk++) {
      int to = Math.min(bytes.length, from + CHUNK_BYTES);
      effects.add(
          new Effect.Put(TREE, key(phase.gid(), chunk), Arrays.copyOfRange(bytes, from, to)));
    }
    return effects;
  }

  private static byte[] contents(byte[] request, List<RowLock> locks) {
    ByteSink sink = new ByteSink(request.length + 16).bytes(request).varint(locks.size());
    for (RowLock lock : locks) {
      LockMode mode = lock.mode();
      sink.varint(lock.tree()).bytes(lock.key()).u8(mode.whole() ? 0 : mode.exclusive() ? 2 : 1);
      if (!mode.whole()) {
        CommitRequestCodec.columns(sink, mode.reads());
        CommitRequestCodec.columns(sink, mode.sets());
        CommitRequestCodec.columns(sink, mode.adds());
      }
    }
    return sink.toBytes();
  }

  private static List<RowLock> locks(ByteSource source) {
    int count = source.count();
    List<RowLock> locks = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      long tree = source.varint();
      byte[] key = source.bytes();
      int kind = source.u8();
      if (kind > 2) {
        throw ByteSource.damaged("unknown lock of a prepared transaction");
      }
      locks.add(
          new RowLock(
              tree,
              key,
              kind == 0
                  ? LockMode.WHOLE
                  : new LockMode(
                      false,
                      kind == 2,
                      CommitRequestCodec.columns(source),
                      CommitRequestCodec.columns(source),
                      CommitRequestCodec.columns(source))));
    }
    return locks;
  }

  private static Read unobserved(Read read) {
    if (read instanceof Read.Point point) {
      return new Read.Point(point.tree(), point.key(), point.columns(), UNOBSERVED);
    }
    if (read instanceof Read.Range range) {
      return new Read.Range(
          range.tree(), range.from(), range.to(), range.columns(), range.rows(), UNOBSERVED);
    }
    return read;
  }

  /**
   * The prepared transactions of a root, in the order of their identifiers.
   *
   * @throws io.mosql.core.error.MosqlException XX001 when their rows are damaged
   */
  public static List<PreparedTransaction> in(RootView root) {
    Tree tree = root.tree(TREE);
    List<PreparedTransaction> found = new ArrayList<>();
    if (tree == null) {
      return found;
    }
    TreeCursor rows = tree.cursor();
    for (boolean on = rows.first(); on; ) {
      byte[] key = rows.key();
      String gid = new String(key, 0, key.length - 5, StandardCharsets.UTF_8);
      ByteSource head = new ByteSource(rows.value());
      int version = head.u8();
      if (version != VERSION && version != VERSION_WITHOUT_LOCKS) {
        throw ByteSource.damaged("unknown version of a prepared transaction");
      }
      long owner = head.varint();
      long micros = head.varint();
      ByteSink bytes = new ByteSink(head.intVarint());
      on = rows.next();
      while (on && isOf(gid, rows.key())) {
        byte[] chunk = rows.value();
        bytes.raw(chunk, 0, chunk.length);
        on = rows.next();
      }
      ByteSource contents = new ByteSource(bytes.toBytes());
      boolean locked = version == VERSION;
      CommitRequest request =
          CommitRequestCodec.decode(locked ? contents.bytes() : bytes.toBytes());
      List<RowLock> locks = locked ? locks(contents) : List.of();
      found.add(new PreparedTransaction(gid, owner, micros, request, locks));
    }
    return found;
  }

  private static boolean isOf(String gid, byte[] key) {
    return new String(key, 0, key.length - 5, StandardCharsets.UTF_8).equals(gid);
  }

  /** Whether there is a prepared transaction of this identifier. */
  public static boolean exists(RootView root, String gid) {
    return root.tree(TREE) != null && root.get(TREE, key(gid)) != null;
  }

  /** The row locks of the prepared transactions of a root, by identifier. */
  public static Map<String, List<RowLock>> locksIn(RootView root) {
    return in(root).stream()
        .collect(Collectors.toMap(PreparedTransaction::gid, PreparedTransaction::locks));
  }

  /** The prepared transaction of this identifier; null when there is none. */
  public static @Nullable PreparedTransaction find(RootView root, String gid) {
    return in(root).stream().filter(each -> each.gid.equals(gid)).findFirst().orElse(null);
  }

  /**
   * The request that ends it: its rows must still be there.
   *
   * @param id of the request
   * @param commits whether its writes are applied
   */
  public CommitRequest second(RootView root, TransactionId id, long origin, boolean commits) {
    List<Write> writes = new ArrayList<>();
    Tree tree = root.tree(TREE);
    if (tree != null) {
      TreeCursor rows = tree.cursor();
      for (boolean on = rows.seek(key(gid)); on && isOf(gid, rows.key()); on = rows.next()) {
        writes.add(new Write.Delete(TREE, rows.key()));
      }
    }
    if (commits) {
      writes.addAll(request.writes());
      writes.sort(PreparedTransaction::compare);
    }
    return new CommitRequest(
        id,
        root.timeline(),
        CommitRequest.ANY_EPOCH,
        origin,
        List.of(),
        writes,
        null,
        OutcomeTable.NO_RESULT,
        new CommitRequest.Phase.Second(gid));
  }

  /** The order of writes in a request. */
  private static int compare(Write a, Write b) {
    boolean ofTree = a instanceof Write.OfTree;
    if (ofTree != b instanceof Write.OfTree) {
      return ofTree ? -1 : 1;
    }
    int trees = Long.compare(a.tree(), b.tree());
    return trees != 0 || ofTree
        ? trees
        : Keys.compare(((Write.OfKey) a).key(), ((Write.OfKey) b).key());
  }
}

package io.mosql.storage.certify;

import static io.mosql.storage.TestRows.key;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mosql.core.error.MosqlException;
import io.mosql.core.type.SqlType;
import io.mosql.storage.TestRows;
import io.mosql.storage.bytes.ByteSink;
import io.mosql.storage.bytes.ByteSource;
import io.mosql.storage.record.RecordCodec;
import io.mosql.storage.tree.Tree;
import io.mosql.storage.tree.TreeEditor;
import io.mosql.storage.tree.TreeShape;
import io.mosql.storage.version.ColumnSet;
import io.mosql.storage.version.Effect;
import io.mosql.storage.version.EpochChange;
import io.mosql.storage.version.FieldPatch;
import io.mosql.storage.version.Fingerprint;
import io.mosql.storage.version.OutcomeTable;
import io.mosql.storage.version.Root;
import io.mosql.storage.version.Roots;
import io.mosql.storage.version.TransactionId;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The formats are final: these bytes may never change, only new versions be added. */
class FormatTest {
  private static final Fingerprint FINGERPRINT =
      new Fingerprint(0x0706050403020100L, 0x0f0e0d0c0b0a0908L);
  private static final long WALL = 1_700_000_000_000_000L;
  private static final TransactionId ID = new TransactionId(0x0102030405060708L, 9);

  private static final String REQUEST =
      """
      01                                      version
      0102030405060708 0000000000000009       id
      0000000000000005 ffffffffffffffff       timeline, any epoch
      000000000000012c                        origin 300
      07                                      reads
        01 64 0161 00 01 02   05 01 01 02 0305           point 100 a {2}: present, field 03 05
        01 64 0162 01         02 01 00                   point 100 b all: absent
        01 64 0163 00 00      02 01 01                   point 100 c none: present
        02 ac02 00 01 017a 00 02 00 02 00 02 01 02       range 300 .. z {0,3}: no rows
        02 64 01 0161 00 01 01 11 02 50669db8b0ccf9bf245524b45cb94c03  range 100 a.. all: a row
        03 64 01 0161 01 0162 8001                       count 100 a..b: 128
        04 64 8102                                       table 100 at 257
      0b                                      writes
        17 6a                                            create 106
        18 6b                                            drop 107
        19 6c                                            truncate 108
        11 64 0161 0278 79                               insert a "xy"
        12 64 0162                                       delete b
        13 64 0163 017a                                  replace c "z"
        14 64 0164 03                                    patch d, three changes
          01 01 020305                                     set 1 to 5
          02 02 04 0c 02 02 020200 00 01 02 0203e8 00      add 2 DECIMAL(12, 2) 5.12, at most 10.00
          02 03 02 00 00 00 01ff 01 00 0100 00 020307      add 3 INTEGER -1, at least 0, missing is 7
        15 64 0165 0166                                  put e "f"
        16 64 0167                                       remove g
        11 65 0161 00                                    insert a "" into 101
        12 65 0162                                       delete b of 101
      """;

  private static final String RECORD =
      """
      03 01 01                                version, transactions, last part
      0000000000000005 0000000000000003       timeline, epoch
      0000000000000007 00000000               previous, part
      00060a24181e4000                        wall clock
      0102030405060708 0000000000000009 06    first transaction, six effects
        01 64 0161 0278 79                               put a "xy"
        02 64 0162                                       delete b
        03 ac02 0163 02 01 020305 8001 00                set fields of c in 300: 1 to 5, 128 missing
        04 6a                                            create 106
        05 6b                                            drop 107
        06 6c                                            truncate 108
      0102030405060708 000000000000000a 00    second one, without effects
      """;

  private static final String EPOCH =
      """
      03 02 01                                version, epoch, last part
      0000000000000000 0000000000000000       timeline, epoch
      0000000000000000 00000000               previous, part
      0000000000000009                        wall clock
      0000000000000005 0000000000000001       timeline and epoch from here on
      0000000000000002 0000000000000003       node, boot
      0000000000000004 0000000000000006       fingerprint key
      """;

  private static final String BARRIER =
      """
      03 03 01                                version, barrier, last part
      0000000000000005 0000000000000003       timeline, epoch
      0000000000000007 00000000               previous, part
      0000000000000009                        wall clock
      """;

  @Test
  void barriersAndResultsHaveTheseBytes() {
    byte[] barrier = RecordCodec.barrier(Roots.at(5, 3, 7), 9);
    assertThat(hex(barrier)).isEqualTo(hex(parse(BARRIER)));
    assertThat(RecordCodec.header(barrier).isBarrier()).isTrue();
    barrier[0] = 2;
    assertThatThrownBy(() -> RecordCodec.header(barrier)).hasMessageContaining("unknown kind 3");
    ByteSink payload = new ByteSink(16);
    RecordCodec.encode(payload, ID, List.of(new Effect.Result(300)));
    assertThat(hex(payload.toBytes()))
        .isEqualTo(hex(parse("0102030405060708 0000000000000009 01 07 ac02")));
    assertThat(RecordCodec.transaction(new ByteSource(payload.toBytes(), 0)).effects())
        .containsExactly(new Effect.Result(300));
  }

  @Test
  void requestsMayHaveAResult() {
    byte[] bytes = CommitRequestCodec.encode(request().withResult(300), FINGERPRINT);
    assertThat(hex(bytes)).isEqualTo(hex(parse(REQUEST)) + "ac02");
    assertThat(CommitRequestCodec.decode(bytes).result()).isEqualTo(300);
    assertThat(CommitRequestCodec.decode(parse(REQUEST)).result())
        .isEqualTo(OutcomeTable.NO_RESULT);
  }

  @Test
  void requestHasTheseBytes() {
    byte[] bytes = CommitRequestCodec.encode(request(), FINGERPRINT);
    assertThat(hex(bytes)).isEqualTo(hex(parse(REQUEST)));
    CommitRequest decoded = CommitRequestCodec.decode(bytes);
    assertThat(hex(CommitRequestCodec.encode(decoded, FINGERPRINT))).isEqualTo(hex(bytes));
    assertThat(decoded.id()).isEqualTo(ID);
    assertThat(decoded.origin()).isEqualTo(300);
    assertThat(decoded.epoch()).isEqualTo(CommitRequest.ANY_EPOCH);
    assertThat(decoded.snapshot()).isNull();
  }

  @Test
  void recordsHaveTheseBytes() {
    ByteSink payload = new ByteSink(16);
    RecordCodec.encode(payload, ID, effects());
    RecordCodec.encode(payload, new TransactionId(ID.boot(), 10), List.of());
    List<byte[]> records = RecordCodec.transactions(Roots.at(5, 3, 7), WALL, payload, 1000);
    assertThat(records).hasSize(1);
    assertThat(hex(records.get(0))).isEqualTo(hex(parse(RECORD)));
    ByteSource source = new ByteSource(records.get(0), RecordCodec.HEADER_BYTES);
    RecordCodec.TransactionEffects first = RecordCodec.transaction(source);
    RecordCodec.TransactionEffects second = RecordCodec.transaction(source);
    source.end();
    ByteSink again = new ByteSink(16);
    RecordCodec.encode(again, first.id(), first.effects());
    RecordCodec.encode(again, second.id(), second.effects());
    assertThat(hex(again.toBytes())).isEqualTo(hex(payload.toBytes()));

    Root root = Root.empty(TreeShape.TINY);
    EpochChange change = new EpochChange(5, 1, 2, 3, 4, 6);
    byte[] epoch = RecordCodec.epoch(root, 9, change);
    assertThat(hex(epoch)).isEqualTo(hex(parse(EPOCH)));
    assertThat(RecordCodec.epoch(epoch, RecordCodec.header(epoch))).isEqualTo(change);
    assertThat(EpochChange.of(change.toRow())).isEqualTo(change);
  }

  @Test
  void stillReadsRecordsThatHaveNoTime() {
    byte[] timed = parse(RECORD);
    byte[] old = new byte[timed.length - 8];
    System.arraycopy(timed, 0, old, 0, 31);
    System.arraycopy(timed, RecordCodec.HEADER_BYTES, old, 31, old.length - 31);
    old[0] = 1;
    assertThat(RecordCodec.header(timed))
        .isEqualTo(new RecordCodec.Header(false, false, true, 5, 3, 7, 0, WALL, 39, null));
    assertThat(RecordCodec.header(old))
        .isEqualTo(new RecordCodec.Header(false, false, true, 5, 3, 7, 0, 0, 31, null));
    timed[0] = 2;
    assertThat(RecordCodec.header(timed).wallMicros()).isEqualTo(WALL);
    old[0] = 4;
    assertThatThrownBy(() -> RecordCodec.header(old))
        .isInstanceOfSatisfying(
            MosqlException.class, e -> assertThat(e.sqlState()).isEqualTo("0A000"))
        .hasMessageContaining("version 4; it needs a newer release");
    old[0] = 0;
    assertThatThrownBy(() -> RecordCodec.header(old)).hasMessageContaining("unknown version 0");
  }

  @Test
  void readsOverAContentHash() {
    byte[] plain = parse(RECORD);
    byte[] hashed = new byte[plain.length + 8];
    System.arraycopy(plain, 0, hashed, 0, RecordCodec.HEADER_BYTES);
    System.arraycopy(
        plain,
        RecordCodec.HEADER_BYTES,
        hashed,
        RecordCodec.HEADER_BYTES + 8,
        plain.length - RecordCodec.HEADER_BYTES);
    hashed[2] |= 2;
    assertThat(RecordCodec.header(hashed).payload()).isEqualTo(RecordCodec.HEADER_BYTES + 8);
  }

  @Test
  void refusesDamagedBytes() {
    byte[] request = CommitRequestCodec.encode(request(), FINGERPRINT);
    byte[] record = parse(RECORD);
    Random random = new Random(5);
    for (int length = 0; length < request.length; length++) {
      byte[] cut = Arrays.copyOf(request, length);
      assertThatThrownBy(() -> CommitRequestCodec.decode(cut)).isInstanceOf(MosqlException.class);
    }
    for (int i = 0; i < 20_000; i++) {
      byte[] changed = (i % 2 == 0 ? request : record).clone();
      changed[random.nextInt(changed.length)] = (byte) random.nextInt();
      try {
        if (i % 2 == 0) {
          CommitRequestCodec.decode(changed);
        } else {
          ByteSource source = new ByteSource(changed, RecordCodec.header(changed).payload());
          while (source.hasNext()) {
            RecordCodec.transaction(source);
          }
        }
      } catch (MosqlException expected) {
        boolean newer = i % 2 == 1 && Byte.toUnsignedInt(changed[0]) > RecordCodec.VERSION;
        assertThat(expected.sqlState()).isEqualTo(newer ? "0A000" : "XX001");
      }
    }
  }

  @Test
  void refusesWritesOutOfOrder() {
    Write insert = new Write.Insert(100, key("b"), key("x"));
    for (List<Write> writes :
        List.<List<Write>>of(
            List.of(insert, new Write.Delete(100, key("a"))),
            List.of(insert, new Write.Delete(100, key("b"))),
            List.of(insert, new Write.Delete(99, key("c"))),
            List.of(insert, new Write.CreateTree(101)),
            List.of(new Write.DropTree(101), new Write.CreateTree(101)))) {
      CommitRequest request =
          new CommitRequest(ID, 5, CommitRequest.ANY_EPOCH, 0, List.of(), writes, null);
      byte[] bytes = CommitRequestCodec.encode(request, FINGERPRINT);
      assertThatThrownBy(() -> CommitRequestCodec.decode(bytes))
          .as(writes.toString())
          .isInstanceOf(MosqlException.class);
    }
  }

  @Test
  void fingerprintsTellEverythingApart() {
    byte[] row = TestRows.row(1, 2, 3);
    ColumnSet one = ColumnSet.of(1);
    assertThat(hex(FINGERPRINT.ofPoint(null, one))).isEqualTo("0100");
    assertThat(hex(FINGERPRINT.ofPoint(row, ColumnSet.NONE))).isEqualTo("0101");
    assertThat(hex(FINGERPRINT.ofPoint(row, one))).isEqualTo("0101020302");
    assertThat(hex(FINGERPRINT.ofPoint(row, ColumnSet.of(9)))).isEqualTo("010100");
    // 1 + 12 + 3 bytes are plain, one more is a hash.
    assertThat(FINGERPRINT.ofPoint(new byte[14], ColumnSet.ALL)).hasSize(17).startsWith(1);
    assertThat(FINGERPRINT.ofPoint(new byte[15], ColumnSet.ALL)).hasSize(17).startsWith(2);
    assertThat(hex(FINGERPRINT.ofPoint(new byte[15], ColumnSet.ALL)))
        .isNotEqualTo(hex(new Fingerprint(1, 2).ofPoint(new byte[15], ColumnSet.ALL)));
    Tree tree = Tree.empty();
    TreeEditor editor = tree.edit();
    editor.put(key("a"), key("bc"));
    Tree left = editor.finish();
    editor = tree.edit();
    editor.put(key("ab"), key("c"));
    Tree right = editor.finish();
    assertThat(hex(FINGERPRINT.ofRange(left, null, null, ColumnSet.ALL, 1)))
        .isNotEqualTo(hex(FINGERPRINT.ofRange(right, null, null, ColumnSet.ALL, 1)));
  }

  private static CommitRequest request() {
    TreeEditor editor = Tree.empty().edit();
    editor.put(key("a"), TestRows.row(1, 2, 3, 4));
    Tree tree = editor.finish();
    BigDecimal sum = new BigDecimal("5.12");
    List<Read> reads =
        List.of(
            new Read.Point(
                100, key("a"), ColumnSet.of(2), new ObservedValue.Row(TestRows.row(3, 4, 5))),
            new Read.Point(100, key("b"), ColumnSet.ALL, new ObservedValue.Row(null)),
            new Read.Point(100, key("c"), ColumnSet.NONE, new ObservedValue.Row(TestRows.row(1))),
            new Read.Range(
                300,
                null,
                key("z"),
                ColumnSet.of(0, 3),
                0,
                new ObservedValue.Contents(Tree.empty())),
            new Read.Range(100, key("a"), null, ColumnSet.ALL, 1, new ObservedValue.Contents(tree)),
            new Read.Count(100, key("a"), key("b"), 128),
            new Read.Table(100, 257));
    List<Write> writes =
        List.of(
            new Write.CreateTree(106),
            new Write.DropTree(107),
            new Write.TruncateTree(108),
            new Write.Insert(100, key("a"), key("xy")),
            new Write.Delete(100, key("b")),
            new Write.Replace(100, key("c"), key("z")),
            new Write.Patch(
                100,
                key("d"),
                List.of(
                    new FieldPatch.Set(1, TestRows.field(5)),
                    new FieldPatch.Add(
                        2, SqlType.decimal(12, 2), sum, null, new BigDecimal("10.00"), new byte[0]),
                    new FieldPatch.Add(
                        3,
                        SqlType.INTEGER,
                        BigDecimal.ONE.negate(),
                        BigDecimal.ZERO,
                        null,
                        TestRows.field(7))),
                null),
            new Write.Put(100, key("e"), key("f")),
            new Write.Remove(100, key("g")),
            new Write.Insert(101, key("a"), new byte[0]),
            new Write.Delete(101, key("b")));
    return new CommitRequest(ID, 5, CommitRequest.ANY_EPOCH, 300, reads, writes, null);
  }

  private static List<Effect> effects() {
    return List.of(
        new Effect.Put(100, key("a"), key("xy")),
        new Effect.Delete(100, key("b")),
        new Effect.SetFields(
            300, key("c"), new int[] {1, 128}, new byte[][] {TestRows.field(5), new byte[0]}, null),
        new Effect.CreateTree(106),
        new Effect.DropTree(107),
        new Effect.TruncateTree(108));
  }

  /** Hex digits before two blanks or more; the rest of the line is a comment. */
  private static byte[] parse(String table) {
    StringBuilder digits = new StringBuilder();
    for (String line : table.split("\n")) {
      for (String part : line.strip().split(" ")) {
        if (!part.isEmpty() && part.matches("([0-9a-f]{2})+")) {
          digits.append(part);
        } else if (part.matches(".*[g-z,A-Z:].*")) {
          break;
        }
      }
    }
    return HexFormat.of().parseHex(digits);
  }

  private static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(bytes);
  }
}

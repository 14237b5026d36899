package io.mosql.storage.certify;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.mosql.core.codec.Keys;
import io.mosql.core.codec.RowFormat;
import io.mosql.core.type.SqlType;
import io.mosql.storage.tree.Tree;
import io.mosql.storage.tree.TreeCursor;
import io.mosql.storage.tree.TreeShape;
import io.mosql.storage.version.ColumnSet;
import io.mosql.storage.version.Effect;
import io.mosql.storage.version.EpochChange;
import io.mosql.storage.version.FieldPatch;
import io.mosql.storage.version.Fingerprint;
import io.mosql.storage.version.Root;
import io.mosql.storage.version.TentativeRoot;
import io.mosql.storage.version.TransactionId;
import io.mosql.testkit.script.ScriptTarget;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The commands of golden scripts for the certifier.
 *
 * <pre>
 * row KEY VALUES             puts a row into tree 100 of the snapshot; values are integers, null or - (missing)
 * request NAME ITEM..        remembers a request over the snapshot
 * after ITEM..               another transaction commits these; which requests are accepted then?
 * effects ITEM..             what the request would do to the snapshot
 * </pre>
 *
 * An item is a read or a write, by default of tree 100, else with {@code @tree} at its end:
 *
 * <pre>
 * point:KEY:COLUMNS  range:FROM:TO:COLUMNS  count:FROM:TO  table     columns 0,2 or * or -; bound - for none
 * insert:KEY:VALUES  replace:KEY:VALUES  put:KEY:VALUES  delete:KEY  remove:KEY
 * set:KEY:COL=VALUE  add:KEY:COL+NUMBER[:LOW..HIGH[:TYPE]]  create  drop  truncate
 * </pre>
 *
 * Every request is certified three times: with the observed values and the snapshot itself, without
 * the snapshot, and off the wire with fingerprints. The verdicts must be the same; and for a
 * request that only reads, the verdict must equal a comparison of the visible values.
 */
public final class CertifierScript implements ScriptTarget {
  private static final long TREE = 100;
  private static final TransactionId ID = new TransactionId(1, 1);
  private static final Fingerprint FINGERPRINT = new Fingerprint(11, 12);

  private final Map<String, List<String>> requests = new LinkedHashMap<>();
  private Root snapshot;

  public CertifierScript() {
    TentativeRoot root = new TentativeRoot(Root.empty(TreeShape.TINY), TreeShape.TINY, 1);
    root.apply(new EpochChange(5, 1, 0, 0, 11, 12));
    root.apply(ID, List.of(new Effect.CreateTree(TREE)));
    snapshot = root.finish();
  }

  @Override
  public String run(String command, List<String> args) {
    switch (command) {
      case "row" -> {
        Effect put = new Effect.Put(TREE, args.get(0).getBytes(UTF_8), row(args.get(1)));
        snapshot = apply(snapshot, List.of(put));
        return "";
      }
      case "request" -> {
        requests.put(args.get(0), args.subList(1, args.size()));
        return "";
      }
      case "after" -> {
        return after(args);
      }
      case "effects" -> {
        return effects(args);
      }
      default -> throw ScriptTarget.unknown(command, args);
    }
  }

  private String after(List<String> others) {
    CertifierVerdict verdict = Certifier.judge(snapshot, request(others, true));
    if (!(verdict instanceof CertifierVerdict.Accepted accepted)) {
      throw new AssertionError("the other transaction is rejected: " + describe(verdict));
    }
    Root root = apply(snapshot, accepted.effects());
    Map<String, List<String>> byVerdict = new LinkedHashMap<>();
    byVerdict.put("accepted", new ArrayList<>());
    requests.forEach(
        (name, items) -> {
          CertifierVerdict own = judge(root, items);
          checkByDefinition(root, name, items, own);
          byVerdict.computeIfAbsent(describe(own), unused -> new ArrayList<>()).add(name);
        });
    StringBuilder text = new StringBuilder();
    byVerdict.forEach(
        (said, names) -> {
          if (!names.isEmpty()) {
            text.append(said).append(": ").append(String.join(" ", names)).append('\n');
          }
        });
    return text.toString();
  }

  private String effects(List<String> items) {
    CertifierVerdict verdict = judge(snapshot, items);
    if (!(verdict instanceof CertifierVerdict.Accepted accepted)) {
      return describe(verdict);
    }
    Root next = apply(snapshot, accepted.effects());
    StringBuilder text = new StringBuilder();
    for (Effect effect : accepted.effects()) {
      text.append(effect.getClass().getSimpleName());
      if (effect.tree() != TREE) {
        text.append('@').append(effect.tree());
      }
      if (effect instanceof Effect.Put put) {
        text.append(' ').append(text(put.key())).append(' ').append(values(put.value()));
      } else if (effect instanceof Effect.Delete delete) {
        text.append(' ').append(text(delete.key()));
      } else if (effect instanceof Effect.SetFields set) {
        text.append(' ').append(text(set.key())).append(' ');
        text.append(Arrays.toString(set.ordinals())).append(" -> ");
        text.append(values(next.get(set.tree(), set.key())));
      }
      text.append('\n');
    }
    return text.isEmpty() ? "nothing" : text.toString();
  }

  private static Root apply(Root root, List<Effect> effects) {
    TentativeRoot tentative = new TentativeRoot(root, TreeShape.TINY, 1);
    tentative.apply(ID, effects);
    return tentative.finish();
  }

  private CertifierVerdict judge(Root root, List<String> items) {
    CommitRequest request = request(items, true);
    CertifierVerdict verdict = Certifier.judge(root, request);
    String said = describe(verdict);
    CertifierVerdict alone = Certifier.judge(root, request(items, false));
    CertifierVerdict remote =
        Certifier.judge(
            root, CommitRequestCodec.decode(CommitRequestCodec.encode(request, FINGERPRINT)));
    if (!said.equals(describe(alone)) || !said.equals(describe(remote))) {
      throw new AssertionError(
          items + ": " + said + ", alone " + describe(alone) + ", remote " + describe(remote));
    }
    return verdict;
  }

  /** The definition: accepted exactly when every read still gives the same result. */
  private void checkByDefinition(
      Root root, String name, List<String> items, CertifierVerdict verdict) {
    CommitRequest request = request(items, false);
    if (request.writes().isEmpty()) {
      boolean same = true;
      for (Read read : request.reads()) {
        same &= observe(snapshot, read).equals(observe(root, read));
      }
      if (same != verdict instanceof CertifierVerdict.Accepted) {
        throw new AssertionError(name + " reads the same: " + same + ", but " + describe(verdict));
      }
    }
  }

  private static String observe(Root root, Read read) {
    if (read instanceof Read.Table) {
      return "" + root.treePosition(read.tree());
    }
    StringBuilder seen = new StringBuilder();
    Tree tree = root.tree(read.tree());
    TreeCursor cursor = (tree == null ? Tree.empty() : tree).cursor();
    long count = 0;
    for (boolean on = cursor.first(); on; on = cursor.next()) {
      byte[] key = cursor.key();
      if (read instanceof Read.Point point && Arrays.equals(key, point.key())) {
        seen.append(show(cursor.value(), point.columns()));
      } else if (read instanceof Read.Range range && within(key, range.from(), range.to())) {
        seen.append(text(key)).append(show(cursor.value(), range.columns()));
      } else if (read instanceof Read.Count counted && within(key, counted.from(), counted.to())) {
        count++;
      }
    }
    return read instanceof Read.Count ? "" + count : seen.toString();
  }

  private static boolean within(byte[] key, byte @Nullable [] from, byte @Nullable [] to) {
    return (from == null || Keys.compare(key, from) >= 0)
        && (to == null || Keys.compare(key, to) < 0);
  }

  private static String show(byte[] row, ColumnSet columns) {
    if (columns.isAll()) {
      return Arrays.toString(row);
    }
    StringBuilder shown = new StringBuilder("+");
    for (int i = columns.next(0); i >= 0; i = columns.next(i + 1)) {
      shown.append(Arrays.toString(RowFormat.field(row, i)));
    }
    return shown.toString();
  }

  private CommitRequest request(List<String> items, boolean withSnapshot) {
    List<Read> reads = new ArrayList<>();
    List<Write> writes = new ArrayList<>();
    for (String item : items) {
      int at = item.indexOf('@');
      long tree = at < 0 ? TREE : Long.parseLong(item.substring(at + 1));
      String[] parts = (at < 0 ? item : item.substring(0, at)).split(":");
      switch (parts[0]) {
        case "point", "range", "count", "table" -> reads.add(read(tree, parts));
        default -> writes.add(write(tree, parts));
      }
    }
    writes.sort(
        Comparator.comparingInt((Write write) -> write instanceof Write.OfTree ? 0 : 1)
            .thenComparingLong(Write::tree)
            .thenComparing(
                write -> write instanceof Write.OfKey keyed ? keyed.key() : new byte[0],
                Keys.ORDER));
    // Checks by a transaction on this node are valid in its snapshot only when the request would be
    // accepted there.
    CommitRequest request =
        new CommitRequest(
            new TransactionId(1, 2),
            5,
            CommitRequest.ANY_EPOCH,
            snapshot.position(),
            reads,
            writes,
            null);
    boolean checked = Certifier.judge(snapshot, request) instanceof CertifierVerdict.Accepted;
    return withSnapshot && checked
        ? new CommitRequest(
            request.id(), 5, CommitRequest.ANY_EPOCH, request.origin(), reads, writes, snapshot)
        : request;
  }

  private Read read(long tree, String[] parts) {
    return switch (parts[0]) {
      case "point" -> {
        byte[] key = parts[1].getBytes(UTF_8);
        yield new Read.Point(
            tree, key, columns(parts[2]), new ObservedValue.Row(snapshot.get(tree, key)));
      }
      case "range" -> {
        Tree contents = snapshot.tree(tree);
        contents = contents == null ? Tree.empty() : contents;
        byte[] from = bound(parts[1]);
        byte[] to = bound(parts[2]);
        yield new Read.Range(
            tree,
            from,
            to,
            columns(parts[3]),
            contents.count(from, to),
            new ObservedValue.Contents(contents));
      }
      case "count" -> {
        Tree contents = snapshot.tree(tree);
        byte[] from = bound(parts[1]);
        byte[] to = bound(parts[2]);
        yield new Read.Count(tree, from, to, contents == null ? 0 : contents.count(from, to));
      }
      default -> new Read.Table(tree, snapshot.treePosition(tree));
    };
  }

  private static Write write(long tree, String[] parts) {
    byte[] key = parts.length > 1 ? parts[1].getBytes(UTF_8) : new byte[0];
    return switch (parts[0]) {
      case "insert" -> new Write.Insert(tree, key, row(parts[2]));
      case "replace" -> new Write.Replace(tree, key, row(parts[2]));
      case "put" -> new Write.Put(tree, key, row(parts[2]));
      case "delete" -> new Write.Delete(tree, key);
      case "remove" -> new Write.Remove(tree, key);
      case "set", "add" -> new Write.Patch(tree, key, changes(parts), null);
      case "create" -> new Write.CreateTree(tree);
      case "drop" -> new Write.DropTree(tree);
      case "truncate" -> new Write.TruncateTree(tree);
      default -> throw new AssertionError("unknown item " + parts[0]);
    };
  }

  /** Several are joined by commas. */
  private static List<FieldPatch> changes(String[] parts) {
    List<FieldPatch> changes = new ArrayList<>();
    for (String change : parts[2].split(",")) {
      if (change.contains("=")) {
        String[] sides = change.split("=");
        changes.add(new FieldPatch.Set(Integer.parseInt(sides[0]), field(sides[1])));
        continue;
      }
      String[] sides = change.split("\\+");
      String[] limits = parts.length > 3 ? parts[3].split("\\.\\.", -1) : new String[] {"", ""};
      SqlType type = type(parts.length > 4 ? parts[4] : "INTEGER");
      changes.add(
          new FieldPatch.Add(
              Integer.parseInt(sides[0]),
              type,
              new BigDecimal(sides[1]),
              limits[0].isEmpty() ? null : new BigDecimal(limits[0]),
              limits[1].isEmpty() ? null : new BigDecimal(limits[1]),
              parts.length > 5 ? field(parts[5]) : new byte[0]));
    }
    return changes;
  }

  private static SqlType type(String name) {
    return switch (name) {
      case "SMALLINT" -> SqlType.SMALLINT;
      case "INTEGER" -> SqlType.INTEGER;
      case "BIGINT" -> SqlType.BIGINT;
      default -> {
        String[] digits = name.substring("DECIMAL".length()).split("/");
        yield SqlType.decimal(Integer.parseInt(digits[0]), Integer.parseInt(digits[1]));
      }
    };
  }

  private static ColumnSet columns(String text) {
    return switch (text) {
      case "*" -> ColumnSet.ALL;
      case "-" -> ColumnSet.NONE;
      default -> ColumnSet.of(Arrays.stream(text.split(",")).mapToInt(Integer::parseInt).toArray());
    };
  }

  private static byte @Nullable [] bound(String text) {
    return text.equals("-") ? null : text.getBytes(UTF_8);
  }

  private static byte[] row(String values) {
    String[] texts = values.split(",");
    byte[][] fields = new byte[texts.length][];
    for (int i = 0; i < texts.length; i++) {
      fields[i] = field(texts[i]);
    }
    return RowFormat.row(fields);
  }

  private static byte[] field(String text) {
    if (text.equals("-")) {
      return new byte[0];
    }
    if (text.contains(".")) {
      BigDecimal number = new BigDecimal(text);
      return RowFormat.encodeField(SqlType.decimal(38, number.scale()), number);
    }
    return RowFormat.encodeField(
        SqlType.BIGINT, text.equals("null") ? null : (Long) Long.parseLong(text));
  }

  private static String values(byte @Nullable [] row) {
    if (row == null) {
      return "nothing";
    }
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < RowFormat.fieldCount(row); i++) {
      byte[] field = RowFormat.field(row, i);
      if (field.length == 0) {
        texts.add("-");
      } else {
        SqlType type = field[0] == 4 ? SqlType.decimal(38, field[1]) : SqlType.BIGINT;
        texts.add("" + RowFormat.decodeField(field, type));
      }
    }
    return String.join(",", texts);
  }

  private static String describe(CertifierVerdict verdict) {
    if (verdict instanceof CertifierVerdict.Rejected no) {
      return "rejected, " + no.reason().text();
    }
    return "accepted";
  }

  private static String text(byte[] key) {
    return new String(key, UTF_8);
  }
}

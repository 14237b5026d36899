package io.mosql.storage.certify;

import io.mosql.core.codec.RowFormat;
import io.mosql.core.type.SqlType;
import io.mosql.storage.SimulatedTables;
import io.mosql.storage.SimulatedView.Found;
import io.mosql.storage.lock.LockMode;
import io.mosql.storage.lock.LockResult;
import io.mosql.storage.lock.LockWaitPolicy;
import io.mosql.storage.record.SimulatedHistory;
import io.mosql.storage.transaction.CertificationLevel;
import io.mosql.storage.transaction.PatchResult;
import io.mosql.storage.transaction.SimulatedTransaction;
import io.mosql.storage.version.ColumnSet;
import io.mosql.storage.version.FieldPatch;
import io.mosql.storage.version.SimulatedContents;
import io.mosql.storage.version.SystemTrees;
import io.mosql.testkit.SeededRandom;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Statements as SQL composes them of operations: rows are locked before they are written, integrity
 * checks use certified reads, an UPDATE below SERIALIZABLE uses them for its inputs. The operations
 * of a statement are chosen before it runs, so that it can run again.
 */
public final class SimulatedStatements {
  /** A statement that may be run several times. */
  public interface Statement {
    void run(SimulatedTransaction transaction);
  }

  /** A row has changed since the snapshot: the statement must be run again. */
  public static final class Changed extends RuntimeException {
    private static final long serialVersionUID = 1;

    Changed() {
      super(null, null, false, false);
    }
  }

  /** The statement is an error, such as of a constraint. */
  public static final class Failed extends RuntimeException {
    private static final long serialVersionUID = 1;

    Failed() {
      super(null, null, false, false);
    }
  }

  private record Table(String name, long rows, long index) {}

  private final SeededRandom random;

  public SimulatedStatements(SeededRandom random) {
    this.random = random;
  }

  /**
   * A statement.
   *
   * @param schema whether it may be one that changes the schema
   */
  public Statement next(boolean schema) {
    String name = SimulatedTables.NAMES.get(random.percent(80) ? 0 : 1);
    int keys = random.nextBoolean() ? 4 : SimulatedTables.KEYS;
    String key = SimulatedTables.key(random.nextInt(keys));
    int dice = random.nextInt(100);
    Statement statement;
    if (dice < 10) {
      statement = read(name, key);
    } else if (dice < 18) {
      statement = scan(name);
    } else if (dice < 23) {
      statement = count(name);
    } else if (dice < 25) {
      statement = tx -> tx.whole(table(tx, name).rows());
    } else if (dice < 42) {
      statement = insert(name, key);
    } else if (dice < 50) {
      statement = tx -> delete(tx, table(tx, name), key);
    } else if (dice < 71) {
      statement = add(name, key);
    } else if (dice < 80) {
      statement = set(name, key);
    } else if (dice < 88) {
      statement = setFromRead(name, key);
    } else if (dice < 92) {
      statement = updateRange(name);
    } else if (dice < 95) {
      statement = forUpdate(name, key);
    } else if (dice < 98) {
      statement = skipLocked(name);
    } else {
      statement = schema ? schema(name) : read(name, key);
    }
    boolean fails = random.percent(7);
    return tx -> {
      statement.run(tx);
      if (fails) {
        throw new Failed();
      }
    };
  }

  private Table table(SimulatedTransaction tx, String name) {
    List<String> row =
        random.percent(60)
            ? tx.getFromCopy(SystemTrees.CATALOG, name)
            : tx.get(SystemTrees.CATALOG, name, ColumnSet.ALL, true);
    if (row == null) {
      throw new Failed();
    }
    return new Table(name, SimulatedHistory.id(row, 0), SimulatedHistory.id(row, 1));
  }

  private static void reserve(SimulatedTransaction tx, long tree, String key, LockMode mode) {
    if (tx.reserve(tree, key, mode, LockWaitPolicy.Kind.NOWAIT) == LockResult.CHANGED) {
      throw new Changed();
    }
  }

  private Statement read(String name, String key) {
    ColumnSet columns = SimulatedTables.columns(random);
    boolean certain = random.percent(20);
    boolean byIndex = random.percent(25);
    String entry = "\1" + key;
    return tx -> {
      Table table = table(tx, name);
      if (byIndex) {
        tx.get(table.index(), entry, ColumnSet.ALL, certain);
        return;
      }
      if (tx.real().locksReads()) {
        reserve(tx, table.rows(), key, LockMode.forUpdate(columns));
      }
      tx.get(table.rows(), key, columns, certain);
      tx.fetch(table.rows(), key);
    };
  }

  private @Nullable String bound() {
    return random.percent(40)
        ? null
        : SimulatedTables.key(random.nextInt(SimulatedTables.KEYS + 1));
  }

  /** Range and direction of a cursor. */
  private record Range(
      boolean ofIndex,
      @Nullable String from,
      @Nullable String to,
      boolean reverse,
      ColumnSet columns,
      boolean certain) {
    SimulatedTransaction.Cursor open(SimulatedTransaction tx, Table table) {
      return tx.scan(ofIndex ? table.index() : table.rows(), from, to, reverse, columns, certain);
    }
  }

  private Range range(boolean ofIndex) {
    String prefix = ofIndex ? "\1" : "";
    String from = bound();
    String to = bound();
    return new Range(
        ofIndex,
        from == null ? null : prefix + from,
        to == null ? null : prefix + to,
        random.nextBoolean(),
        ofIndex ? ColumnSet.ALL : SimulatedTables.columns(random),
        random.percent(20));
  }

  private Statement scan(String name) {
    Range range = range(random.percent(25));
    int limit = random.percent(40) ? Integer.MAX_VALUE : random.nextInt(4);
    return tx -> {
      SimulatedTransaction.Cursor cursor = range.open(tx, table(tx, name));
      for (int i = 0; i < limit && cursor.next() != null; i++) {
        // Read-only statements.
      }
    };
  }

  /** Opens a cursor that stays open after its statement. */
  public SimulatedTransaction.@Nullable Cursor open(SimulatedTransaction tx) {
    Range range = range(random.percent(25));
    String name = SimulatedTables.NAMES.get(0);
    List<String> row = tx.get(SystemTrees.CATALOG, name, ColumnSet.ALL, true);
    return row == null
        ? null
        : range.open(tx, new Table(name, SimulatedHistory.id(row, 0), SimulatedHistory.id(row, 1)));
  }

  private Statement count(String name) {
    String from = bound();
    String to = bound();
    boolean certain = random.percent(20);
    return tx -> tx.count(table(tx, name).rows(), from, to, certain);
  }

  public Statement insert(String name, String key) {
    List<String> row = SimulatedTables.row(random);
    return tx -> {
      Table table = table(tx, name);
      reserve(tx, table.rows(), key, LockMode.WHOLE);
      reserveEntry(tx, table, key, row);
      if (!tx.insert(table.rows(), key, row)) {
        throw new Failed();
      }
      putEntry(tx, table, key, SimulatedTables.unique(row));
    };
  }

  private static void reserveEntry(
      SimulatedTransaction tx, Table table, String key, List<String> row) {
    String unique = SimulatedTables.unique(row);
    if (!SimulatedTables.isNull(unique)) {
      String entry = SimulatedTables.entryKey(unique, key);
      reserve(tx, table.index(), entry, LockMode.WHOLE);
    }
  }

  private static void putEntry(SimulatedTransaction tx, Table table, String key, String unique) {
    String entry = SimulatedTables.entryKey(unique, key);
    if (!SimulatedTables.isNull(unique)
        && tx.get(table.index(), entry, ColumnSet.NONE, true) != null) {
      throw new Failed();
    }
    tx.put(table.index(), entry, SimulatedTables.entry(key));
  }

  private static void delete(SimulatedTransaction tx, Table table, String key) {
    reserve(tx, table.rows(), key, LockMode.WHOLE);
    List<String> row = tx.get(table.rows(), key, ColumnSet.of(SimulatedTables.UNIQUE), true);
    if (tx.delete(table.rows(), key)) {
      String entry = SimulatedTables.entryKey(SimulatedTables.unique(row), key);
      tx.put(table.index(), entry, null);
    }
  }

  /** UPDATE t SET b = b + n, and maybe others, WHERE key. */
  private Statement add(String name, String key) {
    List<FieldPatch> changes = new ArrayList<>();
    boolean balance = random.percent(80);
    if (balance) {
      int times = random.percent(10) ? 2 : 1;
      for (int i = 0; i < times; i++) {
        changes.add(addToBalance());
      }
    }
    if (!balance || random.percent(30)) {
      BigDecimal number = BigDecimal.valueOf(random.nextInt(3000) - 1000L, 2);
      changes.add(
          new FieldPatch.Add(
              SimulatedTables.PRICE,
              SimulatedTables.DECIMAL,
              number,
              random.nextBoolean() ? BigDecimal.ZERO : null,
              null,
              SimulatedTables.DEFAULT_PRICE));
    }
    if (random.percent(20)) {
      changes.add(
          new FieldPatch.Set(
              SimulatedTables.NOTE, SimulatedTables.field(random, SimulatedTables.NOTE)));
    }
    return tx -> change(tx, table(tx, name), key, ColumnSet.NONE, changes);
  }

  private FieldPatch addToBalance() {
    return new FieldPatch.Add(
        SimulatedTables.BALANCE,
        SqlType.BIGINT,
        BigDecimal.valueOf(random.nextInt(15) - 7L),
        random.percent(70) ? BigDecimal.ZERO : null,
        random.percent(20) ? BigDecimal.valueOf(25) : null,
        new byte[0]);
  }

  private static void change(
      SimulatedTransaction tx, Table table, String key, ColumnSet reads, List<FieldPatch> changes) {
    ColumnSet sets = ColumnSet.of(PatchEvaluator.set(changes));
    ColumnSet adds = PatchEvaluator.added(changes);
    reserve(tx, table.rows(), key, LockMode.change(reads, sets, adds));
    if (tx.patch(table.rows(), key, changes) == PatchResult.REFUSED) {
      tx.get(table.rows(), key, adds, true);
      throw new Failed();
    }
  }

  /** UPDATE t SET some columns, the indexed one too, WHERE key. */
  private Statement set(String name, String key) {
    Map<Integer, byte[]> fields = new TreeMap<>();
    int count = 1 + random.nextInt(3);
    for (int i = 0; i < count; i++) {
      int ordinal = random.nextInt(4);
      fields.put(ordinal, SimulatedTables.field(random, ordinal));
    }
    return tx -> update(tx, table(tx, name), key, ColumnSet.NONE, fields);
  }

  private static void update(
      SimulatedTransaction tx,
      Table table,
      String key,
      ColumnSet reads,
      Map<Integer, byte[]> fields) {
    List<FieldPatch> changes = new ArrayList<>();
    fields.forEach((ordinal, field) -> changes.add(new FieldPatch.Set(ordinal, field)));
    byte[] unique = fields.get(SimulatedTables.UNIQUE);
    if (unique == null) {
      change(tx, table, key, reads, changes);
      return;
    }
    String next = SimulatedContents.text(unique);
    ColumnSet indexed = ColumnSet.of(SimulatedTables.UNIQUE);
    reserve(
        tx,
        table.rows(),
        key,
        LockMode.change(
            reads.union(indexed), ColumnSet.of(PatchEvaluator.set(changes)), ColumnSet.NONE));
    reserveEntry(tx, table, key, List.of(next));
    List<String> row = tx.get(table.rows(), key, indexed, true);
    if (row == null) {
      return;
    }
    String before = SimulatedTables.entryKey(SimulatedTables.unique(row), key);
    if (!before.equals(SimulatedTables.entryKey(next, key))) {
      tx.put(table.index(), before, null);
      putEntry(tx, table, key, next);
    }
    tx.patch(table.rows(), key, changes);
  }

  /** UPDATE t SET one column to a value computed from another one, WHERE key. */
  private Statement setFromRead(String name, String key) {
    int from = 1 + random.nextInt(2);
    int to = 1 + random.nextInt(3);
    return tx -> {
      Table table = table(tx, name);
      ColumnSet reads = ColumnSet.of(from);
      reserve(tx, table.rows(), key, LockMode.change(reads, ColumnSet.of(to), ColumnSet.NONE));
      boolean certain = tx.how().level() != CertificationLevel.SERIALIZABLE;
      List<String> row = tx.get(table.rows(), key, reads, certain);
      if (row != null) {
        tx.patch(table.rows(), key, List.of(new FieldPatch.Set(to, derived(row, from, to))));
      }
    };
  }

  private static byte[] derived(List<String> row, int from, int to) {
    int n = (from < row.size() ? row.get(from).hashCode() & 0xFF : 7) % 19;
    return switch (to) {
      case SimulatedTables.BALANCE -> RowFormat.encodeField(SqlType.BIGINT, (long) n);
      case SimulatedTables.PRICE ->
          RowFormat.encodeField(SimulatedTables.DECIMAL, BigDecimal.valueOf(n, 2));
      default -> RowFormat.encodeField(SqlType.TEXT, "from " + n);
    };
  }

  /** UPDATE t SET .. WHERE a range: all rows are locked first, then read and written. */
  private Statement updateRange(String name) {
    Range range = range(false);
    Map<Integer, byte[]> fields = new TreeMap<>();
    fields.put(SimulatedTables.NOTE, SimulatedTables.field(random, SimulatedTables.NOTE));
    boolean deletes = random.percent(25);
    return tx -> {
      Table table = table(tx, name);
      SimulatedTransaction.Cursor cursor = range.open(tx, table);
      TreeSet<String> keys = new TreeSet<>();
      for (Found row = cursor.next(); row != null && keys.size() < 4; row = cursor.next()) {
        keys.add(row.key());
      }
      ColumnSet reads = range.columns();
      for (String key : keys) {
        reserve(
            tx,
            table.rows(),
            key,
            LockMode.change(reads, ColumnSet.of(SimulatedTables.NOTE), ColumnSet.NONE));
      }
      for (String key : keys) {
        if (tx.how().level() != CertificationLevel.SERIALIZABLE) {
          tx.get(table.rows(), key, reads, true);
        }
        if (deletes) {
          delete(tx, table, key);
        } else {
          update(tx, table, key, reads, fields);
        }
      }
    };
  }

  private Statement forUpdate(String name, String key) {
    ColumnSet columns = SimulatedTables.columns(random);
    boolean shared = random.percent(30);
    return tx -> {
      Table table = table(tx, name);
      reserve(
          tx, table.rows(), key, shared ? LockMode.forShare(columns) : LockMode.forUpdate(columns));
      tx.get(table.rows(), key, columns, true);
    };
  }

  private Statement skipLocked(String name) {
    ColumnSet columns = SimulatedTables.columns(random);
    int most = 1 + random.nextInt(3);
    boolean deletes = random.percent(30);
    return tx -> {
      Table table = table(tx, name);
      int taken = 0;
      for (String key : tx.browse(table.rows())) {
        LockResult reserved =
            tx.reserve(table.rows(), key, LockMode.forUpdate(columns), LockWaitPolicy.Kind.SKIP);
        if (reserved == LockResult.HELD) {
          continue;
        }
        if (reserved == LockResult.CHANGED) {
          throw new Changed();
        }
        tx.get(table.rows(), key, columns, true);
        if (deletes) {
          delete(tx, table, key);
        }
        if (++taken == most) {
          break;
        }
      }
    };
  }

  private Statement schema(String name) {
    int dice = random.nextInt(10);
    return tx -> {
      if (tx.get(SystemTrees.CATALOG, name, ColumnSet.ALL, true) == null) {
        create(tx, name);
        return;
      }
      Table table = table(tx, name);
      if (dice < 4) {
        tx.truncateTree(table.rows());
        tx.truncateTree(table.index());
      } else if (dice < 7) {
        tx.delete(SystemTrees.CATALOG, name);
        tx.dropTree(table.rows());
        tx.dropTree(table.index());
        if (dice == 4) {
          create(tx, name);
        }
      }
    };
  }

  public static void create(SimulatedTransaction tx, String name) {
    byte[] rows = RowFormat.encodeField(SqlType.BIGINT, tx.createTree());
    byte[] index = RowFormat.encodeField(SqlType.BIGINT, tx.createTree());
    if (!tx.insert(SystemTrees.CATALOG, name, SimulatedTables.fields(rows, index))) {
      throw new AssertionError(name + " is there");
    }
  }
}

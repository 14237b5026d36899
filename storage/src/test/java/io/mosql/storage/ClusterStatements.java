package io.mosql.storage;

import io.mosql.core.codec.RowFormat;
import io.mosql.core.type.SqlType;
import io.mosql.storage.transaction.ClusterTransaction;
import io.mosql.storage.transaction.PatchResult;
import io.mosql.storage.version.FieldPatch;
import io.mosql.storage.version.SimulatedContents;
import io.mosql.storage.version.SystemTrees;
import io.mosql.testkit.SeededRandom;
import java.math.BigDecimal;
import java.util.List;

/**
 * The statements of the clients of a simulated cluster, in one tree.
 *
 * <pre>
 * l0 .. l3  lists, appended to by reading and writing      r0 .. r3  registers, written blindly
 * c0 .. c3  counters, added to                             u0 .. u3  rows that can be inserted once
 * s..       rows of their own
 * </pre>
 */
public final class ClusterStatements {
  /** Result of a statement. */
  public enum Result {
    DONE,
    /** It is an error, such as of a constraint. */
    FAILED,
    /** The transaction must be abandoned. */
    LOST
  }

  public static final long TREE = SystemTrees.FIRST_USER_ID;
  private static final int KEYS = 4;

  private final SeededRandom random;

  public ClusterStatements(SeededRandom random) {
    this.random = random;
  }

  private static List<String> text(String value) {
    return SimulatedTables.fields(RowFormat.encodeField(SqlType.TEXT, value));
  }

  /** Reads a row, the number of them, or all of them. */
  public void read(ClusterTransaction tx) {
    int dice = random.nextInt(10);
    if (dice < 7) {
      tx.get(TREE, List.of("l", "r", "c").get(random.nextInt(3)) + random.nextInt(KEYS));
    } else if (dice < 9) {
      tx.count(TREE);
    } else {
      tx.scan(TREE);
    }
  }

  /**
   * Runs a random statement.
   *
   * @param mark a unique value
   */
  public Result write(ClusterTransaction tx, String mark) {
    int which = random.nextInt(KEYS);
    int dice = random.nextInt(100);
    if (dice < 20) {
      read(tx);
    } else if (dice < 50) {
      return append(tx, "l" + which, mark);
    } else if (dice < 65) {
      tx.put(TREE, "r" + which, text(mark));
    } else if (dice < 80) {
      add(tx, "c" + which);
    } else if (dice < 90) {
      tx.insert(TREE, "s" + mark, text("x".repeat(random.nextInt(400))));
    } else if (dice < 95) {
      return tx.insert(TREE, "u" + which, text(mark)) ? Result.DONE : Result.FAILED;
    } else {
      return tx.reserve(TREE, "r" + which) ? Result.DONE : Result.LOST;
    }
    return Result.DONE;
  }

  private Result append(ClusterTransaction tx, String key, String mark) {
    if (random.percent(20) && !tx.reserve(TREE, key)) {
      return Result.LOST;
    }
    List<String> row = tx.get(TREE, key);
    if (row == null) {
      tx.insert(TREE, key, text(mark));
      return Result.DONE;
    }
    Object before = RowFormat.decodeField(SimulatedContents.bytes(row.get(0)), SqlType.TEXT);
    byte[] field = RowFormat.encodeField(SqlType.TEXT, before + "," + mark);
    tx.patch(TREE, key, new FieldPatch.Set(0, field));
    return Result.DONE;
  }

  private static void add(ClusterTransaction tx, String key) {
    FieldPatch one = new FieldPatch.Add(0, SqlType.BIGINT, BigDecimal.ONE, null, null, new byte[0]);
    if (tx.patch(TREE, key, one) == PatchResult.ABSENT) {
      tx.insert(TREE, key, SimulatedTables.fields(RowFormat.encodeField(SqlType.BIGINT, 1L)));
    }
  }
}

package io.mosql.sql.parser.ast.session;

import io.mosql.sql.parser.ast.StatementWriter;
import org.jspecify.annotations.Nullable;

/**
 * The transaction modes of BEGIN or SET TRANSACTION.
 *
 * @param level or null when not given
 * @param readOnly or null when not given
 */
public record TransactionModes(@Nullable Level level, @Nullable Boolean readOnly) {
  /** No modes are given. */
  public static final TransactionModes NONE = new TransactionModes(null, null);

  /** The isolation levels of the SQL standard. */
  public enum Level {
    READ_UNCOMMITTED,
    READ_COMMITTED,
    REPEATABLE_READ,
    SERIALIZABLE
  }

  void write(StatementWriter out) {
    if (level != null) {
      out.words("ISOLATION LEVEL " + level.name().replace('_', ' '));
    }
    if (readOnly != null) {
      out.wordsIf(level != null, ",").words(readOnly ? "READ ONLY" : "READ WRITE");
    }
  }
}

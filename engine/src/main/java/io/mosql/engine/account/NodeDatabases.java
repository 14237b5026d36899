package io.mosql.engine.account;

import io.mosql.core.error.MosqlException;
import io.mosql.engine.database.DatabaseReference;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The user databases of a node: opening, creation and removal. Thread-safe. */
public interface NodeDatabases {
  /**
   * Opens a database for use.
   *
   * @throws MosqlException 3D000 when it was dropped, 57P01 when all are closed, 57P05 when it does
   *     not open in time, and the errors of opening
   */
  DatabaseReference use(NodeCatalog.Database database);

  /** Number of sessions in a database on this node. */
  int sessionCount(long id);

  /**
   * Creates the database of a new row: an empty database in which PUBLIC has usage of the schema
   * public.
   *
   * @throws MosqlException 55000 when the time is over, and the errors of opening
   */
  void create(NodeCatalog.Database database);

  /**
   * Closes an unused database and refuses new sessions in it.
   *
   * @throws MosqlException 55006 when the database is in use
   */
  void closeForDrop(long id);

  /** Allows opening again a database whose drop failed. */
  void reopen(long id);

  /** Deletes the files of a dropped or incomplete database. */
  void delete(NodeCatalog.Database database);

  /** Message of the first open database that has failed; null when there is none. */
  @Nullable String failure();

  /** Metrics of the open databases by name; see {@code OpenDatabase.figures}. */
  Map<String, Map<String, Long>> figures();

  /** Closes all databases, which ends their sessions; throws the first failure after trying all. */
  void close();
}

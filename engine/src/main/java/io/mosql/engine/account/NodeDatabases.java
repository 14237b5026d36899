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
   * @throws MosqlException 3D000 when it was dropped, 57P01 when all are closed, 57P05 when it is
   *     not open here and that takes too long, as opening does
   */
  DatabaseReference use(NodeCatalog.Database database);

  /** Number of sessions in a database on this node. */
  int sessionCount(long id);

  /**
   * Makes what a new row announces: an empty database, in which everybody may look into the schema
   * public.
   *
   * @throws MosqlException 55000 when that takes too long, as opening does
   */
  void create(NodeCatalog.Database database);

  /**
   * Lets nobody into a database any more, unless somebody uses it.
   *
   * @throws MosqlException 55006 when somebody does
   */
  void closeForDrop(long id);

  /** Lets a database be opened again that was to be dropped and is still there. */
  void reopen(long id);

  /** Deletes the files of a database that was retired, or was never whole. */
  void delete(NodeCatalog.Database database);

  /** The first open database that a failure has stopped, in words; null when there is none. */
  @Nullable String failure();

  /** Figures of the open databases by name; see {@code OpenDatabase.figures}. */
  Map<String, Map<String, Long>> figures();

  /** Closes all, which ends their sessions; the first failure is thrown when all were tried. */
  void close();
}

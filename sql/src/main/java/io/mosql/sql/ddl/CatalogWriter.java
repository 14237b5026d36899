package io.mosql.sql.ddl;

import io.mosql.core.error.MosqlException;
import io.mosql.sql.catalog.Catalog;
import io.mosql.sql.catalog.CatalogCodec;
import io.mosql.sql.catalog.ColumnDef;
import io.mosql.sql.catalog.CommentTarget;
import io.mosql.sql.catalog.Grant;
import io.mosql.sql.catalog.IndexDef;
import io.mosql.sql.catalog.SequenceDef;
import io.mosql.sql.catalog.StatisticsCodec;
import io.mosql.sql.catalog.TableDef;
import io.mosql.sql.catalog.ViewDef;
import io.mosql.sql.error.SqlErrorMessage;
import io.mosql.storage.LargeObjects;
import io.mosql.storage.transaction.Transaction;
import io.mosql.storage.version.SystemTrees;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The transaction, its catalog and the catalog writes of a schema statement. Not thread-safe; for
 * one statement.
 */
final class CatalogWriter {
  private final Transaction transaction;
  private final Supplier<Catalog> catalog;
  private final String currentSchema;
  private final SchemaExpressions expressions;
  private final IndexBuildPlan builds;
  private final long creator;

  /**
   * @param creator account that owns created objects; 0 for none
   */
  CatalogWriter(
      Transaction transaction,
      Supplier<Catalog> catalog,
      String currentSchema,
      SchemaExpressions expressions,
      IndexBuildPlan builds,
      long creator) {
    this.transaction = transaction;
    this.catalog = catalog;
    this.currentSchema = currentSchema;
    this.expressions = expressions;
    this.builds = builds;
    this.creator = creator;
  }

  Transaction transaction() {
    return transaction;
  }

  /** The current catalog, with the changes of the transaction. */
  Catalog catalog() {
    return catalog.get();
  }

  NameResolver names() {
    return new NameResolver(catalog(), currentSchema);
  }

  String currentSchema() {
    return currentSchema;
  }

  /**
   * @throws MosqlException 42P07 when there is a relation of this name
   */
  void requireFree(NameResolver.QualifiedName name) {
    if (catalog().hasRelation(name.schema(), name.name())) {
      throw SqlErrorMessage.DUPLICATE_RELATION.error(name.name());
    }
  }

  SchemaExpressions expressions() {
    return expressions;
  }

  IndexBuildPlan builds() {
    return builds;
  }

  long newId() {
    return transaction.newId();
  }

  void write(TableDef table) {
    markReferencesRead(table.id());
    replace(CatalogCodec.tableKey(table.id()), CatalogCodec.encode(table));
  }

  /**
   * Records a new foreign key to a table, so that concurrent transactions that relied on its
   * absence fail.
   */
  void recordReference(long parent, long foreignKey) {
    replace(CatalogCodec.referredKey(parent), CatalogCodec.encodeReferred(foreignKey));
  }

  /** Records the set of foreign keys to a table as read. */
  void markReferencesRead(long table) {
    transaction.readFrom(SystemTrees.CATALOG, List.of(CatalogCodec.referredKey(table)));
  }

  void write(SequenceDef sequence) {
    replace(CatalogCodec.sequenceKey(sequence.id()), CatalogCodec.encode(sequence));
  }

  void write(ViewDef view) {
    replace(CatalogCodec.viewKey(view.id()), CatalogCodec.encode(view));
  }

  void removeView(ViewDef view) {
    removeDependentRows(view.id());
    transaction.remove(SystemTrees.CATALOG, CatalogCodec.viewKey(view.id()));
  }

  /** Sets the creator as the owner of an object. */
  void setOwner(long object) {
    if (creator != 0) {
      replace(CatalogCodec.ownerKey(object), CatalogCodec.encodeOwner(creator));
    }
  }

  /** Sets the comment on an object or a part of it; null or an empty text removes it. */
  void comment(CommentTarget on, @Nullable String text) {
    if (text != null && !text.isEmpty()) {
      replace(CatalogCodec.commentKey(on), CatalogCodec.encodeComment(text));
    } else {
      byte[] key = CatalogCodec.commentKey(on);
      if (transaction.getUnrecorded(SystemTrees.CATALOG, key) != null) {
        transaction.remove(SystemTrees.CATALOG, key);
      }
    }
  }

  /** Removes the privileges and comments on a dropped object. */
  private void removeDependentRows(long object) {
    Catalog now = catalog();
    for (CommentTarget on : now.commentTargets(object)) {
      transaction.remove(SystemTrees.CATALOG, CatalogCodec.commentKey(on));
    }
    if (now.owner(object) != 0) {
      transaction.remove(SystemTrees.CATALOG, CatalogCodec.ownerKey(object));
    }
    for (Grant grant : now.grants(object)) {
      transaction.remove(SystemTrees.CATALOG, CatalogCodec.grantKey(object, grant.grantee()));
    }
  }

  void writeSchema(long id, String name) {
    replace(CatalogCodec.schemaKey(id), CatalogCodec.encodeSchema(name));
  }

  void removeTable(TableDef table) {
    removeDependentRows(table.id());
    markReferencesRead(table.id());
    byte[] referred = CatalogCodec.referredKey(table.id());
    if (transaction.getUnrecorded(SystemTrees.CATALOG, referred) != null) {
      transaction.remove(SystemTrees.CATALOG, referred);
    }
    transaction.remove(SystemTrees.CATALOG, CatalogCodec.tableKey(table.id()));
    if (catalog().statistics(table.id()) != null) {
      transaction.remove(SystemTrees.CATALOG, StatisticsCodec.key(table.id()));
    }
    dropTree(table.primary());
    table.indexes().forEach(this::dropTree);
    if (table.overflowTree() != 0) {
      transaction.dropTree(table.overflowTree());
    }
    for (SequenceDef sequence : catalog().sequences()) {
      if (sequence.ownerTable() == table.id()) {
        removeSequence(sequence);
      }
    }
  }

  void removeSequence(SequenceDef sequence) {
    removeDependentRows(sequence.id());
    transaction.remove(SystemTrees.CATALOG, CatalogCodec.sequenceKey(sequence.id()));
  }

  void removeSchema(long id) {
    removeDependentRows(id);
    transaction.remove(SystemTrees.CATALOG, CatalogCodec.schemaKey(id));
  }

  void createTree(IndexDef index) {
    transaction.createTree(index.id());
  }

  /** Creates the tree for large values when the table has a column that needs it. */
  void provideOverflowTree(TableDraft draft) {
    if (draft.overflowTree == 0 && draft.columns.stream().anyMatch(ColumnDef::canOverflow)) {
      draft.overflowTree = newId();
      transaction.createTree(draft.overflowTree);
    }
    boolean large = draft.columns.stream().anyMatch(column -> column.type().kind().isLarge());
    if (large && !SystemTrees.isTemporary(draft.overflowTree)) {
      LargeObjects.createTree(transaction);
    }
  }

  void dropTree(IndexDef index) {
    transaction.dropTree(index.id());
  }

  private void replace(byte[] key, byte[] value) {
    transaction.put(SystemTrees.CATALOG, key, value);
  }
}

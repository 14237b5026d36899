package io.mosql.sql.ddl;

import io.mosql.core.error.CoreErrorMessage;
import io.mosql.core.error.InvariantViolation;
import io.mosql.core.error.MosqlException;
import io.mosql.sql.catalog.Catalog;
import io.mosql.sql.catalog.ForeignKeyDef;
import io.mosql.sql.catalog.IndexDef;
import io.mosql.sql.catalog.SequenceDef;
import io.mosql.sql.catalog.TableDef;
import io.mosql.sql.catalog.ViewDef;
import io.mosql.sql.error.SqlErrorMessage;
import io.mosql.sql.parser.ast.ddl.AlterIndex;
import io.mosql.sql.parser.ast.ddl.AlterSequence;
import io.mosql.sql.parser.ast.ddl.AlterTable;
import io.mosql.sql.parser.ast.ddl.AlterView;
import io.mosql.sql.parser.ast.ddl.CommentOn;
import io.mosql.sql.parser.ast.ddl.CreateExtension;
import io.mosql.sql.parser.ast.ddl.CreateIndex;
import io.mosql.sql.parser.ast.ddl.CreateSchema;
import io.mosql.sql.parser.ast.ddl.CreateSequence;
import io.mosql.sql.parser.ast.ddl.CreateTable;
import io.mosql.sql.parser.ast.ddl.CreateTableAs;
import io.mosql.sql.parser.ast.ddl.CreateTemporary;
import io.mosql.sql.parser.ast.ddl.CreateView;
import io.mosql.sql.parser.ast.ddl.DropObjects;
import io.mosql.sql.parser.ast.ddl.MissingObjects;
import io.mosql.sql.parser.ast.ddl.RenameTables;
import io.mosql.sql.parser.ast.ddl.TruncateTables;
import io.mosql.storage.transaction.Transaction;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.jspecify.annotations.Nullable;

/**
 * Runs schema statements in a transaction. Not thread-safe; the caller undoes a failed statement by
 * its savepoint mark.
 */
public final class SchemaStatements {
  /** The extensions of PostgreSQL whose functions or types are there in any case. */
  private static final Set<String> EXTENSIONS =
      Set.of("citext", "pgcrypto", "plpgsql", "uuid-ossp");

  private final CatalogWriter change;

  /**
   * @param catalog supplies the transaction's catalog; called for each use
   * @param builds receives the deferred index builds
   * @param creator account that owns created objects; 0 for none
   */
  public SchemaStatements(
      Transaction transaction,
      Supplier<Catalog> catalog,
      String currentSchema,
      SchemaExpressions expressions,
      IndexBuildPlan builds,
      long creator) {
    this.change =
        new CatalogWriter(transaction, catalog, currentSchema, expressions, builds, creator);
  }

  /**
   * Whether the node is a statement that {@link #run} takes; a {@link CreateTableAs} only as the
   * CREATE TABLE derived from it.
   */
  public static boolean handles(SqlNode node) {
    return node instanceof CreateTable
        || node instanceof CreateTableAs
        || node instanceof CreateTemporary
        || node instanceof AlterTable
        || node instanceof CreateIndex
        || node instanceof CreateSchema
        || node instanceof CreateSequence
        || node instanceof AlterSequence
        || node instanceof CreateView
        || node instanceof RenameTables
        || node instanceof AlterView
        || node instanceof AlterIndex
        || node instanceof CommentOn
        || node instanceof DropObjects
        || node instanceof MissingObjects
        || node instanceof CreateExtension
        || node instanceof TruncateTables;
  }

  /**
   * Runs one statement.
   *
   * @throws MosqlException 42xxx, 23xxx, 2BP01, 3F000
   */
  public void run(SqlNode statement) {
    if (statement instanceof CreateTable create) {
      new TableCreation(change).create(create);
    } else if (statement instanceof AlterTable alter) {
      new TableAlteration(change).alter(alter);
    } else if (statement instanceof CreateIndex create) {
      createIndex(create);
    } else if (statement instanceof CreateSchema create) {
      createSchema(create);
    } else if (statement instanceof CreateSequence create) {
      new SequenceStatements(change).create(create);
    } else if (statement instanceof AlterSequence alter) {
      new SequenceStatements(change).alter(alter);
    } else if (statement instanceof CreateView create) {
      new ViewStatements(change).create(create);
    } else if (statement instanceof RenameTables rename) {
      for (RenameTables.Renaming each : rename.renamings()) {
        new TableAlteration(change).rename(change.names().table(each.table()), each.name());
      }
    } else if (statement instanceof AlterIndex alter) {
      alterIndex(alter);
    } else if (statement instanceof AlterView rename) {
      new ViewStatements(change).rename(rename);
    } else if (statement instanceof CommentOn comment) {
      new CommentStatements(change).comment(comment);
    } else if (statement instanceof DropObjects drop) {
      drop(drop);
    } else if (statement instanceof MissingObjects missing) {
      refuse(missing);
    } else if (statement instanceof CreateExtension create) {
      requireAvailable(create.name().getSimple());
    } else if (statement instanceof TruncateTables truncate) {
      truncate(truncate);
    } else {
      throw new InvariantViolation(
          "a statement that changes the schema is of a known kind, found "
              + statement.getClass().getSimpleName());
    }
  }

  private static void requireAvailable(String extension) {
    if (!EXTENSIONS.contains(extension)) {
      throw SqlErrorMessage.EXTENSION_NOT_AVAILABLE.error(extension);
    }
  }

  private static void refuse(MissingObjects missing) {
    boolean present =
        missing.kind() == MissingObjects.Kind.EXTENSION
            && missing.names().stream().allMatch(name -> EXTENSIONS.contains(name.getSimple()));
    if (missing.ifExists() || present) {
      return;
    }
    String kind = missing.kind().title();
    String name = String.join(".", missing.names().get(0).names);
    throw missing.kind().isRoutine()
        ? SqlErrorMessage.UNDEFINED_ROUTINE.error(kind, name)
        : missing.kind() == MissingObjects.Kind.MATERIALIZED_VIEW
            ? SqlErrorMessage.UNDEFINED_MATERIALIZED_VIEW.error(name)
            : SqlErrorMessage.UNDEFINED_OBJECT_OF_KIND.error(kind, name);
  }

  private void createIndex(CreateIndex create) {
    TableDef table = change.names().table(create.table());
    TableAlteration alteration = new TableAlteration(change);
    SqlIdentifier name = create.name() == null ? null : indexName(create.name(), table);
    if (create.ifNotExists()
        && name != null
        && NameResolver.usedConstraintNames(table).contains(name.getSimple())
        && !alteration.isUnfinished(table, name)) {
      return;
    }
    alteration.createIndex(table, name, create.body(), create.unique(), create.comment());
  }

  /** The simple name of an index, which is in the schema of its table. */
  private SqlIdentifier indexName(SqlIdentifier written, TableDef table) {
    if (!written.isSimple() && !change.names().qualified(written).schema().equals(table.schema())) {
      throw CoreErrorMessage.UNSUPPORTED.error("an index in another schema than its table");
    }
    return written.getComponent(written.names.size() - 1);
  }

  private void createSchema(CreateSchema create) {
    String name = Objects.requireNonNull(create.name(), "name").getSimple();
    if (change.catalog().hasSchema(name)) {
      if (create.ifNotExists()) {
        return;
      }
      throw SqlErrorMessage.DUPLICATE_SCHEMA.error(name);
    }
    long id = change.newId();
    change.writeSchema(id, name);
    change.setOwner(id);
  }

  private void drop(DropObjects drop) {
    switch (drop.kind()) {
      case TABLE -> dropTables(drop);
      case VIEW -> new ViewStatements(change).drop(drop);
      case SEQUENCE -> new SequenceStatements(change).drop(drop);
      case SCHEMA -> drop.names().forEach(name -> dropSchema(name, drop));
      case INDEX -> drop.names().forEach(name -> dropIndex(name, drop));
    }
  }

  private void dropTables(DropObjects drop) {
    List<Long> ids = new ArrayList<>();
    for (SqlIdentifier name : drop.names()) {
      TableDef table =
          drop.ifExists() ? change.names().tableOrNull(name) : change.names().table(name);
      if (table != null) {
        ids.add(table.id());
      }
    }
    TableDrops drops = new TableDrops(change);
    for (long id : ids) {
      TableDef table = change.catalog().table(id);
      if (table != null) {
        drops.dropTable(table, ids, drop.cascade());
      }
    }
  }

  private void dropSchema(SqlIdentifier identifier, DropObjects drop) {
    String name = identifier.getSimple();
    long id = change.catalog().schemaId(name);
    if (id == 0) {
      if (change.catalog().hasSchema(name)) {
        throw SqlErrorMessage.CHANGE_OF_SYSTEM_SCHEMA.error(name);
      }
      if (drop.ifExists()) {
        return;
      }
      throw SqlErrorMessage.UNDEFINED_SCHEMA.error(name);
    }
    List<TableDef> tables =
        change.catalog().tables().stream().filter(t -> t.schema().equals(name)).toList();
    List<SequenceDef> sequences =
        change.catalog().sequences().stream()
            .filter(s -> s.schema().equals(name) && s.ownerTable() == 0)
            .toList();
    List<ViewDef> views =
        change.catalog().views().stream().filter(v -> v.schema().equals(name)).toList();
    if (!drop.cascade() && !(tables.isEmpty() && sequences.isEmpty() && views.isEmpty())) {
      throw SqlErrorMessage.DROP_OF_NONEMPTY_SCHEMA.error(name);
    }
    TableDrops drops = new TableDrops(change);
    views.forEach(view -> new ViewStatements(change).dropWithReaders(view.id()));
    for (TableDef table : tables) {
      drops.dropTable(Objects.requireNonNull(change.catalog().table(table.id())), List.of(), true);
    }
    for (SequenceDef sequence : sequences) {
      new SequenceStatements(change).drop(sequence, true);
    }
    change.removeSchema(id);
  }

  private void dropIndex(SqlIdentifier identifier, DropObjects drop) {
    String name = NameResolver.last(identifier);
    TableDef table = tableWith(identifier, drop.table(), false, drop.ifExists());
    if (table == null) {
      return;
    }
    for (IndexDef index : table.indexes()) {
      if (index.name().equals(name)) {
        new TableDrops(change).dropIndex(table, index, drop.cascade());
      }
    }
  }

  private void alterIndex(AlterIndex alter) {
    SqlIdentifier name = alter.newName();
    TableDef table = tableWith(alter.index(), null, true, alter.ifExists());
    if (table != null && name != null) {
      new TableAlteration(change)
          .renameConstraint(table, NameResolver.last(alter.index()), name.getSimple());
    }
  }

  /**
   * The table that has an index.
   *
   * @param on the table to look at; null for all of the schema
   * @param primary whether it may be a primary key
   * @return null when there is none and it need not exist
   */
  private @Nullable TableDef tableWith(
      SqlIdentifier index, @Nullable SqlIdentifier on, boolean primary, boolean ifExists) {
    NameResolver names = change.names();
    String name = NameResolver.last(index);
    List<TableDef> candidates =
        on != null
            ? List.of(names.table(on))
            : change.catalog().tables().stream()
                .filter(t -> t.schema().equals(names.qualified(index).schema()))
                .toList();
    List<TableDef> owners =
        candidates.stream()
            .filter(
                t ->
                    t.indexes().stream().anyMatch(i -> i.name().equals(name))
                        || primary && !t.keyless() && t.primary().name().equals(name))
            .toList();
    if (owners.size() > 1) {
      throw SqlErrorMessage.AMBIGUOUS_INDEX_OF_DROP.error(name);
    }
    if (owners.isEmpty() && !ifExists) {
      throw SqlErrorMessage.UNDEFINED_INDEX.error(name);
    }
    return owners.isEmpty() ? null : owners.get(0);
  }

  private void truncate(TruncateTables truncate) {
    List<TableDef> named = truncate.tables().stream().map(change.names()::table).toList();
    List<TableDef> tables = truncate.cascade() ? change.catalog().withReferencing(named) : named;
    List<Long> ids = new ArrayList<>(tables.stream().map(TableDef::id).toList());
    Transaction transaction = change.transaction();
    for (TableDef table : tables) {
      change.markReferencesRead(table.id());
      for (long childId : table.referencedBy()) {
        TableDef child = Objects.requireNonNull(change.catalog().table(childId));
        if (!ids.contains(childId)
            && transaction.certified().count(child.rowTree(), null, null) > 0) {
          ForeignKeyDef key =
              child.foreignKeys().stream()
                  .filter(k -> k.parentId() == table.id())
                  .findFirst()
                  .orElseThrow();
          throw SqlErrorMessage.TRUNCATE_OF_REFERENCED_TABLE.error(
              table.name(), key.name(), child.name());
        }
      }
    }
    for (TableDef table : tables) {
      transaction.truncateTree(table.rowTree());
      table.indexes().forEach(index -> transaction.truncateTree(index.id()));
      if (table.overflowTree() != 0) {
        transaction.truncateTree(table.overflowTree());
      }
      if (truncate.restartIdentity()) {
        new SequenceStatements(change).restart(table);
      }
    }
  }
}

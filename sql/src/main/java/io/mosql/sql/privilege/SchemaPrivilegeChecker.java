package io.mosql.sql.privilege;

import io.mosql.sql.catalog.AccountPrivileges;
import io.mosql.sql.catalog.Catalog;
import io.mosql.sql.catalog.Privilege;
import io.mosql.sql.catalog.SequenceDef;
import io.mosql.sql.catalog.TableDef;
import io.mosql.sql.catalog.ViewDef;
import io.mosql.sql.parser.ast.ddl.AlterAction;
import io.mosql.sql.parser.ast.ddl.AlterIndex;
import io.mosql.sql.parser.ast.ddl.AlterSequence;
import io.mosql.sql.parser.ast.ddl.AlterTable;
import io.mosql.sql.parser.ast.ddl.AlterView;
import io.mosql.sql.parser.ast.ddl.CommentOn;
import io.mosql.sql.parser.ast.ddl.CreateIndex;
import io.mosql.sql.parser.ast.ddl.CreateSchema;
import io.mosql.sql.parser.ast.ddl.CreateSequence;
import io.mosql.sql.parser.ast.ddl.CreateTable;
import io.mosql.sql.parser.ast.ddl.CreateTableAs;
import io.mosql.sql.parser.ast.ddl.CreateView;
import io.mosql.sql.parser.ast.ddl.DropObjects;
import io.mosql.sql.parser.ast.ddl.RenameTables;
import io.mosql.sql.parser.ast.ddl.SequenceOptions;
import io.mosql.sql.parser.ast.ddl.TableConstraint;
import io.mosql.sql.parser.ast.ddl.TruncateTables;
import java.util.List;
import java.util.Objects;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.jspecify.annotations.Nullable;

/**
 * Checks the privileges that schema statements require. Missing objects are not reported here, but
 * by the statement itself. One object for each execution.
 */
public final class SchemaPrivilegeChecker {
  private final AccountPrivileges account;
  private final Catalog catalog;
  private final String currentSchema;
  private final String database;
  private final PrivilegeChecker access;

  /**
   * @param catalog catalog of the transaction; all of it counts as read
   */
  public SchemaPrivilegeChecker(
      AccountPrivileges account, Catalog catalog, String currentSchema, String database) {
    this.account = account;
    this.catalog = catalog;
    this.currentSchema = currentSchema;
    this.database = database;
    this.access = new PrivilegeChecker(account, catalog);
  }

  /**
   * Checks one statement.
   *
   * @throws io.mosql.core.error.MosqlException 42501 when a privilege is missing
   */
  public void require(SqlNode statement) {
    if (statement instanceof CreateTable create) {
      requireCreate(create.name());
      create.constraints().forEach(this::requireReferences);
      for (CreateTable.Like like : create.likes()) {
        TableDef source = table(like.table());
        if (source != null) {
          access.requireTable(source, Privilege.SELECT);
        }
      }
    } else if (statement instanceof CreateTableAs create) {
      requireCreate(create.name());
    } else if (statement instanceof CreateView create) {
      requireCreate(create.name());
      requireOwner(view(create.name()));
    } else if (statement instanceof RenameTables rename) {
      for (RenameTables.Renaming each : rename.renamings()) {
        // A name given by an earlier renaming in the list is not known yet; its table has been
        // checked.
        requireOwner(table(each.table()));
        if (each.name().names.size() > 1) {
          requireCreate(each.name());
        }
      }
    } else if (statement instanceof AlterView rename) {
      rename(rename);
    } else if (statement instanceof AlterTable alter) {
      alter(alter);
    } else if (statement instanceof CreateIndex create) {
      requireOwner(table(create.table()));
    } else if (statement instanceof AlterIndex alter) {
      tablesWith(alter.index(), null).forEach(this::requireOwner);
    } else if (statement instanceof CommentOn comment) {
      comment(comment);
    } else if (statement instanceof CreateSchema) {
      if (!account.hasDatabasePrivilege(Privilege.CREATE)) {
        throw PrivilegeChecker.denied("CREATE", "database", database);
      }
    } else if (statement instanceof CreateSequence create) {
      requireCreate(create.name());
      requireOwned(create.options());
    } else if (statement instanceof AlterSequence alter) {
      requireOwner(catalog.sequence(schema(alter.name()), last(alter.name())));
      alterSequence(alter.change());
    } else if (statement instanceof DropObjects drop) {
      drop.names().forEach(name -> drop(drop, name));
    } else if (statement instanceof TruncateTables truncate) {
      List<TableDef> tables =
          truncate.tables().stream().map(this::table).filter(Objects::nonNull).toList();
      (truncate.cascade() ? catalog.withReferencing(tables) : tables)
          .forEach(table -> access.requireTable(table, Privilege.TRUNCATE));
    }
  }

  private String schema(SqlIdentifier name) {
    return name.names.size() == 2 ? name.names.get(0) : currentSchema;
  }

  private static String last(SqlIdentifier name) {
    return name.names.get(name.names.size() - 1);
  }

  private @Nullable TableDef table(SqlIdentifier name) {
    return catalog.table(schema(name), last(name));
  }

  private void requireCreate(SqlIdentifier name) {
    access.requireSchema(schema(name), Privilege.USAGE);
    access.requireSchema(schema(name), Privilege.CREATE);
  }

  private void requireOwner(@Nullable TableDef table) {
    if (table != null) {
      access.requireUsage(table.schema());
      access.requireOwner(table.id(), "table", table.qualifiedName());
    }
  }

  /** Requires ownership of a sequence; the owner of a table owns the sequences of its columns. */
  private void requireOwner(@Nullable SequenceDef sequence) {
    if (sequence != null) {
      access.requireUsage(sequence.schema());
      long owned = sequence.numbersRows() ? sequence.ownerTable() : sequence.id();
      access.requireOwner(owned, "sequence", sequence.qualifiedName());
    }
  }

  private void requireOwned(SequenceOptions options) {
    SqlIdentifier column = options.owner() == null ? null : options.owner().column();
    if (column != null && !column.isSimple()) {
      requireOwner(table(column.getComponent(0, column.names.size() - 1)));
    }
  }

  private void alterSequence(AlterSequence.Change change) {
    if (change instanceof AlterSequence.Options changed) {
      requireOwned(changed.options());
    } else if (change instanceof AlterSequence.Rename rename && !rename.name().isSimple()) {
      requireCreate(rename.name());
    } else if (change instanceof AlterSequence.MoveToSchema move) {
      access.requireSchema(move.schema().getSimple(), Privilege.USAGE);
      access.requireSchema(move.schema().getSimple(), Privilege.CREATE);
    }
  }

  private @Nullable ViewDef view(SqlIdentifier name) {
    return catalog.view(schema(name), last(name));
  }

  private void requireOwner(@Nullable ViewDef view) {
    if (view != null) {
      access.requireUsage(view.schema());
      access.requireOwner(view.id(), "view", view.qualifiedName());
    }
  }

  private void requireReferences(TableConstraint constraint) {
    if (constraint instanceof TableConstraint.ForeignKey key) {
      TableDef parent = table(key.parent());
      if (parent != null) {
        access.requireTable(parent, Privilege.REFERENCES);
      }
    }
  }

  private void comment(CommentOn comment) {
    SqlIdentifier name = comment.name();
    switch (comment.kind()) {
      case TABLE -> requireOwner(table(name));
      case VIEW -> requireOwner(view(name));
      case COLUMN -> {
        if (name.names.size() > 1) {
          SqlIdentifier relation = name.getComponent(0, name.names.size() - 1);
          requireOwner(table(relation));
          requireOwner(view(relation));
        }
      }
      case INDEX -> tablesWith(name, comment.table()).forEach(this::requireOwner);
      case CONSTRAINT -> requireOwner(table(java.util.Objects.requireNonNull(comment.table())));
      case SEQUENCE -> {
        requireOwner(catalog.sequence(schema(name), last(name)));
      }
      case SCHEMA -> {
        long id = catalog.schemaId(last(name));
        if (id != 0) {
          access.requireOwner(id, "schema", last(name));
        }
      }
      case DATABASE -> throw PrivilegeChecker.denied("COMMENT", "database", database);
    }
  }

  /** The tables that have an index of this name, including the primary one. */
  private List<TableDef> tablesWith(SqlIdentifier index, @Nullable SqlIdentifier on) {
    return catalog.tables().stream()
        .filter(
            table -> on == null ? table.schema().equals(schema(index)) : table.equals(table(on)))
        .filter(
            table ->
                table.primary().name().equals(last(index))
                    || table.indexes().stream().anyMatch(i -> i.name().equals(last(index))))
        .toList();
  }

  private void rename(AlterView rename) {
    requireOwner(view(rename.view()));
    if (rename.name().names.size() > 1) {
      requireCreate(rename.name());
    }
  }

  private void alter(AlterTable alter) {
    AlterView ofView = alter.ofView();
    if (ofView != null && view(alter.table()) != null) {
      rename(ofView);
      return;
    }
    requireOwner(table(alter.table()));
    for (AlterAction action : alter.actions()) {
      if (action instanceof AlterAction.AddConstraint add) {
        requireReferences(add.constraint());
      } else if (action instanceof AlterAction.AddColumn add) {
        add.constraints().forEach(this::requireReferences);
      } else if (action instanceof AlterAction.RenameTable rename
          && rename.name().names.size() > 1) {
        requireCreate(rename.name());
      }
    }
  }

  private void drop(DropObjects drop, SqlIdentifier name) {
    switch (drop.kind()) {
      case TABLE -> {
        TableDef table = table(name);
        if (table != null && !ownsSchema(table.schema())) {
          requireOwner(table);
        }
      }
      case VIEW -> {
        ViewDef view = view(name);
        if (view != null && !ownsSchema(view.schema())) {
          requireOwner(view);
        }
      }
      case SEQUENCE -> {
        SequenceDef sequence = catalog.sequence(schema(name), last(name));
        if (sequence != null && !ownsSchema(sequence.schema())) {
          requireOwner(sequence);
        }
      }
      case SCHEMA -> {
        long id = catalog.schemaId(last(name));
        if (id != 0) {
          access.requireOwner(id, "schema", last(name));
        }
      }
      case INDEX -> tablesWith(name, drop.table()).forEach(this::requireOwner);
    }
  }

  private boolean ownsSchema(String schema) {
    long id = catalog.schemaId(schema);
    return id != 0 && access.owns(id);
  }
}

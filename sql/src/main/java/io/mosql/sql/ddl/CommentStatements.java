package io.mosql.sql.ddl;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.sql.catalog.Catalog;
import io.mosql.sql.catalog.CommentTarget;
import io.mosql.sql.catalog.IndexDef;
import io.mosql.sql.catalog.SequenceDef;
import io.mosql.sql.catalog.TableDef;
import io.mosql.sql.catalog.ViewDef;
import io.mosql.sql.parser.ast.ddl.CommentOn;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.calcite.sql.SqlIdentifier;
import org.jspecify.annotations.Nullable;

/** Runs COMMENT ON. */
final class CommentStatements {
  private final CatalogWriter change;

  CommentStatements(CatalogWriter change) {
    this.change = change;
  }

  void comment(CommentOn statement) {
    CommentTarget on =
        switch (statement.kind()) {
          case TABLE -> CommentTarget.whole(change.names().table(statement.name()).id());
          case VIEW -> CommentTarget.whole(view(statement.name()).id());
          case COLUMN -> column(statement.name());
          case INDEX -> index(statement);
          case SCHEMA -> CommentTarget.whole(schema(statement.name()));
          case SEQUENCE -> CommentTarget.whole(sequence(statement.name()).id());
          case CONSTRAINT -> constraint(statement);
          case DATABASE -> CommentTarget.whole(CommentTarget.DATABASE);
        };
    change.comment(on, statement.text());
  }

  private long schema(SqlIdentifier name) {
    long id = name.isSimple() ? change.catalog().schemaId(name.getSimple()) : 0;
    if (id == 0) {
      boolean ofSystem = name.isSimple() && change.catalog().hasSchema(name.getSimple());
      throw new MosqlException(
          ofSystem ? SqlState.PRIVILEGE : SqlState.UNDEFINED_SCHEMA,
          "schema \"" + name + "\" does not exist or belongs to the system");
    }
    return id;
  }

  private SequenceDef sequence(SqlIdentifier identifier) {
    NameResolver.QualifiedName name = change.names().qualified(identifier);
    SequenceDef sequence = change.catalog().sequence(name.schema(), name.name());
    if (sequence == null) {
      throw new MosqlException(
          SqlState.UNDEFINED_TABLE, "sequence \"" + name.name() + "\" does not exist");
    }
    return sequence;
  }

  private CommentTarget constraint(CommentOn statement) {
    TableDef table = change.names().table(Objects.requireNonNull(statement.table()));
    String name = NameResolver.last(statement.name());
    boolean known =
        NameResolver.usedConstraintNames(table).contains(name)
            && !(table.keyless() && table.primary().name().equals(name))
            && table.indexes().stream()
                .noneMatch(i -> i.name().equals(name) && !(i.unique() && table.isPlain(i)));
    if (!known) {
      throw new MosqlException(
          SqlState.UNDEFINED_OBJECT,
          "constraint \"" + name + "\" of table \"" + table.name() + "\" does not exist");
    }
    return CommentTarget.constraint(table.id(), name);
  }

  private ViewDef view(SqlIdentifier name) {
    ViewDef view = viewOrNull(name);
    if (view == null) {
      NameResolver.QualifiedName relation = change.names().qualified(name);
      Catalog catalog = change.catalog();
      boolean other =
          catalog.systemView(relation.schema(), relation.name()) != null
              || catalog.table(relation.schema(), relation.name()) != null;
      throw other
          ? new MosqlException(
              SqlState.WRONG_OBJECT_TYPE,
              "\"" + relation.name() + "\" is not a view that can have a comment")
          : new MosqlException(
              SqlState.UNDEFINED_TABLE,
              "view \"" + String.join(".", name.names) + "\" does not exist");
    }
    return view;
  }

  private @Nullable ViewDef viewOrNull(SqlIdentifier name) {
    NameResolver.QualifiedName relation = change.names().qualified(name);
    return change.catalog().view(relation.schema(), relation.name());
  }

  private CommentTarget column(SqlIdentifier name) {
    int last = name.names.size() - 1;
    if (last == 0) {
      throw new MosqlException(
          SqlState.SYNTAX_ERROR, "a column is named with its table: table.column");
    }
    SqlIdentifier relation = name.getComponent(0, last);
    SqlIdentifier column = name.getComponent(last);
    ViewDef view = viewOrNull(relation);
    if (view == null) {
      TableDef table = change.names().table(relation);
      return CommentTarget.column(
          table.id(), table.columns().get(NameResolver.column(table, column)).ordinal());
    }
    for (int i = 0; i < view.columns().size(); i++) {
      if (view.columns().get(i).name().equals(column.getSimple())) {
        return CommentTarget.column(view.id(), i);
      }
    }
    throw new MosqlException(
        SqlState.UNDEFINED_COLUMN,
        "column \"" + column.getSimple() + "\" of view \"" + view.name() + "\" does not exist");
  }

  private CommentTarget index(CommentOn statement) {
    SqlIdentifier on = statement.table();
    String name = NameResolver.last(statement.name());
    List<TableDef> candidates = new ArrayList<>();
    if (on != null) {
      candidates.add(change.names().table(on));
    } else {
      String schema = change.names().qualified(statement.name()).schema();
      change.catalog().tables().stream()
          .filter(table -> table.schema().equals(schema))
          .forEach(candidates::add);
    }
    candidates.removeIf(table -> !has(table, name));
    if (candidates.size() > 1) {
      throw new MosqlException(
          SqlState.UNDEFINED_OBJECT,
          "several tables have an index \"" + name + "\": say COMMENT ON INDEX .. ON table IS ..");
    }
    if (candidates.isEmpty()) {
      throw new MosqlException(SqlState.UNDEFINED_OBJECT, "index \"" + name + "\" does not exist");
    }
    return CommentTarget.index(candidates.get(0).id(), name);
  }

  private static boolean has(TableDef table, String index) {
    return !table.keyless() && table.primary().name().equals(index)
        || table.indexes().stream().map(IndexDef::name).anyMatch(index::equals);
  }
}

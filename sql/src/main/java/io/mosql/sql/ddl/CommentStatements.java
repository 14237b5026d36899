package io.mosql.sql.ddl;

import io.mosql.sql.catalog.Catalog;
import io.mosql.sql.catalog.CommentTarget;
import io.mosql.sql.catalog.IndexDef;
import io.mosql.sql.catalog.SequenceDef;
import io.mosql.sql.catalog.TableDef;
import io.mosql.sql.catalog.ViewDef;
import io.mosql.sql.error.SqlErrorMessage;
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
      throw (ofSystem ? SqlErrorMessage.CHANGE_OF_SYSTEM_SCHEMA : SqlErrorMessage.UNDEFINED_SCHEMA)
          .error(name);
    }
    return id;
  }

  private SequenceDef sequence(SqlIdentifier identifier) {
    NameResolver.QualifiedName name = change.names().qualified(identifier);
    SequenceDef sequence = change.catalog().sequence(name.schema(), name.name());
    if (sequence == null) {
      throw SqlErrorMessage.UNDEFINED_SEQUENCE.error(name.name());
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
                .noneMatch(i -> i.name().equals(name) && !(i.isKey() && table.isPlain(i)));
    if (!known) {
      throw SqlErrorMessage.UNDEFINED_CONSTRAINT.error(name, table.name());
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
          ? SqlErrorMessage.COMMENT_ON_SYSTEM_VIEW.error(relation.name())
          : SqlErrorMessage.UNDEFINED_VIEW.error(String.join(".", name.names));
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
      throw SqlErrorMessage.COMMENT_COLUMN_WITHOUT_TABLE.error();
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
    throw SqlErrorMessage.UNDEFINED_COLUMN_OF_VIEW.error(column.getSimple(), view.name());
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
      throw SqlErrorMessage.AMBIGUOUS_INDEX_OF_COMMENT.error(name);
    }
    if (candidates.isEmpty()) {
      throw SqlErrorMessage.UNDEFINED_INDEX.error(name);
    }
    return CommentTarget.index(candidates.get(0).id(), name);
  }

  private static boolean has(TableDef table, String index) {
    return !table.keyless() && table.primary().name().equals(index)
        || table.indexes().stream().map(IndexDef::name).anyMatch(index::equals);
  }
}

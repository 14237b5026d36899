package io.mosql.sql.ddl;

import io.mosql.core.error.MosqlException;
import io.mosql.core.session.ColumnInfo;
import io.mosql.core.type.Collation;
import io.mosql.core.type.SqlType;
import io.mosql.sql.catalog.Catalog;
import io.mosql.sql.catalog.ColumnDef;
import io.mosql.sql.catalog.CommentTarget;
import io.mosql.sql.catalog.SystemView;
import io.mosql.sql.catalog.TableDef;
import io.mosql.sql.catalog.ViewDef;
import io.mosql.sql.error.SqlErrorMessage;
import io.mosql.sql.parser.MosqlParser;
import io.mosql.sql.parser.ast.ddl.AlterView;
import io.mosql.sql.parser.ast.ddl.CreateView;
import io.mosql.sql.parser.ast.ddl.DropObjects;
import io.mosql.sql.view.UpdatableView;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.jspecify.annotations.Nullable;

/**
 * Creates, renames and drops views, and revalidates the views that read a changed object: a view
 * that would become invalid is dropped with CASCADE, else 2BP01.
 */
final class ViewStatements {
  private final CatalogWriter change;

  ViewStatements(CatalogWriter change) {
    this.change = change;
  }

  /** Runs CREATE [OR REPLACE] VIEW. */
  void create(CreateView statement) {
    NameResolver.QualifiedName name = change.names().qualifiedForCreate(statement.name());
    ViewDef old = change.catalog().view(name.schema(), name.name());
    if (old == null || !statement.orReplace()) {
      change.requireFree(name);
    }
    SqlNode query = MosqlParser.parse(MosqlParser.toSql(statement.query()));
    List<SqlIdentifier> read = QueryTableNames.qualify(query, change.currentSchema());
    String sql = MosqlParser.toSql(query);
    Catalog catalog = change.catalog();
    List<ViewDef.Column> columns =
        columns(statement, change.expressions().queryColumns(sql, catalog, true));
    List<ViewDef.Source> sources = read.stream().map(id -> source(id, catalog)).toList();
    ViewDef view =
        new ViewDef(
            old == null ? change.newId() : old.id(),
            name.schema(),
            name.name(),
            columns,
            sql,
            sources,
            ViewDef.CheckOption.valueOf(statement.checkOption().name()));
    if (view.checkOption() != ViewDef.CheckOption.NONE) {
      requireUpdatable(view, catalog);
    }
    change.write(view);
    requireReadable(view); // The view may be nested too deeply, or refer to itself.
    if (old == null) {
      change.setOwner(view.id());
    } else {
      forgetComments(old, view);
      revalidateReaders(view.id(), view.name(), false);
    }
  }

  private static void requireUpdatable(ViewDef view, Catalog catalog) {
    try {
      UpdatableView.of(view, catalog);
    } catch (UpdatableView.NotUpdatable e) {
      throw SqlErrorMessage.CHECK_OPTION_ON_READ_ONLY_VIEW.causedBy(e, e.reason());
    }
  }

  /** Removes the comments on columns that no longer have the same name at the same index. */
  private void forgetComments(ViewDef old, ViewDef view) {
    for (int i = 0; i < old.columns().size(); i++) {
      boolean kept =
          i < view.columns().size()
              && view.columns().get(i).name().equals(old.columns().get(i).name());
      if (!kept) {
        change.comment(CommentTarget.column(view.id(), i), null);
      }
    }
  }

  private static List<ViewDef.Column> columns(CreateView statement, List<ColumnInfo> result) {
    List<SqlIdentifier> named = statement.columns();
    if (named.size() > result.size()) {
      throw SqlErrorMessage.COLUMN_NAMES_COUNT.error(named.size(), result.size());
    }
    List<ViewDef.Column> columns = new ArrayList<>();
    Set<String> used = new HashSet<>();
    for (int i = 0; i < result.size(); i++) {
      ColumnInfo column = result.get(i);
      String name = i < named.size() ? named.get(i).getSimple() : column.label();
      if (!used.add(name)) {
        throw SqlErrorMessage.COLUMN_SPECIFIED_TWICE.error(name);
      }
      columns.add(
          new ViewDef.Column(
              name, column.type().withCollation(Collation.CODE_POINT), column.nullable()));
    }
    return columns;
  }

  private static ViewDef.Source source(SqlIdentifier id, Catalog catalog) {
    String schema = id.names.get(0);
    String name = id.names.get(1);
    TableDef table = catalog.table(schema, name);
    List<ViewDef.Part> columns = new ArrayList<>();
    if (table != null) {
      for (ColumnDef column : table.columns()) {
        if (!column.hidden()) {
          columns.add(new ViewDef.Part(column.ordinal(), column.name()));
        }
      }
      return new ViewDef.Source(schema, name, table.id(), columns);
    }
    ViewDef view = catalog.view(schema, name);
    SystemView system = catalog.systemView(schema, name);
    if (view != null) {
      view.columns().forEach(c -> columns.add(new ViewDef.Part(ViewDef.BY_NAME, c.name())));
    } else if (system != null) {
      system.columns().forEach(c -> columns.add(new ViewDef.Part(ViewDef.BY_NAME, c.name())));
    } else {
      throw SqlErrorMessage.UNDEFINED_TABLE.error(id);
    }
    return new ViewDef.Source(schema, name, view == null ? 0 : view.id(), columns);
  }

  /** Runs ALTER VIEW .. RENAME TO. */
  void rename(AlterView statement) {
    ViewDef view = viewOrNull(statement.view());
    if (view == null && statement.ifExists()) {
      return;
    }
    view = required(view, statement.view());
    if (statement.column() != null) {
      renameColumn(view, statement.column().getSimple(), statement.name().getSimple());
      return;
    }
    NameResolver.QualifiedName name =
        change.names().qualifiedForCreate(NameResolver.within(view.schema(), statement.name()));
    change.requireFree(name);
    change.write(view.withName(name.schema(), name.name()));
  }

  private void renameColumn(ViewDef view, String column, String to) {
    List<ViewDef.Column> columns = new ArrayList<>();
    boolean found = false;
    for (ViewDef.Column each : view.columns()) {
      if (each.name().equals(to)) {
        throw SqlErrorMessage.DUPLICATE_COLUMN_OF_VIEW.error(to, view.name());
      }
      boolean renamed = each.name().equals(column);
      found |= renamed;
      columns.add(renamed ? new ViewDef.Column(to, each.type(), each.nullable()) : each);
    }
    if (!found) {
      throw SqlErrorMessage.UNDEFINED_COLUMN_OF_VIEW.error(column, view.name());
    }
    change.write(
        new ViewDef(
            view.id(),
            view.schema(),
            view.name(),
            columns,
            view.sql(),
            view.sources(),
            view.checkOption()));
    revalidateReaders(view.id(), column, false);
  }

  /** Runs DROP VIEW. */
  void drop(DropObjects statement) {
    List<Long> ids = new ArrayList<>();
    for (SqlIdentifier name : statement.names()) {
      ViewDef view = viewOrNull(name);
      if (view != null || !statement.ifExists()) {
        ids.add(required(view, name).id());
      }
    }
    for (long id : ids) {
      ViewDef view = change.catalog().view(id);
      if (view != null) {
        drop(view, ids, statement.cascade());
      }
    }
  }

  private static ViewDef required(@Nullable ViewDef view, SqlIdentifier name) {
    if (view == null) {
      throw SqlErrorMessage.UNDEFINED_VIEW.error(String.join(".", name.names));
    }
    return view;
  }

  private @Nullable ViewDef viewOrNull(SqlIdentifier identifier) {
    if (identifier.names.size() > 2) {
      return null;
    }
    String schema = identifier.names.size() == 2 ? identifier.names.get(0) : change.currentSchema();
    String name = NameResolver.last(identifier);
    Catalog catalog = change.catalog();
    if (catalog.systemView(schema, name) != null) {
      throw SqlErrorMessage.SYSTEM_VIEW.error(name);
    }
    if (catalog.table(schema, name) != null) {
      throw SqlErrorMessage.NOT_A_VIEW.error(name);
    }
    return catalog.view(schema, name);
  }

  private void drop(ViewDef view, List<Long> together, boolean cascade) {
    dropReaders(view.id(), "view \"" + view.name() + "\"", together, cascade);
    change.removeView(view);
  }

  /**
   * Drops a view and all views that read it; does nothing if it was already dropped with another
   * one.
   *
   * @param id of the view
   */
  void dropWithReaders(long id) {
    ViewDef view = change.catalog().view(id);
    if (view != null) {
      drop(view, List.of(), true);
    }
  }

  /**
   * Checks that no view reads an object that is about to be dropped; with CASCADE drops such views.
   *
   * @param what description of the object, for messages
   * @param together ids of the objects that the same statement drops
   */
  void dropReaders(long relation, String what, List<Long> together, boolean cascade) {
    for (ViewDef reader : change.catalog().views()) {
      if (!reader.reads(relation) || together.contains(reader.id()) && !cascade) {
        continue;
      }
      if (!cascade) {
        throw needed(what, reader);
      }
      dropWithReaders(reader.id());
    }
  }

  /**
   * Revalidates the views that read a changed object: an invalid view is dropped with CASCADE, else
   * 2BP01.
   */
  void revalidateReaders(long relation, String what, boolean cascade) {
    for (ViewDef reader : change.catalog().views()) {
      if (!reader.reads(relation) || isValid(reader)) {
        continue;
      }
      if (!cascade) {
        throw needed("\"" + what + "\"", reader);
      }
      dropWithReaders(reader.id());
    }
  }

  private static MosqlException needed(String what, ViewDef reader) {
    return SqlErrorMessage.VIEW_DEPENDS.error(reader.name(), what);
  }

  private boolean isValid(ViewDef view) {
    List<ColumnInfo> now;
    try {
      now = requireReadable(view);
    } catch (MosqlException e) {
      return false;
    }
    if (now.size() != view.columns().size()) {
      return false;
    }
    for (int i = 0; i < now.size(); i++) {
      SqlType type = now.get(i).type().withCollation(Collation.CODE_POINT);
      SqlType then = view.columns().get(i).type();
      // views of earlier versions have types without digits
      if (!type.equals(then) && !type.withoutDigits().equals(then)) {
        return false;
      }
    }
    return true;
  }

  private List<ColumnInfo> requireReadable(ViewDef view) {
    SqlIdentifier name =
        new SqlIdentifier(
            List.of(view.schema(), view.name()), org.apache.calcite.sql.parser.SqlParserPos.ZERO);
    return change
        .expressions()
        .queryColumns("SELECT * FROM " + MosqlParser.toSql(name), change.catalog(), false);
  }
}

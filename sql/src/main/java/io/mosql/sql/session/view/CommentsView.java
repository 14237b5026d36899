package io.mosql.sql.session.view;

import static io.mosql.sql.session.view.SystemViews.row;
import static io.mosql.sql.session.view.SystemViews.text;
import static io.mosql.sql.session.view.SystemViews.view;

import io.mosql.sql.catalog.Catalog;
import io.mosql.sql.catalog.ColumnDef;
import io.mosql.sql.catalog.CommentTarget;
import io.mosql.sql.catalog.IndexDef;
import io.mosql.sql.catalog.SequenceDef;
import io.mosql.sql.catalog.SystemView;
import io.mosql.sql.catalog.TableDef;
import io.mosql.sql.catalog.ViewDef;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** View {@code mosql.comments}: all comments on database objects. */
final class CommentsView {
  private final Catalog catalog;
  private final Consumer<@Nullable Object[]> out;

  private CommentsView(Catalog catalog, Consumer<@Nullable Object[]> out) {
    this.catalog = catalog;
    this.out = out;
  }

  static SystemView comments() {
    return view(
        "comments",
        List.of(
            text("object_type"),
            text("schema_name"),
            text("object_name"),
            text("part_name"),
            text("remarks")),
        (request, out) -> new CommentsView(request.catalog(), out).list());
  }

  private void list() {
    tell("DATABASE", null, null, null, CommentTarget.whole(CommentTarget.DATABASE));
    for (String schema : catalog.schemas()) {
      long id = catalog.schemaId(schema);
      if (id != 0) {
        tell("SCHEMA", schema, null, null, CommentTarget.whole(id));
      }
    }
    for (SequenceDef sequence : catalog.sequences()) {
      tell(
          "SEQUENCE", sequence.schema(), sequence.name(), null, CommentTarget.whole(sequence.id()));
    }
    catalog.tables().forEach(this::tell);
    for (ViewDef view : catalog.views()) {
      tell("VIEW", view.schema(), view.name(), null, CommentTarget.whole(view.id()));
      for (int i = 0; i < view.columns().size(); i++) {
        String column = view.columns().get(i).name();
        tell("COLUMN", view.schema(), view.name(), column, CommentTarget.column(view.id(), i));
      }
    }
  }

  private void tell(TableDef table) {
    tell("TABLE", table, null, CommentTarget.whole(table.id()));
    for (ColumnDef column : table.columns()) {
      tell("COLUMN", table, column.name(), CommentTarget.column(table.id(), column.ordinal()));
    }
    for (IndexDef index : table.declaredIndexes()) {
      tell("INDEX", table, index.name(), CommentTarget.index(table.id(), index.name()));
      tell("CONSTRAINT", table, index.name(), CommentTarget.constraint(table.id(), index.name()));
    }
    table.checks().forEach(c -> constraint(table, c.name()));
    table.foreignKeys().forEach(k -> constraint(table, k.name()));
  }

  private void constraint(TableDef table, String name) {
    tell("CONSTRAINT", table, name, CommentTarget.constraint(table.id(), name));
  }

  private void tell(String type, TableDef table, @Nullable String part, CommentTarget on) {
    tell(type, table.schema(), table.name(), part, on);
  }

  private void tell(
      String type,
      @Nullable String schema,
      @Nullable String name,
      @Nullable String part,
      CommentTarget on) {
    String remarks = catalog.comment(on);
    if (remarks != null) {
      out.accept(row(type, schema, name, part, remarks));
    }
  }
}

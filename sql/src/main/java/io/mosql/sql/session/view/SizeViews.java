package io.mosql.sql.session.view;

import static io.mosql.sql.session.view.SystemViews.flag;
import static io.mosql.sql.session.view.SystemViews.integer;
import static io.mosql.sql.session.view.SystemViews.number;
import static io.mosql.sql.session.view.SystemViews.row;
import static io.mosql.sql.session.view.SystemViews.text;
import static io.mosql.sql.session.view.SystemViews.view;

import io.mosql.sql.catalog.IndexDef;
import io.mosql.sql.catalog.SystemView;
import io.mosql.sql.catalog.TableDef;
import io.mosql.storage.tree.PageStatistics;
import java.util.List;

/** The views of schema {@code mosql} on the sizes of tables and indexes. */
final class SizeViews {
  private SizeViews() {}

  /**
   * The sizes of tables. Bytes of rows and entries are estimated from a sample, without the
   * overhead of pages; pages are counted, or estimated from a sample of very many.
   */
  static SystemView tables() {
    return view(
        "table_sizes",
        List.of(
            text("schema_name"),
            text("table_name"),
            number("row_count"),
            number("row_bytes"),
            number("index_bytes"),
            number("large_bytes"),
            number("row_pages"),
            number("index_pages"),
            number("large_pages"),
            number("page_bytes")),
        (request, out) -> {
          for (TableDef table : request.catalog().tables()) {
            long indexes = 0;
            PageStatistics rows = request.pages(table.rowTree());
            PageStatistics large = request.pages(table.overflowTree());
            long indexPages = 0;
            long pageBytes = rows.bytes() + large.bytes();
            for (IndexDef index : table.indexes()) {
              indexes += request.rowBytes(index.id());
              PageStatistics pages = request.pages(index.id());
              indexPages += pages.pages();
              pageBytes += pages.bytes();
            }
            out.accept(
                row(
                    table.schema(),
                    table.name(),
                    request.rowCount(table.rowTree()),
                    request.rowBytes(table.rowTree()),
                    indexes,
                    table.overflowTree() == 0 ? 0L : request.rowBytes(table.overflowTree()),
                    rows.pages(),
                    indexPages,
                    large.pages(),
                    pageBytes));
          }
        });
  }

  /** The sizes of indexes, as above; the rows of a table are in its primary index. */
  static SystemView indexes() {
    return view(
        "index_sizes",
        List.of(
            text("schema_name"),
            text("table_name"),
            text("index_name"),
            flag("is_primary"),
            number("entry_count"),
            number("entry_bytes"),
            number("page_count"),
            number("page_bytes"),
            integer("depth")),
        (request, out) -> {
          for (TableDef table : request.catalog().tables()) {
            for (IndexDef index : table.declaredIndexes()) {
              PageStatistics pages = request.pages(index.id());
              out.accept(
                  row(
                      table.schema(),
                      table.name(),
                      index.name(),
                      index.primary(),
                      request.rowCount(index.id()),
                      request.rowBytes(index.id()),
                      pages.pages(),
                      pages.bytes(),
                      pages.depth()));
            }
          }
        });
  }
}

package io.mosql.sql.session.result;

import io.mosql.core.codec.KeyReader;
import io.mosql.core.error.MosqlException;
import io.mosql.core.type.Coercion;
import io.mosql.core.type.SqlType;
import io.mosql.sql.catalog.Catalog;
import io.mosql.sql.catalog.IndexDef;
import io.mosql.sql.catalog.KeyColumn;
import io.mosql.sql.catalog.TableDef;
import java.util.HashMap;
import java.util.Map;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/**
 * Maps tree numbers to the tables and indexes that are stored in them, for messages and views.
 * Immutable.
 */
public final class TreeNames {
  private static final int TEXT_MAX = 60;

  private final Map<Long, Name> names = new HashMap<>();

  public TreeNames(Catalog catalog) {
    for (TableDef table : catalog.tables()) {
      names.put(table.rowTree(), new Name(table, table.primary()));
      if (table.overflowTree() != 0) {
        names.put(table.overflowTree(), new Name(table, null));
      }
      for (IndexDef index : table.indexes()) {
        names.put(index.id(), new Name(table, index));
      }
    }
  }

  /**
   * The content of a tree.
   *
   * @param index null for the table's large values
   */
  public record Name(TableDef table, @Nullable IndexDef index) {
    public @Nullable String indexName() {
      return index == null ? null : index.name();
    }

    /** The columns of a key as text, or as many as it holds; null when there are none. */
    public @Nullable String key(byte @Nullable [] key) {
      if (key == null || index == null) {
        return null;
      }
      if (index.inverted()) {
        return null; // the hash of an item cannot be shown
      }
      StringJoiner text = new StringJoiner(", ");
      text.setEmptyValue("");
      KeyReader reader = new KeyReader(key);
      try {
        for (KeyColumn column : index.columns()) {
          if (reader.hasNext()) {
            SqlType type = table.columns().get(column.column()).type();
            text.add(text(reader.column(type, column.descending()), type));
          }
        }
      } catch (MosqlException e) {
        // The bound of a range may end within a column.
      }
      return text.length() == 0 ? null : text.toString();
    }

    private static String text(@Nullable Object value, SqlType type) {
      String text = value == null ? "NULL" : Coercion.format(value, type);
      return text.length() <= TEXT_MAX ? text : text.substring(0, TEXT_MAX) + "...";
    }
  }

  /** The content of a tree; null for a tree that belongs to no table. */
  public @Nullable Name of(long tree) {
    return names.get(tree);
  }
}

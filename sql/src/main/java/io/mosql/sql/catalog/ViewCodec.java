package io.mosql.sql.catalog;

import static io.mosql.sql.catalog.CatalogCodec.list;
import static io.mosql.sql.catalog.CatalogCodec.text;

import io.mosql.core.type.SqlType;
import io.mosql.core.type.TypeKind;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;

/**
 * The encoding of a view's catalog row: its fields, in the order of the records' components; a type
 * is its kind's name, precision and scale, and that of an array also the type of its elements.
 * Pure.
 */
final class ViewCodec {
  private ViewCodec() {}

  static void write(DataOutputStream out, ViewDef view) throws IOException {
    text(out, view.schema());
    text(out, view.name());
    list(
        out,
        view.columns(),
        (o, column) -> {
          text(o, column.name());
          type(o, column.type());
          o.writeBoolean(column.nullable());
        });
    text(out, view.sql());
    list(
        out,
        view.sources(),
        (o, source) -> {
          text(o, source.schema());
          text(o, source.name());
          o.writeLong(source.object());
          list(
              o,
              source.columns(),
              (parts, part) -> {
                parts.writeInt(part.ordinal());
                text(parts, part.name());
              });
        });
  }

  static ViewDef read(long id, DataInputStream in) throws IOException {
    return new ViewDef(
        id,
        text(in),
        text(in),
        list(in, i -> new ViewDef.Column(text(i), type(i), i.readBoolean())),
        text(in),
        list(
            in,
            i ->
                new ViewDef.Source(
                    text(i),
                    text(i),
                    i.readLong(),
                    list(i, parts -> new ViewDef.Part(parts.readInt(), text(parts))))),
        ViewDef.CheckOption.NONE);
  }

  private static void type(DataOutputStream out, SqlType type) throws IOException {
    text(out, type.kind().name());
    out.writeInt(type.precision());
    out.writeInt(type.scale());
    if (type.element() != null) {
      type(out, type.elementType());
    }
  }

  private static SqlType type(DataInputStream in) throws IOException {
    TypeKind kind = TypeKind.valueOf(text(in));
    int precision = in.readInt();
    int scale = in.readInt();
    return kind == TypeKind.ARRAY ? SqlType.arrayOf(type(in)) : new SqlType(kind, precision, scale);
  }
}

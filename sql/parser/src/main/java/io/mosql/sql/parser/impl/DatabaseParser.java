package io.mosql.sql.parser.impl;

import io.mosql.core.error.CoreErrorMessage;
import java.io.Reader;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.parser.SqlParserImplFactory;
import org.apache.calcite.util.SourceStringReader;

/**
 * The parser of a statement that is executed in a database, whose name may stand in front of the
 * schema of a relation: {@code database.schema.table}. The syntax tree has the names without it.
 * Used by one thread for one text.
 */
public final class DatabaseParser extends MosqlParserImpl {
  /** Parts of a relation's name with its database. */
  private static final int RELATION_PARTS = 3;

  private final String database;

  private DatabaseParser(Reader reader, String database) {
    super(reader);
    this.database = database;
  }

  public static SqlParserImplFactory factory(String database) {
    return reader -> {
      DatabaseParser parser = new DatabaseParser(reader, database);
      if (reader instanceof SourceStringReader source) {
        String sql = source.getSourceString();
        parser.setOriginalSql(sql);
        parser.jj_input_stream.ReInit(reader, 1, 1, sql.length());
      }
      return parser;
    };
  }

  /** Returns the name of a relation, index or sequence without its database. */
  static SqlIdentifier relation(SqlIdentifier name, MosqlParserImpl parser) {
    return name.names.size() == RELATION_PARTS ? within(name, parser) : name;
  }

  /** Returns the name of a column, or of all columns, without the database of its table. */
  static SqlIdentifier column(SqlIdentifier name, MosqlParserImpl parser) {
    return name.names.size() == RELATION_PARTS + 1 ? within(name, parser) : name;
  }

  private static SqlIdentifier within(SqlIdentifier name, MosqlParserImpl parser) {
    if (!(parser instanceof DatabaseParser scoped)) {
      return name;
    }
    if (!name.names.get(0).equals(scoped.database)) {
      throw new GrammarException(
          name.getParserPosition(),
          CoreErrorMessage.CROSS_DATABASE_REFERENCE,
          String.join(".", name.names));
    }
    return name.getComponent(1, name.names.size());
  }
}

package io.mosql.sql.parser.ast;

import org.apache.calcite.sql.SqlIdentifier;

/** One column of a declared key or index. */
public record KeyPart(SqlIdentifier column, boolean descending) {
  void write(SqlText out) {
    out.node(column).wordsIf(descending, "DESC");
  }
}

package io.mosql.sql.parser;

import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDialect;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.SqlWriterConfig;
import org.apache.calcite.sql.dialect.AnsiSqlDialect;
import org.jspecify.annotations.Nullable;

/**
 * Unparses syntax trees as canonical SQL: every name is in double quotes and text is not escaped.
 */
final class CanonicalSql {
  private static final SqlDialect DIALECT =
      new AnsiSqlDialect(AnsiSqlDialect.DEFAULT_CONTEXT.withIdentifierQuoteString("\"")) {
        @Override
        public void quoteStringLiteral(StringBuilder out, @Nullable String charset, String text) {
          out.append('\'').append(text.replace("'", "''")).append('\'');
        }

        @Override
        public void unparseCall(SqlWriter writer, SqlCall call, int left, int right) {
          if (!QueryUnparser.unparseExtension(writer, call, left, right)) {
            super.unparseCall(writer, call, left, right);
          }
        }

        @Override
        public void unparseOffsetFetch(
            SqlWriter writer, @Nullable SqlNode offset, @Nullable SqlNode fetch) {
          if (fetch == null || !QueryUnparser.unparseWithTies(writer, offset, fetch)) {
            super.unparseOffsetFetch(writer, offset, fetch);
          }
        }
      };

  private CanonicalSql() {}

  static String of(SqlNode node) {
    return node.toSqlString(
            config ->
                config
                    .withDialect(DIALECT)
                    .withQuoteAllIdentifiers(true)
                    .withSelectListItemsOnSeparateLines(false)
                    .withUpdateSetListNewline(false)
                    .withClauseStartsLine(false)
                    .withIndentation(0)
                    .withLineFolding(SqlWriterConfig.LineFolding.WIDE))
        .getSql();
  }
}

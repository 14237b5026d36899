package io.mosql.sql.parser;

import org.apache.calcite.sql.SqlDialect;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlWriterConfig;
import org.apache.calcite.sql.dialect.AnsiSqlDialect;
import org.jspecify.annotations.Nullable;

/** Writes trees as SQL of ours: every name in double quotes, text as it is. */
final class CanonicalSql {
  private static final SqlDialect DIALECT =
      new AnsiSqlDialect(AnsiSqlDialect.DEFAULT_CONTEXT.withIdentifierQuoteString("\"")) {
        @Override
        public void quoteStringLiteral(StringBuilder out, @Nullable String charset, String text) {
          out.append('\'').append(text.replace("'", "''")).append('\'');
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

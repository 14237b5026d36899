package io.mosql.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.storage.commit.StoreOptions;
import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Test that docs/sql/limits.md documents the actual limits of the program. */
final class LimitsPageTest {
  private static final Pattern ROW =
      Pattern.compile("(?m)^\\| (.*?) \\| ([0-9,]+)[^|]*\\|[^|]*\\|$");

  @Test
  void limitsAreThoseOfTheProgram() throws IOException, ReflectiveOperationException {
    Map<String, Long> expected = new LinkedHashMap<>();
    expected.put("a name", of("io.mosql.sql.parser.MosqlParser", "MAX_IDENTIFIER_LENGTH"));
    expected.put("columns of a table", of("io.mosql.sql.ddl.ColumnCreation", "MAX_COLUMNS"));
    expected.put("bytes of a key", of("io.mosql.sql.exec.table.TableWriter", "KEY_BYTES_MAX"));
    expected.put(
        "bytes of a text", of("io.mosql.sql.exec.table.OverflowStorage", "VALUE_BYTES_MAX"));
    expected.put("characters of a text", of("io.mosql.sql.function.text.TextLengthLimit", "MAX"));
    expected.put("bytes of a BLOB or CLOB in", (long) Integer.MAX_VALUE);
    expected.put(
        "bytes of a BLOB or CLOB that", of("io.mosql.core.type.LargeObject", "LOADED_BYTES_MAX"));
    expected.put("`n` of `BLOB", of("io.mosql.sql.parser.impl.TypeGrammar", "MAX_LARGE_LENGTH"));
    expected.put("`n` of `VARCHAR", of("io.mosql.sql.parser.impl.TypeGrammar", "MAX_LENGTH"));
    expected.put("digits of a DECIMAL", of("io.mosql.core.type.SqlType", "MAX_DECIMAL_PRECISION"));
    expected.put("digits of a NUMERIC", of("io.mosql.core.type.SqlType", "MAX_NUMERIC_DIGITS"));
    expected.put("bytes that a", StoreOptions.DEFAULT.transactionBytesMax());
    expected.put("parameters", of("io.mosql.core.wire.ParameterCodec", "VALUES_MAX"));
    expected.put("words", of("io.mosql.sql.parser.SqlScanner", "MAX_TOKENS"));
    expected.put("grouping sets", of("io.mosql.sql.planner.rewrite.GroupingSetsRewrite", "MAX"));
    expected.put("digits of a number", of("io.mosql.sql.parser.SqlScanner", "MAX_DIGITS"));
    expected.put("parentheses", of("io.mosql.sql.parser.SqlScanner", "MAX_NESTING"));
    expected.put("operators", of("io.mosql.sql.parser.SqlScanner", "MAX_OPERATORS"));
    expected.put("depth", of("io.mosql.sql.parser.SyntaxTreeDepth", "MAX"));
    expected.put("views within", of("io.mosql.sql.planner.validate.ViewResolver", "MAX_DEPTH"));
    expected.put(
        "queries of views", of("io.mosql.sql.planner.validate.ViewResolver", "MAX_QUERIES"));
    expected.put("steps", of("io.mosql.sql.function.text.RegexMatcher", "MAX_STEPS"));
    expected.put("length", of("io.mosql.sql.function.text.RegexTranslator", "LONGEST"));
    expected.put("combining", of("io.mosql.sql.function.library.UnicodeLibrary", "MARKS_MAX"));
    expected.put(
        "characters of a pattern", of("io.mosql.sql.function.number.NumberPattern", "MAX_LENGTH"));
    expected.put("prepared", of("io.mosql.server.network.RequestExecutor", "STATEMENTS_MAX"));
    expected.put("open cursors", of("io.mosql.server.network.RequestExecutor", "CURSORS_MAX"));
    Map<String, Long> listed = new HashMap<>();
    Matcher row = ROW.matcher(Files.readString(Checkout.root().resolve("docs/sql/limits.md")));
    while (row.find()) {
      listed.put(row.group(1), Long.parseLong(row.group(2).replace(",", "")));
    }
    assertThat(listed).hasSameSizeAs(expected);
    expected.forEach(
        (what, limit) ->
            assertThat(listed)
                .as(what)
                .anySatisfy(
                    (title, value) -> {
                      assertThat(title).startsWith(what);
                      assertThat(value).isEqualTo(limit);
                    }));
  }

  private static long of(String type, String name) throws ReflectiveOperationException {
    Field constant = Class.forName(type).getDeclaredField(name);
    constant.setAccessible(true);
    return ((Number) constant.get(null)).longValue();
  }
}

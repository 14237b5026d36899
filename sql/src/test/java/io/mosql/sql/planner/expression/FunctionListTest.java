package io.mosql.sql.planner.expression;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.sql.function.FunctionSignatures;
import io.mosql.sql.function.FunctionTable;
import io.mosql.sql.function.RowFunctionTable;
import io.mosql.sql.function.define.FunctionSignature;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlSyntax;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.validate.SqlNameMatchers;
import org.junit.jupiter.api.Test;

/** Tests that the page of functions lists exactly the existing functions. */
final class FunctionListTest {
  private static final Path PAGE = Path.of("../docs/sql/functions.md");
  private static final Pattern CODE = Pattern.compile("`([a-z_0-9]+)[(` ]");

  /** Functions that are rewritten into other expressions before names are resolved. */
  private static final Set<String> REWRITTEN =
      Set.of(
          "CEILING",
          "IF",
          "ISNULL",
          "NVL2",
          "DATE_ADD",
          "DATE_SUB",
          "ADDDATE",
          "SUBDATE",
          "TO_TIMESTAMP",
          "TO_NUMBER",
          "MAKE_TIMESTAMPTZ",
          "JSON_ARRAYAGG",
          "JSON_OBJECTAGG",
          "ROW_TO_JSON");

  /** Names that are not functions: operators, and names of arguments. */
  private static final Set<String> OTHERS =
      Set.of("A", "B", "D", "S", "T", "P", "F", "G", "I", "N", "M", "X");

  private static Set<String> documented() throws IOException {
    Set<String> names = new TreeSet<>();
    for (String line : Files.readAllLines(PAGE)) {
      if (line.startsWith("| `")) {
        Matcher code = CODE.matcher(line.substring(0, line.lastIndexOf("` |") + 1));
        while (code.find()) {
          names.add(code.group(1).toUpperCase(Locale.ROOT));
        }
      }
    }
    names.removeAll(OTHERS);
    return names;
  }

  private static boolean exists(String name) {
    List<SqlOperator> found = new ArrayList<>();
    for (SqlSyntax syntax : SqlSyntax.values()) {
      MosqlOperatorTable.INSTANCE.lookupOperatorOverloads(
          new SqlIdentifier(name, SqlParserPos.ZERO),
          SqlFunctionCategory.USER_DEFINED_FUNCTION,
          syntax,
          found,
          SqlNameMatchers.withCaseSensitive(false));
    }
    return !found.isEmpty() || REWRITTEN.contains(name) || RowFunctionTable.find(name) != null;
  }

  @Test
  void everyFunctionOfThePageExists() throws IOException {
    assertThat(documented()).hasSizeGreaterThan(200);
    assertThat(documented().stream().filter(name -> !exists(name))).isEmpty();
    assertThat(exists("NO_SUCH_FUNCTION")).isFalse();
  }

  /** Functions whose arguments are written with keywords. */
  private static final Set<String> OF_KEYWORDS =
      Set.of(
          "CURRENT_CATALOG",
          "CURRENT_DATE",
          "CURRENT_ROLE",
          "CURRENT_TIME",
          "CURRENT_TIMESTAMP",
          "CURRENT_USER",
          "EXTRACT",
          "JSON_EXISTS",
          "JSON_OBJECTAGG",
          "JSON_QUERY",
          "JSON_VALUE",
          "LOCALTIME",
          "LOCALTIMESTAMP",
          "OVERLAY",
          "POSITION",
          "ROW_TO_JSON",
          "SESSION_USER",
          "TIMESTAMPADD",
          "TIMESTAMPDIFF",
          "TRIM",
          "USER");

  @Test
  void everyFunctionOfThePageHasASignature() throws IOException {
    Set<String> names = new TreeSet<>(documented());
    for (FunctionSignature signature : FunctionSignatures.all(new MosqlTypeFactory())) {
      names.remove(signature.name().toUpperCase(Locale.ROOT));
    }
    assertThat(names).isEqualTo(new TreeSet<>(OF_KEYWORDS));
  }

  @Test
  void everyFunctionIsOnThePage() throws IOException {
    Set<String> names = new TreeSet<>(FunctionTable.names());
    // what stands for syntax
    names.removeIf(name -> name.indexOf(' ') >= 0 || name.equals("ARRAY"));
    // the parser's name of TRANSLATE with three arguments, and functions that replace operators
    names.removeAll(Set.of("TRANSLATE3", "IS_NORMALIZED", "ROW_TEXT"));
    assertThat(documented()).containsAll(names);
  }
}

package io.mosql.server.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.server.Checkout;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Test that docs/operations/server.md lists every setting, in order, with its default. */
final class SettingsDocumentationTest {
  private static final Pattern ROW = Pattern.compile("(?m)^\\| `([a-z-]+)` \\| ([^|]*) \\|");

  @Test
  void everySettingIsListedWithItsDefault() throws IOException {
    String text = Files.readString(Checkout.root().resolve("docs/operations/server.md"));
    String table = text.substring(text.indexOf("## Settings"), text.indexOf("## Stopping"));
    List<MatchResult> rows = ROW.matcher(table).results().toList();
    assertThat(rows.stream().map(row -> row.group(1)))
        .containsExactlyElementsOf(
            Arrays.stream(ServerSetting.values()).map(ServerSetting::key).toList());
    for (MatchResult row : rows) {
      String otherwise = Objects.requireNonNull(ServerSetting.ofKey(row.group(1))).defaultValue();
      if (otherwise != null) {
        assertThat(row.group(2)).as(row.group(1)).isEqualTo(otherwise);
      }
    }
  }
}

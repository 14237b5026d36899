package io.mosql.server.admin;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Static files of the console. Immutable. */
final class StaticFiles {
  private static final Map<String, String> TYPES =
      Map.of(
          "index.html", "text/html; charset=utf-8",
          "console.css", "text/css; charset=utf-8",
          "console.js", "text/javascript; charset=utf-8",
          "charts.js", "text/javascript; charset=utf-8",
          "statements.js", "text/javascript; charset=utf-8",
          "icon.svg", "image/svg+xml");

  private final Map<String, AdminResponse> byPath = new TreeMap<>();

  StaticFiles() {
    TYPES.forEach((name, type) -> byPath.put("/" + name, AdminResponse.of(200, type, read(name))));
    byPath.put("/", java.util.Objects.requireNonNull(byPath.get("/index.html")));
  }

  private static byte[] read(String name) {
    try (InputStream in = StaticFiles.class.getResourceAsStream("console/" + name)) {
      if (in == null) {
        throw new IllegalStateException("the console lacks " + name);
      }
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Nullable AdminResponse get(String path) {
    return byPath.get(path);
  }
}

package io.mosql.benchmarks.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * HTTP client for the admin port of a node. A node that does not answer tells nothing. Thread-safe.
 */
final class AdminClient {
  private static final Duration LOOK = Duration.ofMillis(500);
  private static final Duration WALK = Duration.ofSeconds(60);
  private static final int OK = 200;

  /** A figure of the database, or of the whole server. */
  private static final Pattern FIGURE =
      Pattern.compile("^([a-z0-9_]+)(?:\\{([^}]*)\\})? (\\S+)$", Pattern.MULTILINE);

  private final HttpClient client;
  private final int port;
  private final String database;

  /**
   * @param database whose figures count
   */
  AdminClient(HttpClient client, int port, String database) {
    this.client = client;
    this.port = port;
    this.database = database;
  }

  /** One for all nodes. */
  static HttpClient client() {
    return HttpClient.newBuilder().connectTimeout(LOOK).build();
  }

  /**
   * What a node holds.
   *
   * @param position of the root that was read
   * @param hash of all that is in it
   */
  record Content(long position, String hash) {}

  /** Whether it takes clients. */
  boolean ready() throws InterruptedException {
    return get("/ready", LOOK) != null;
  }

  /** Figures by name; those with other labels than the database are added up. */
  @Nullable Map<String, Double> readMetrics() throws InterruptedException {
    String text = get("/metrics", LOOK);
    return text == null ? null : parse(text, database);
  }

  static Map<String, Double> parse(String text, String database) {
    String wanted = "database=\"" + database + "\"";
    Map<String, Double> figures = new TreeMap<>();
    Matcher line = FIGURE.matcher(text);
    while (line.find()) {
      String labels = line.group(2);
      if (labels == null || !labels.contains("database=") || labels.contains(wanted)) {
        figures.merge(line.group(1), Double.parseDouble(line.group(3)), Double::sum);
      }
    }
    return figures;
  }

  /**
   * What the database holds there.
   *
   * @return null when the node does not say
   */
  @Nullable Content content() throws InterruptedException {
    String text = get("/content?database=" + database, WALK);
    if (text == null) {
      return null;
    }
    try {
      JsonNode found = new ObjectMapper().readTree(text);
      return new Content(found.path("position").asLong(-1), found.path("hash").asText(""));
    } catch (IOException e) {
      return null;
    }
  }

  private @Nullable String get(String path, Duration patience) throws InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
            .timeout(patience)
            .build();
    try {
      HttpResponse<String> answer = client.send(request, HttpResponse.BodyHandlers.ofString());
      return answer.statusCode() == OK ? answer.body() : null;
    } catch (IOException e) {
      return null;
    }
  }
}

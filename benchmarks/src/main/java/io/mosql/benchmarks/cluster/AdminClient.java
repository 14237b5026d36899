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
 * HTTP client for the admin port of a node. Requests to a node that does not respond return an
 * empty result. Thread-safe.
 */
final class AdminClient {
  private static final Duration LOOK = Duration.ofMillis(500);
  private static final Duration WALK = Duration.ofSeconds(60);
  private static final int OK = 200;

  /** Metric line of the database or of the whole server. */
  private static final Pattern FIGURE =
      Pattern.compile("^([a-z0-9_]+)(?:\\{([^}]*)\\})? (\\S+)$", Pattern.MULTILINE);

  private final HttpClient client;
  private final int port;
  private final String database;

  /**
   * @param database database whose metrics are read
   */
  AdminClient(HttpClient client, int port, String database) {
    this.client = client;
    this.port = port;
    this.database = database;
  }

  /** Creates the HTTP client shared by all nodes. */
  static HttpClient client() {
    return HttpClient.newBuilder().connectTimeout(LOOK).build();
  }

  /**
   * Content of the database on a node.
   *
   * @param position log position of the version that was read
   * @param hash hash of all its contents
   */
  record Content(long position, String hash) {}

  /** Whether the node accepts clients. */
  boolean ready() throws InterruptedException {
    return get("/ready", LOOK) != null;
  }

  /** Reads the metrics by name; metrics with labels other than the database are summed. */
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
   * Reads position and hash of the database on this node.
   *
   * @return null when the node does not report it
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

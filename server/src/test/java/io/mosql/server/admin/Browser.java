package io.mosql.server.admin;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Headless Chromium with one page, controlled by the DevTools protocol. Confined to one thread. */
final class Browser implements AutoCloseable {
  private static final long SECONDS_MAX = 30;
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Process process;
  private final WebSocket socket;
  private final AtomicInteger calls = new AtomicInteger();
  private final Map<Integer, CompletableFuture<JsonNode>> answers;
  private final List<String> complaints;

  private Browser(
      Process process,
      WebSocket socket,
      Map<Integer, CompletableFuture<JsonNode>> answers,
      List<String> complaints) {
    this.process = process;
    this.socket = socket;
    this.answers = answers;
    this.complaints = complaints;
  }

  /** Path of Chromium, if installed. */
  static Optional<Path> program() {
    String given = System.getenv("CHROMIUM");
    Stream<Path> known =
        Stream.of("chromium", "chromium-browser", "google-chrome")
            .flatMap(name -> Stream.of("/usr/bin/" + name, "/usr/local/bin/" + name))
            .map(Path::of);
    return Stream.concat(Stream.ofNullable(given).map(Path::of), known)
        .filter(Files::isExecutable)
        .findFirst();
  }

  /**
   * Starts the browser.
   *
   * @param profile empty profile directory
   */
  static Browser start(Path program, Path profile) throws Exception {
    Process process =
        new ProcessBuilder(
                program.toString(),
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--disable-background-networking",
                "--no-first-run",
                "--hide-scrollbars",
                "--remote-debugging-port=0",
                "--user-data-dir=" + profile,
                "about:blank")
            .redirectErrorStream(true)
            .redirectOutput(profile.resolve("chromium.log").toFile())
            .start();
    try {
      HttpClient client = HttpClient.newHttpClient();
      String port = port(process, profile);
      String page = page(client, port);
      Map<Integer, CompletableFuture<JsonNode>> answers = new ConcurrentHashMap<>();
      List<String> complaints = new CopyOnWriteArrayList<>();
      WebSocket socket =
          client
              .newWebSocketBuilder()
              .buildAsync(URI.create(page), new Listener(answers, complaints))
              .get(SECONDS_MAX, TimeUnit.SECONDS);
      Browser browser = new Browser(process, socket, answers, complaints);
      browser.call("Page.enable", Map.of());
      browser.call("Runtime.enable", Map.of());
      browser.call("Log.enable", Map.of());
      return browser;
    } catch (Exception | Error e) {
      process.destroyForcibly();
      throw e;
    }
  }

  private static String port(Process process, Path profile) throws IOException {
    Path file = profile.resolve("DevToolsActivePort");
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS_MAX);
    while (System.nanoTime() < end && process.isAlive()) {
      if (Files.exists(file)) {
        List<String> lines = Files.readAllLines(file);
        if (lines.size() >= 2) {
          return lines.get(0);
        }
      }
      LockSupport.parkNanos(10_000_000);
    }
    throw new IOException(
        "Chromium did not start: " + Files.readString(profile.resolve("chromium.log")));
  }

  private static String page(HttpClient client, String port) throws Exception {
    HttpRequest list =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/json/list")).build();
    for (JsonNode target : JSON.readTree(client.send(list, BodyHandlers.ofString()).body())) {
      if (target.path("type").asText().equals("page")) {
        return target.path("webSocketDebuggerUrl").asText();
      }
    }
    throw new IOException("Chromium has no page");
  }

  /** Listener of messages from the page. */
  private static final class Listener implements WebSocket.Listener {
    private final Map<Integer, CompletableFuture<JsonNode>> answers;
    private final List<String> complaints;
    private final StringBuilder text = new StringBuilder();

    Listener(Map<Integer, CompletableFuture<JsonNode>> answers, List<String> complaints) {
      this.answers = answers;
      this.complaints = complaints;
    }

    @Override
    public @Nullable CompletionStage<?> onText(WebSocket socket, CharSequence data, boolean last) {
      text.append(data);
      if (last) {
        String message = text.toString();
        text.setLength(0);
        try {
          take(JSON.readTree(message));
        } catch (IOException e) {
          complaints.add("not JSON: " + message);
        }
      }
      socket.request(1);
      return null;
    }

    private void take(JsonNode message) {
      CompletableFuture<JsonNode> waiting = answers.remove(message.path("id").asInt());
      if (waiting != null) {
        waiting.complete(message);
      }
      JsonNode parameters = message.path("params");
      switch (message.path("method").asText()) {
        case "Runtime.exceptionThrown" ->
            complaints.add(parameters.path("exceptionDetails").toString());
        case "Log.entryAdded" -> {
          JsonNode entry = parameters.path("entry");
          if (entry.path("level").asText().equals("error")) {
            complaints.add(entry.path("text").asText() + " " + entry.path("url").asText());
          }
        }
        default -> {
          // Ignored.
        }
      }
    }
  }

  private JsonNode call(String method, Map<String, Object> parameters) throws Exception {
    int id = calls.incrementAndGet();
    CompletableFuture<JsonNode> answer = new CompletableFuture<>();
    answers.put(id, answer);
    ObjectNode message = JSON.createObjectNode().put("id", id).put("method", method);
    message.set("params", JSON.valueToTree(parameters));
    socket.sendText(message.toString(), true).get(SECONDS_MAX, TimeUnit.SECONDS);
    JsonNode got = answer.get(2 * SECONDS_MAX, TimeUnit.SECONDS);
    if (got.has("error")) {
      throw new IOException(method + ": " + got.path("error"));
    }
    return got.path("result");
  }

  void open(String url) throws Exception {
    call("Page.navigate", Map.of("url", url));
  }

  /** Evaluates an expression and waits for promises. */
  JsonNode value(String expression) throws Exception {
    JsonNode result =
        call(
            "Runtime.evaluate",
            Map.of("expression", expression, "awaitPromise", true, "returnByValue", true));
    if (result.has("exceptionDetails")) {
      throw new IOException(expression + ": " + result.path("exceptionDetails"));
    }
    return result.path("result").path("value");
  }

  String text(String selector) throws Exception {
    return value("document.querySelector('" + selector + "')?.innerText ?? ''").asText();
  }

  void click(String selector) throws Exception {
    value("document.querySelector('" + selector + "').click()");
  }

  void type(String selector, String text) throws Exception {
    value("document.querySelector('" + selector + "').value = " + JSON.writeValueAsString(text));
  }

  /** Waits until a condition holds in the page. */
  void await(String condition) throws Exception {
    String promise =
        "new Promise(done => { const end = Date.now() + "
            + TimeUnit.SECONDS.toMillis(SECONDS_MAX)
            + "; const look = () => { let holds = false; try { holds = !!("
            + condition
            + "); } catch (e) { } if (holds || Date.now() > end) done(holds);"
            + " else setTimeout(look, 15); }; look(); })";
    if (!value(promise).asBoolean()) {
      throw new AssertionError("never came true: " + condition + "; the page says " + text("body"));
    }
  }

  void look(int width, int height, boolean dark) throws Exception {
    call(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
    call(
        "Emulation.setEmulatedMedia",
        Map.of(
            "features",
            List.of(Map.of("name", "prefers-color-scheme", "value", dark ? "dark" : "light"))));
  }

  byte[] picture() throws Exception {
    JsonNode result = call("Page.captureScreenshot", Map.of("format", "png"));
    return Base64.getDecoder().decode(result.path("data").asText());
  }

  /**
   * Script errors and errors reported by the browser, such as violations of its security policy.
   */
  List<String> complaints() {
    return complaints;
  }

  @Override
  public void close() {
    socket.abort();
    process.destroy();
    try {
      if (!process.waitFor(5, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      process.destroyForcibly();
    }
  }
}

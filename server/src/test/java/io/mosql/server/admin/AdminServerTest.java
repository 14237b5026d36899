package io.mosql.server.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.mosql.core.error.MosqlException;
import io.mosql.core.session.Session;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests of the admin port with correct and malicious HTTP clients. */
@Timeout(60)
final class AdminServerTest {
  private static final String TOKEN = "a-token-that-is-long-enough";
  private static final ObjectMapper JSON = new ObjectMapper();

  private final HttpClient client = HttpClient.newHttpClient();
  private AdminTestServer server;

  @BeforeEach
  void start() throws IOException {
    server = AdminTestServer.open();
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private void restart(AdminOptions options) throws IOException {
    server.close();
    server = new AdminTestServer(options);
  }

  private HttpRequest.Builder to(String path) {
    return HttpRequest.newBuilder(URI.create(server.url() + path));
  }

  private HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
    return client.send(request.build(), BodyHandlers.ofString());
  }

  private HttpResponse<String> get(String path) throws Exception {
    return send(to(path));
  }

  private HttpRequest.Builder post(String path, String body) {
    return to(path)
        .POST(BodyPublishers.ofString(body))
        .header("Content-Type", "application/json")
        .header("X-MoSQL-Console", "1");
  }

  private static String login(String user, String password) {
    return "{\"user\":\"" + user + "\",\"password\":\"" + password + "\"}";
  }

  private String cookie(String user) throws Exception {
    HttpResponse<String> answer = send(post("/api/login", login(user, AdminTestServer.PASSWORD)));
    assertThat(answer.statusCode()).isEqualTo(200);
    String set = answer.headers().firstValue("set-cookie").orElseThrow();
    assertThat(set).contains("; HttpOnly", "; SameSite=Strict", "; Path=/");
    return set.substring(0, set.indexOf(';'));
  }

  private JsonNode query(String cookie, String sql) throws Exception {
    String body = JSON.createObjectNode().put("sql", sql).toString();
    return JSON.readTree(send(post("/api/query", body).header("Cookie", cookie)).body());
  }

  private Socket connect() throws IOException {
    return new Socket(InetAddress.getLoopbackAddress(), server.door.address().getPort());
  }

  /**
   * Sends raw bytes; returns the first line of the response, or an empty text when the connection
   * was closed.
   */
  private String raw(String request) throws IOException {
    try (Socket socket = connect()) {
      socket.setSoTimeout(20_000);
      socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
      InputStream in = socket.getInputStream();
      String all = new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
      return all.lines().findFirst().orElse("");
    }
  }

  @Test
  void healthAndReadinessAreSeparate() throws Exception {
    assertThat(get("/health").body()).isEqualTo("ok\n");
    assertThat(get("/ready").statusCode()).isEqualTo(200);
    server.unready = "the server is going away";
    assertThat(get("/health").statusCode()).isEqualTo(200);
    HttpResponse<String> ready = get("/ready");
    assertThat(ready.statusCode()).isEqualTo(503);
    assertThat(ready.body()).isEqualTo("the server is going away\n");
    assertThat(get("/metrics").body()).contains("\nmosql_ready 0.0\n");
    assertThat(send(to("/health").method("HEAD", BodyPublishers.noBody())).body()).isEmpty();
    assertThat(get("/nothing").statusCode()).isEqualTo(404);
    assertThat(get("/console/../AdminDoor.class").statusCode()).isEqualTo(404);
    assertThat(send(to("/health").DELETE()).statusCode()).isEqualTo(405);
  }

  @Test
  void everyAnswerForbidsWhatTheConsoleDoesNotNeed() throws Exception {
    for (String path : new String[] {"/", "/console.js", "/metrics", "/nothing", "/api/hello"}) {
      HttpResponse<String> answer = get(path);
      assertThat(answer.headers().firstValue("content-security-policy").orElse(""))
          .startsWith("default-src 'none'")
          .doesNotContain("unsafe");
      assertThat(answer.headers().firstValue("x-content-type-options")).contains("nosniff");
      assertThat(answer.headers().firstValue("access-control-allow-origin")).isEmpty();
      assertThat(answer.headers().firstValue("cache-control")).contains("no-store");
    }
  }

  @Test
  void metricsCountWhatHappened() throws Exception {
    server.run("create table t (id int primary key); insert into t values (1), (2)");
    try (Session session = server.session()) {
      AdminTestServer.run(session, "select * from t");
      assertThatThrownBy(() -> AdminTestServer.run(session, "insert into t values (1)"))
          .isInstanceOf(MosqlException.class);
      String metrics = get("/metrics").body();
      assertThat(metrics)
          .contains("mosql_statement_seconds_count{kind=\"insert\"} 2\n")
          .contains("mosql_rows_total{kind=\"insert\"} 2.0\n")
          .contains("mosql_errors_total{sqlstate=\"23505\"} 1.0\n")
          .contains("mosql_sessions{state=\"idle\"} 1.0\n")
          .containsPattern("mosql_commits_total\\{database=\"shop\"\\} [1-9]")
          .containsPattern("mosql_commit_seconds_bucket\\{le=\"\\+Inf\"\\} [1-9]")
          .contains("jvm_memory_used_bytes");
    }
  }

  @Test
  void contentsHaveAPositionAndAHashThatChangesWithThem() throws Exception {
    server.run("create table t (id int primary key); insert into t values (1), (2)");
    JsonNode before = JSON.readTree(get("/content?database=shop").body());
    assertThat(before.path("hash").asText()).matches("[0-9a-f]{16}");
    assertThat(JSON.readTree(get("/content?database=shop").body())).isEqualTo(before);
    server.run("update t set id = 3 where id = 2");
    JsonNode after = JSON.readTree(get("/content?database=shop").body());
    assertThat(after.path("position").asLong()).isGreaterThan(before.path("position").asLong());
    assertThat(after.path("hash")).isNotEqualTo(before.path("hash"));
    assertThat(get("/content?database=other").statusCode()).isEqualTo(404);
    assertThat(get("/content").statusCode()).isEqualTo(400);
    restart(AdminOptions.of("127.0.0.1", 0, TOKEN));
    assertThat(get("/content?database=shop").statusCode()).isEqualTo(401);
  }

  @Test
  void beyondLoopbackATokenIsNeeded() throws Exception {
    assertThatThrownBy(() -> AdminOptions.of("0.0.0.0", 0, null))
        .isInstanceOfSatisfying(
            MosqlException.class, e -> assertThat(e.sqlState()).isEqualTo("22023"));
    assertThatThrownBy(() -> AdminOptions.of("127.0.0.1", 0, "short"))
        .isInstanceOf(MosqlException.class);
    assertThat(AdminOptions.of("0.0.0.0", 0, TOKEN).toString()).doesNotContain(TOKEN);
  }

  @Test
  void aTokenIsAskedForWhereThereIsOne() throws Exception {
    restart(AdminOptions.of("127.0.0.1", 0, TOKEN));
    HttpResponse<String> none = get("/metrics");
    assertThat(none.statusCode()).isEqualTo(401);
    assertThat(none.headers().firstValue("www-authenticate")).contains("Bearer");
    assertThat(send(to("/metrics").header("Authorization", "Bearer " + TOKEN + "x")).statusCode())
        .isEqualTo(401);
    assertThat(send(to("/metrics").header("Authorization", "Bearer " + TOKEN)).statusCode())
        .isEqualTo(200);
    assertThat(get("/health").statusCode()).isEqualTo(200);
    String login = login("admin", AdminTestServer.PASSWORD);
    assertThat(send(post("/api/login", login)).statusCode()).isEqualTo(401);
    HttpResponse<String> in =
        send(post("/api/login", login).header("Authorization", "Bearer " + TOKEN));
    assertThat(in.statusCode()).isEqualTo(200);
    assertThat(in.headers().firstValue("set-cookie")).isPresent();
    assertThat(JSON.readTree(get("/api/hello").body()).path("wantsToken").asBoolean()).isTrue();
  }

  @Test
  void namesThatDnsCouldLieAboutAreRefused() throws Exception {
    assertThat(raw("GET /metrics HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n"))
        .isEqualTo("HTTP/1.1 421 Misdirected Request");
    assertThat(raw("GET /health HTTP/1.1\r\nConnection: close\r\n\r\n")).contains(" 400 ");
    for (String host : new String[] {"localhost:1", "127.0.0.1", "[::1]:80", "10.0.0.7:7434"}) {
      assertThat(raw("GET /health HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n"))
          .isEqualTo("HTTP/1.1 200 OK");
    }
    restart(AdminOptions.of("127.0.0.1", 0, null).withHostNames(java.util.List.of("DB.example")));
    assertThat(raw("GET /health HTTP/1.1\r\nHost: db.example:99\r\nConnection: close\r\n\r\n"))
        .isEqualTo("HTTP/1.1 200 OK");
  }

  @Test
  void otherPagesCanDoNothing() throws Exception {
    String cookie = cookie("admin");
    String sql = "{\"sql\":\"select 1\"}";
    assertThat(
            send(post("/api/query", sql)
                    .header("Cookie", cookie)
                    .header("Origin", "http://evil.example"))
                .statusCode())
        .isEqualTo(403);
    assertThat(
            send(to("/api/sessions")
                    .header("Cookie", cookie)
                    .header("Sec-Fetch-Site", "cross-site"))
                .statusCode())
        .isEqualTo(403);
    HttpRequest.Builder form =
        to("/api/query").POST(BodyPublishers.ofString(sql)).header("Cookie", cookie);
    assertThat(send(form).statusCode()).isEqualTo(415);
    assertThat(send(form.header("Content-Type", "application/json")).statusCode()).isEqualTo(415);
    assertThat(
            send(post("/api/query", sql).header("Cookie", cookie).header("Origin", server.url()))
                .statusCode())
        .isEqualTo(200);
  }

  @Test
  void statementsRunAsTheAccountThatLoggedIn() throws Exception {
    assertThat(send(post("/api/query", "{\"sql\":\"select 1\"}")).statusCode()).isEqualTo(401);
    String cookie = cookie("clerk");
    assertThat(query(cookie, "select current_user").path("rows").path(0).path(0).asText())
        .isEqualTo("clerk");
    server.run("create table t (id int primary key, b varbinary(10), d date, n decimal(6, 2))");
    assertThat(
            query(
                    cookie,
                    "insert into t values (1, x'00ff', date '2024-02-29', 1.5), (2, null, null,"
                        + " null)")
                .path("updateCount")
                .asInt())
        .isEqualTo(2);
    JsonNode rows = query(cookie, "select * from t order by id").path("rows");
    assertThat(rows.toString())
        .isEqualTo("[[\"1\",\"\\\\x00ff\",\"2024-02-29\",\"1.50\"],[\"2\",null,null,null]]");
    JsonNode error = query(cookie, "select x from t").path("error");
    assertThat(error.path("sqlState").asText()).isEqualTo("42703");
    assertThat(error.path("position").asInt()).isEqualTo(8);
    assertThat(query(cookie, "begin").path("inTransaction").asBoolean()).isTrue();
    assertThat(query(cookie, "delete from t").path("updateCount").asInt()).isEqualTo(2);
    assertThat(query(cookie, "rollback").path("inTransaction").asBoolean()).isFalse();
    assertThat(query(cookie, "select count(*) from t").path("rows").path(0).path(0).asText())
        .isEqualTo("2");
    assertThat(send(to("/api/live").header("Cookie", cookie)).statusCode()).isEqualTo(403);
  }

  @Test
  void resultsAreBounded() throws Exception {
    restart(
        AdminOptions.of("127.0.0.1", 0, null)
            .withLimits(10, 1_000, Duration.ofSeconds(30), Duration.ofMinutes(1), 5));
    server.run("create table t (id int primary key); insert into t values (1),(2),(3),(4),(5)");
    String cookie = cookie("clerk");
    assertThat(query(cookie, "select * from t").path("more").asBoolean()).isFalse();
    server.run("insert into t values (6)");
    JsonNode answer = query(cookie, "select * from t");
    assertThat(answer.path("rows")).hasSize(5);
    assertThat(answer.path("more").asBoolean()).isTrue();
    assertThat(send(post("/api/query", "{\"sql\":\"" + "x".repeat(2_000) + "\"}")).statusCode())
        .isEqualTo(413);
  }

  @Test
  void guessingPasswordsIsSlow() throws Exception {
    for (int i = 0; i < 3; i++) {
      assertThat(send(post("/api/login", login("clerk", "guess"))).body()).contains("28P01");
      assertThat(send(post("/api/login", login("unknown", "guess"))).body()).contains("28P01");
    }
    // The delays of logins at the client port count here, too.
    for (String user : List.of("clerk", "unknown")) {
      for (int i = 0; i < 10; i++) {
        server.throttle.failed(user, "127.0.0.1", System.nanoTime());
        server.throttle.acquireDelayNanos(user, "127.0.0.1", System.nanoTime(), Long.MAX_VALUE);
      }
    }
    assertThat(send(post("/api/login", login("clerk", AdminTestServer.PASSWORD))).body())
        .contains("28000");
    assertThat(send(post("/api/login", login("unknown", "guess"))).body()).contains("28000");
  }

  @Test
  void loginsLogoutsAndRejectionsAreAudited() throws Exception {
    send(post("/api/login", login("clerk", "guess")));
    send(post("/api/logout", "{}").header("Cookie", cookie("admin")));
    cookie("clerk");
    AdminTestServer first = server;
    restart(AdminOptions.of("127.0.0.1", 0, null));
    assertThat(first.audited)
        .containsExactly(
            "LOGIN_FAILED clerk 28P01",
            "LOGIN admin null",
            "LOGOUT admin null",
            "LOGIN clerk null",
            "LOGOUT clerk null");
  }

  @Test
  void aLoginEndsWhenItIsLeftAloneOrLogsOut() throws Exception {
    String cookie = cookie("admin");
    HttpResponse<String> out = send(post("/api/logout", "{}").header("Cookie", cookie));
    assertThat(out.headers().firstValue("set-cookie").orElse("")).contains("Max-Age=0");
    assertThat(send(to("/api/sessions").header("Cookie", cookie)).statusCode()).isEqualTo(401);
    assertThat(server.sessions()).isEmpty();

    restart(
        AdminOptions.of("127.0.0.1", 0, null)
            .withLimits(10, 1_000, Duration.ofSeconds(30), Duration.ofNanos(1), 5));
    cookie = cookie("admin");
    assertThat(send(to("/api/sessions").header("Cookie", cookie)).statusCode()).isEqualTo(401);
    assertThat(server.sessions()).isEmpty();
  }

  @Test
  void aKilledConsoleGoesOnWithAnotherSession() throws Exception {
    String cookie = cookie("clerk");
    query(cookie, "begin");
    try (Session other = server.session()) {
      Object id =
          AdminTestServer.run(
              other, "select session_id from mosql.sessions where state = 'idle in transaction'");
      AdminTestServer.run(other, "kill " + id);
    }
    assertThat(query(cookie, "select 1").path("inTransaction").asBoolean(true)).isFalse();
  }

  @Test
  void oneStatementAtATime() throws Exception {
    server.run("create table t (id int primary key); insert into t values (1)");
    String cookie = cookie("clerk");
    try (Session holder = server.session()) {
      holder.setAutoCommit(false);
      AdminTestServer.run(holder, "delete from t");
      CompletableFuture<HttpResponse<String>> waits =
          client.sendAsync(
              post("/api/query", "{\"sql\":\"delete from t\"}").header("Cookie", cookie).build(),
              BodyHandlers.ofString());
      while (!server.sessions().containsKey("waiting")) {
        Thread.onSpinWait();
      }
      assertThat(query(cookie, "select 1").path("error").path("sqlState").asText())
          .isEqualTo("55000");
      assertThat(send(to("/api/waits").header("Cookie", cookie)).body()).contains("waiting");
      send(post("/api/cancel", "{}").header("Cookie", cookie));
      assertThat(waits.get().body()).contains("57014");
    }
  }

  @Test
  void whatIsNoRequestIsRefusedAndSlowOnesAreClosed() throws Exception {
    assertThat(raw("\u0016\u0003\u0001 what\r\n\r\n")).contains(" 400 ");
    assertThat(raw("GET /" + "x".repeat(9_000) + " HTTP/1.1\r\nHost: localhost\r\n\r\n"))
        .contains(" 400 ");
    assertThat(raw("GET / HTTP/1.1\r\nHost: localhost\r\nX: " + "y".repeat(20_000) + "\r\n\r\n"))
        .contains(" 400 ");
    restart(
        AdminOptions.of("127.0.0.1", 0, null)
            .withLimits(2, 1_000, Duration.ofMillis(300), Duration.ofMinutes(1), 5));
    assertThat(raw("GET /health HTTP/1.1\r\nHost: loc")).isEmpty();
    try (Socket one = connect();
        Socket two = connect()) {
      one.getOutputStream().write("GET /health HTTP/1.1\r\n".getBytes(StandardCharsets.UTF_8));
      assertThat(one.getInputStream().read()).isEqualTo(-1);
      assertThat(two.getInputStream().read()).isEqualTo(-1);
    }
    assertThat(get("/health").statusCode()).isEqualTo(200);
  }
}

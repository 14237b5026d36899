package io.mosql.server.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.mosql.core.session.Session;
import io.mosql.testkit.Sampled;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests of the console in a real browser. With the environment variable MOSQL_PICTURES, screenshots
 * are written to that directory.
 */
@Sampled(percent = 40, methods = true)
@Timeout(180)
final class AdminConsoleTest {
  private static final String ERROR = "select id,\n  nane from item";

  private AdminTestServer server;
  private Browser browser;

  @BeforeEach
  void start(@TempDir(cleanup = CleanupMode.NEVER) Path profile) throws Exception {
    Optional<Path> program = Browser.program();
    assumeTrue(
        program.isPresent(), "SKIPPED: there is no Chromium here; install it, or set CHROMIUM");
    server = AdminTestServer.open();
    server.run(
        "create table item (id int primary key, name varchar(40), price decimal(8, 2));"
            + "create table stock (item int primary key references item, pieces int);"
            + "create index item_name on item (name);"
            + "insert into item values (1, 'bolt', 0.25), (2, 'nut', 0.20), (3, null, 17.00);"
            + "insert into stock values (1, 400), (2, 250), (3, 7)");
    browser = Browser.start(program.get(), profile);
    browser.look(1280, 860, false);
  }

  @AfterEach
  void stop() {
    if (browser != null) {
      browser.close();
    }
    if (server != null) {
      server.close();
    }
  }

  private void login(String user) throws Exception {
    browser.open(server.url() + "/");
    browser.await("document.querySelector('#login') && !document.querySelector('#login').hidden");
    browser.type("#user", user);
    browser.type("#password", AdminTestServer.PASSWORD);
    browser.click("#login-form button");
    browser.await("!document.querySelector('#app').hidden");
  }

  private void run(String sql) throws Exception {
    browser.click("[data-page=query]");
    browser.type("#sql", sql);
    browser.value("document.querySelector('#results').replaceChildren()");
    browser.click("#run");
    browser.await("document.querySelector('.result') && !document.querySelector('#run').disabled");
  }

  private void picture(String name) throws Exception {
    String directory = System.getenv("MOSQL_PICTURES");
    if (directory != null) {
      Files.createDirectories(Path.of(directory));
      Files.write(Path.of(directory, name + ".png"), browser.picture());
    }
  }

  @Test
  void aWrongPasswordIsReportedAndTheRightOneLogsIn() throws Exception {
    browser.open(server.url() + "/");
    browser.await("!document.querySelector('#login').hidden");
    picture("login");
    browser.type("#user", "admin");
    browser.type("#password", "pen");
    browser.click("#login-form button");
    browser.await("!document.querySelector('#login-error').hidden");
    assertThat(browser.text("#login-error")).contains("password authentication failed");
    assertThat(browser.value("document.cookie").asText()).isEmpty();
    login("admin");
    assertThat(browser.text("#who")).isEqualTo("admin");
    assertThat(browser.value("document.cookie").asText()).isEmpty();
    browser.click("#logout");
    browser.await("!document.querySelector('#login').hidden");
    assertThat(browser.complaints()).isEmpty();
  }

  @Test
  void queriesShowRowsAndErrorsAreMarked() throws Exception {
    login("clerk");
    run("select id, name, price from item order by id; update stock set pieces = pieces + 1;");
    assertThat(browser.value("document.querySelectorAll('.result').length").asInt()).isEqualTo(2);
    assertThat(browser.value("document.querySelectorAll('.result tbody tr').length").asInt())
        .isEqualTo(3);
    assertThat(browser.text(".result tbody tr:nth-child(1)")).contains("bolt").contains("0.25");
    assertThat(browser.text(".result tbody tr:nth-child(3) td.null")).isEqualTo("NULL");
    assertThat(browser.text(".result:nth-child(2) .title")).startsWith("3 rows changed");
    picture("query");

    run("select 1;\n" + ERROR);
    assertThat(browser.text(".result.failed .title b")).isEqualTo("42703");
    assertThat(browser.text(".result.failed mark")).isEqualTo("nane");
    assertThat(
            browser
                .value(
                    "(b => b.value.slice(b.selectionStart, b.selectionEnd))"
                        + "(document.querySelector('#sql'))")
                .asText())
        .isEqualTo("nane");
    picture("error");

    run("begin");
    assertThat(browser.value("document.querySelector('#transaction').hidden").asBoolean())
        .isFalse();
    run("rollback");
    assertThat(browser.value("document.querySelector('#transaction').hidden").asBoolean()).isTrue();
    assertThat(browser.complaints()).isEmpty();
  }

  @Test
  void explainDrawsThePlan() throws Exception {
    login("clerk");
    String join =
        "select i.name, s.pieces from item i join stock s on s.item = i.id where i.name <> '<b>'";
    explain("#explain", join);
    assertThat(shadow("querySelectorAll('.box').length")).isEqualTo("4");
    assertThat(shadow("textContent")).contains("<b>", "Not executed", "stock s");
    assertThat(shadow("querySelectorAll('b').length - r.querySelectorAll('.condition b').length"))
        .isEqualTo("0");
    // The style is that of the page: the first box is as wide as the picture.
    assertThat(
            shadow(
                "querySelector('.bar i').getBoundingClientRect().height"
                    + " + '/' + getComputedStyle(r.querySelector('.node')).flexGrow"))
        .isEqualTo("5/100");
    picture("plan");

    explain("#analyze", "update stock set pieces = pieces + 1 where item < 3");
    assertThat(shadow("textContent")).contains("execution", "rows read");
    run("select pieces from stock where item = 1");
    assertThat(browser.text(".result tbody td")).isEqualTo("401");

    explain("#explain", ERROR);
    assertThat(browser.text(".result.failed mark")).isEqualTo("nane");
    run("explain (format html) select 1");
    assertThat(shadow("querySelectorAll('.box').length")).isEqualTo("2");
    assertThat(browser.complaints()).isEmpty();
  }

  private void explain(String button, String sql) throws Exception {
    browser.click("[data-page=query]");
    browser.type("#sql", sql);
    browser.value("document.querySelector('#results').replaceChildren()");
    browser.click(button);
    browser.await("document.querySelector('.result') && !document.querySelector('#run').disabled");
  }

  /** Returns a value of the picture of a plan. */
  private String shadow(String expression) throws Exception {
    return browser
        .value("(r => '' + r." + expression + ")(document.querySelector('.picture').shadowRoot)")
        .asText();
  }

  @Test
  void aSessionIsKilled() throws Exception {
    try (Session victim = server.session()) {
      victim.setAutoCommit(false);
      AdminTestServer.run(victim, "update stock set pieces = 0 where item = 3");
      login("admin");
      browser.click("[data-page=sessions]");
      String row =
          "[...document.querySelectorAll('#sessions-grid tbody tr')]"
              + ".find(r => r.innerText.includes('batch'))";
      browser.await(row);
      picture("sessions");
      browser.value(row + ".querySelector('button:nth-child(2)').click()");
      browser.await("document.querySelector('#sessions-grid') && !(" + row + ")");
      assertThat(victim.isValid()).isFalse();
    }
    assertThat(server.sessions().values()).isNotEmpty();
    assertThat(browser.complaints()).isEmpty();
  }

  @Test
  void aStatementIsCancelled() throws Exception {
    try (Session holder = server.session()) {
      holder.setAutoCommit(false);
      AdminTestServer.run(holder, "update stock set pieces = 0 where item = 3");
      login("clerk");
      browser.click("[data-page=query]");
      browser.type("#sql", "update stock set pieces = 1 where item = 3");
      browser.click("#run");
      browser.await("!document.querySelector('#cancel').disabled");
      while (!server.sessions().containsKey("waiting")) {
        Thread.onSpinWait();
      }
      browser.click("[data-page=waits]");
      browser.await("document.querySelector('#waits-grid').innerText.includes('waiting')");
      picture("waits");
      browser.click("[data-page=query]");
      browser.click("#cancel");
      browser.await("document.querySelector('.result.failed')");
      assertThat(browser.text(".result.failed .title b")).isEqualTo("57014");
    }
    assertThat(browser.complaints()).isEmpty();
  }

  @Test
  void chartsDrawWhatTheServerDoes() throws Exception {
    login("admin");
    browser.click("[data-page=overview]");
    for (int i = 0; i < 3; i++) {
      server.run("select * from item; select * from stock; update stock set pieces = pieces + 1");
      browser.await("document.querySelectorAll('.tile').length === 6");
    }
    browser.await("document.querySelectorAll('.chart path.line').length >= 6");
    assertThat(browser.value("document.querySelectorAll('.chart').length").asInt()).isEqualTo(6);
    assertThat(browser.text(".chart h3")).contains("statements").contains("commits");
    picture("overview");
    for (String page : new String[] {"slow", "tables"}) {
      browser.click("[data-page=" + page + "]");
      browser.await("document.querySelector('#" + page + "-grid tbody tr')");
      picture(page);
    }
    assertThat(browser.text("#tables-grid tbody tr:nth-child(1)")).contains("item").contains("3");
    browser.look(1280, 860, true);
    picture("tables-dark");
    browser.click("[data-page=overview]");
    picture("overview-dark");
    browser.look(390, 800, true);
    picture("overview-narrow-dark");
    run(ERROR);
    picture("error-narrow-dark");
    browser.look(390, 800, false);
    browser.click("[data-page=sessions]");
    browser.await("document.querySelector('#sessions-grid tbody tr')");
    picture("sessions-narrow");
    assertThat(
            browser.value("document.documentElement.scrollWidth <= window.innerWidth").asBoolean())
        .as("the page fits a narrow window")
        .isTrue();
    assertThat(browser.complaints()).isEmpty();
  }

  @Test
  void aDatabaseThatOneServerHasAloneHasNoCluster() throws Exception {
    login("admin");
    browser.click("[data-page=cluster]");
    browser.await("document.querySelector('#cluster-grid').innerText.includes('Not replicated')");
    assertThat(browser.complaints()).isEmpty();
  }

  @Test
  void theNodesOfAClusterAreShown() throws Exception {
    login("admin");
    // Simulated response of a cluster, since this server is not part of one.
    browser.value(
        """
        (ask => {
          const answer = {
            columns: ["node", "role", "term", "log_bytes", "failure"].map(
              (name, i) => ({ name, type: "x", number: i === 2 || i === 3 })),
            rows: [["n1", "leader", "7", "2048", null], ["n2", "follower", "7", null, null]],
          };
          window.fetch = (url, how) => String(url).includes("cluster")
            ? Promise.resolve(new Response(JSON.stringify(answer))) : ask(url, how);
          return 1;
        })(window.fetch)\
        """);
    browser.click("[data-page=cluster]");
    browser.await("document.querySelectorAll('#cluster-grid tbody tr').length === 2");
    assertThat(browser.text("#cluster-grid tbody tr:nth-child(1)"))
        .contains("n1")
        .contains("leader")
        .contains("2.0 KB");
    assertThat(browser.text("#cluster-grid .badge.live")).isEqualTo("leader");
    picture("cluster");
    assertThat(browser.complaints()).isEmpty();
  }

  @Test
  void onlyAdministratorsSeeFiguresOfTheServer() throws Exception {
    login("clerk");
    browser.click("[data-page=overview]");
    browser.await(
        "document.querySelector('#charts').innerText.includes('require an administrator')");
    assertThat(browser.complaints()).isEmpty();
  }
}

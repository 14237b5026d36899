package io.mosql.server.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mosql.testkit.Sampled;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests of every form of statement whose response is lost, in autocommit mode and in a transaction:
 * its effect exists exactly once, or the error reports the outcome. SQLSTATE 40001 is returned only
 * when the transaction is certainly rolled back.
 */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@Sampled(percent = 5)
final class LostResponsesTest {
  private static final int NODES = 2;
  private static final int ROWS = 60;

  /** Tuples of a batch that is sent in two parts. */
  private static final int TWO_PARTS = 16_400;

  /** Forms that are also tested with a search for a new leader. */
  private static final Set<String> SEARCHED =
      Set.of("update", "prepared returning", "select", "commit", "set autocommit");

  private static FakeCluster cluster;

  /** Ways to lose a response. */
  enum Loss {
    /** The request is lost. */
    BEFORE,
    /** The request is executed, and the response is lost. */
    AFTER,
    /** The node responds that it is not the leader. */
    DEPOSED,
    /** The response is lost, and the cluster has no leader for a while. */
    AFTER_WITHOUT_LEADER
  }

  /** Outcome reported to the client. */
  enum ReportedOutcome {
    DONE("none"),
    ROLLED_BACK("40001"),
    UNKNOWN("40003");

    private final String state;

    ReportedOutcome(String state) {
      this.state = state;
    }
  }

  /** Action of a client. */
  @FunctionalInterface
  private interface Action {
    void run(Connection connection) throws SQLException;
  }

  /**
   * Form of statement.
   *
   * @param effect query for the number of its effects; or of those of the transaction, if the form
   *     has none
   * @param lostWhenDone outcome reported in autocommit mode when the statement was executed; {@link
   *     ReportedOutcome#UNKNOWN} also reports that it was committed
   * @param lostBefore outcome reported in autocommit mode when the request was lost
   * @param open outcome reported in a transaction
   */
  private record Form(
      Action action,
      String effect,
      ReportedOutcome lostWhenDone,
      ReportedOutcome lostBefore,
      ReportedOutcome open) {}

  private static final String COUNTER = "select n from c";
  private static final String MARK = "select n from m";
  private static final String R = "select count(*) from r";
  private static final Map<String, Form> FORMS = forms();

  private static Action sql(String sql) {
    return connection -> {
      try (Statement statement = connection.createStatement()) {
        statement.execute(sql);
      }
    };
  }

  private static Action query(String sql) {
    return connection -> {
      try (Statement statement = connection.createStatement();
          ResultSet rows = statement.executeQuery(sql)) {
        assertThat(rows.next()).isTrue();
      }
    };
  }

  private static Action prepared(String sql) {
    return connection -> {
      try (PreparedStatement statement = connection.prepareStatement(sql)) {
        statement.execute();
      }
    };
  }

  private static Action batch(String sql, int tuples) {
    return connection -> {
      try (PreparedStatement statement = connection.prepareStatement(sql)) {
        for (int i = 0; i < tuples; i++) {
          statement.setInt(1, i);
          statement.addBatch();
        }
        statement.executeBatch();
      }
    };
  }

  private static Map<String, Form> forms() {
    Map<String, Form> forms = new LinkedHashMap<>();
    String update = "update c set n = n + 1";
    write(forms, "update", sql(update), COUNTER);
    write(forms, "prepared update", prepared(update), COUNTER);
    write(forms, "comments before", sql("/* a */ -- b\n update c set n = n + 1"), COUNTER);
    write(forms, "insert", sql("insert into r (k) values (1)"), R);
    write(
        forms,
        "executeUpdate",
        connection -> {
          try (Statement statement = connection.createStatement()) {
            assertThat(statement.executeUpdate(update)).isEqualTo(1);
          }
        },
        COUNTER);
    write(forms, "delete", sql("delete from d"), "select 1 - count(*) from d");
    write(
        forms,
        "merge",
        sql(
            "merge into c using (values (1)) as w (i) on c.id = w.i"
                + " when matched then update set n = n + 1"),
        COUNTER);
    write(
        forms,
        "with",
        sql("with w as (select 1 as i) update c set n = n + (select i from w)"),
        COUNTER);
    rows(forms, "returning", query(update + " returning n"), COUNTER);
    rows(forms, "prepared returning", prepared(update + " returning n"), COUNTER);
    rows(
        forms,
        "with returning",
        query("with w as (select 1 as i) update c set n = n + (select i from w) returning n"),
        COUNTER);
    rows(
        forms,
        "with insert returning",
        query("with w as (select 1 as i) insert into r (k) select i from w returning id"),
        R);
    rows(
        forms,
        "with delete returning",
        query("with w as (select 1 as i) delete from d where id in (select i from w) returning id"),
        "select 1 - count(*) from d");
    rows(forms, "explain analyze", query("explain analyze " + update), COUNTER);
    rows(forms, "explain analyze by execute", sql("explain analyze " + update), COUNTER);
    rows(
        forms,
        "generated keys",
        connection -> {
          try (PreparedStatement insert =
              connection.prepareStatement(
                  "insert into r (k) values (1)", Statement.RETURN_GENERATED_KEYS)) {
            insert.executeUpdate();
          }
        },
        R);
    String changes = "with w as (insert into r (k) values (1) returning k) ";
    String looks = "with w as (update c set n = n + 1 returning n) select n from w";
    write(
        forms,
        "changes in with",
        sql(changes + "update c set n = n + (select count(*) from w)"),
        COUNTER);
    rows(
        forms,
        "changes in with returning",
        query(changes + "update c set n = n + (select count(*) from w) returning n"),
        COUNTER);
    rows(forms, "query over changes", query(looks), COUNTER);
    rows(forms, "query over changes by execute", sql(looks), COUNTER);
    rows(forms, "prepared query over changes", prepared(looks), COUNTER);
    rows(forms, "explain analyze of changes in with", query("explain analyze " + looks), COUNTER);
    write(forms, "insert into a view", sql("insert into rv (k) values (1)"), R);
    write(forms, "update of a view", prepared("update cv set n = n + 1"), COUNTER);
    rows(forms, "view returning", query("update cv set n = n + 1 returning n"), COUNTER);
    write(
        forms,
        "delete from a view",
        sql("delete from dv where id = 1"),
        "select 1 - count(*) from d");
    read(forms, "select", query("select n from c"));
    read(forms, "select in parentheses", query("(select n from c)"));
    read(forms, "select by execute", sql("select n from c"));
    read(forms, "select for update", query("select n from c for update"));
    read(forms, "nextval", query("select nextval('s')"));
    read(forms, "explain", query("explain " + update));
    read(forms, "show", query("show lock_timeout"));
    read(forms, "set", sql("set lock_timeout = 12345"));
    read(forms, "vacuum", sql("vacuum"));
    write(forms, "create table", sql("create table x (id int primary key)"), named("x"));
    write(forms, "create view", sql("create view xv as select 1 as i"), named("xv"));
    write(forms, "create table as", sql("create table x as select id from big"), named("x"));
    write(forms, "create index", sql("create index big_k on big (k)"), index());
    write(forms, "truncate", sql("truncate table d"), "select 1 - count(*) from d");
    write(
        forms,
        "truncate and restart",
        sql("truncate table d restart identity"),
        "select 1 - count(*) from d");
    write(forms, "replace view", sql("create or replace view xv as select 1 as i"), named("xv"));
    write(forms, "drop view", sql("drop view dv"), "select 1 - (" + named("dv") + ")");
    write(forms, "rename view", sql("alter view dv rename to xv"), named("xv"));
    write(forms, "select into", sql("select id into x from big"), named("x"));
    write(
        forms,
        "create inverted index",
        sql("create index big_k on big using gin ((jsonb_build_array(k)))"),
        index());
    write(
        forms,
        "create sequence",
        sql("create sequence xs increment by -2 maxvalue 5 cycle"),
        sequence("xs", -2));
    write(forms, "alter sequence", sql("alter sequence s increment by 5"), sequence("s", 5));
    write(
        forms,
        "identity",
        sql("alter table r alter column id set increment by 3"),
        sequence("r_id_seq", 3));
    write(forms, "analyze", sql("analyze c"), null);
    write(forms, "batch", batch("insert into r (k) values (?)", 3), R + " where k < 1");
    write(
        forms,
        "batch in two parts",
        batch("insert into r (k) values (?)", TWO_PARTS),
        R + " where k < 1");
    write(
        forms,
        "batch of texts",
        connection -> {
          try (Statement statement = connection.createStatement()) {
            statement.addBatch(update);
            statement.addBatch("insert into r (k) values (1)");
            statement.executeBatch();
          }
        },
        COUNTER);
    outside(forms, "setval", sql("select setval('s', 7)"));
    outside(forms, "checkpoint", sql("checkpoint"));
    ends(forms, "commit", sql("commit"), ReportedOutcome.DONE);
    ends(forms, "commit behind a comment", sql("/* x */ commit work"), ReportedOutcome.DONE);
    ends(forms, "set autocommit", sql("SET autocommit = 1"), ReportedOutcome.DONE);
    ends(forms, "set autocommit on", sql("-- x\nset autocommit to on"), ReportedOutcome.DONE);
    ends(forms, "prepared commit", prepared("commit"), ReportedOutcome.DONE);
    ends(forms, "rollback", sql("rollback"), ReportedOutcome.ROLLED_BACK);
    inside(forms, "savepoint", sql("savepoint s1"));
    inside(forms, "set schema", sql("set search_path = public"));
    return forms;
  }

  private static String named(String table) {
    return "select count(*) from information_schema.tables where table_name = '" + table + "'";
  }

  private static String sequence(String name, int increment) {
    return "select count(*) from information_schema.sequences where sequence_name = '"
        + name
        + "' and increment = '"
        + increment
        + "'";
  }

  private static String index() {
    return "select count(*) from mosql.indexes where index_name = 'big_k'";
  }

  private static void write(Map<String, Form> forms, String name, Action action, String effect) {
    forms.put(
        name,
        new Form(
            action,
            effect == null ? MARK : effect,
            ReportedOutcome.DONE,
            ReportedOutcome.DONE,
            ReportedOutcome.ROLLED_BACK));
  }

  private static void rows(Map<String, Form> forms, String name, Action action, String effect) {
    forms.put(
        name,
        new Form(
            action,
            effect,
            ReportedOutcome.UNKNOWN,
            ReportedOutcome.DONE,
            ReportedOutcome.ROLLED_BACK));
  }

  private static void read(Map<String, Form> forms, String name, Action action) {
    forms.put(
        name,
        new Form(
            action, MARK, ReportedOutcome.DONE, ReportedOutcome.DONE, ReportedOutcome.ROLLED_BACK));
  }

  private static void outside(Map<String, Form> forms, String name, Action action) {
    forms.put(
        name,
        new Form(
            action,
            MARK,
            ReportedOutcome.UNKNOWN,
            ReportedOutcome.UNKNOWN,
            ReportedOutcome.UNKNOWN));
  }

  /** Adds a form that ends a transaction, with the outcome reported when it was executed. */
  private static void ends(
      Map<String, Form> forms, String name, Action action, ReportedOutcome done) {
    forms.put(name, new Form(action, MARK, ReportedOutcome.DONE, ReportedOutcome.DONE, done));
  }

  /** Adds a form that exists only in transactions. */
  private static void inside(Map<String, Form> forms, String name, Action action) {
    forms.put(name, new Form(action, MARK, null, null, ReportedOutcome.ROLLED_BACK));
  }

  @BeforeAll
  static void start() throws IOException, SQLException {
    cluster = new FakeCluster("mem:lost-answers", NODES);
    cluster.execute("create table c (id int primary key, n int)");
    cluster.execute("create table m (id int primary key, n int)");
    cluster.execute("create table d (id int primary key)");
    cluster.execute("create table r (id int auto_increment primary key, k int)");
    cluster.execute("create table big (id int primary key, k int)");
    StringBuilder rows = new StringBuilder("insert into big values (0, 0)");
    for (int i = 1; i < ROWS; i++) {
      rows.append(", (").append(i).append(", ").append(i).append(')');
    }
    cluster.execute(rows.toString());
    cluster.execute("create sequence s");
    cluster.execute("create view cv as select id, n from c");
    cluster.execute("create view rv as select id, k from r");
  }

  @AfterAll
  static void stop() throws SQLException {
    cluster.close();
  }

  @BeforeEach
  void begin() throws IOException, SQLException {
    cluster.node(0).proxy().close();
    cluster.node(0).comeBack();
    cluster.node(0).afterNext.set(null);
    cluster.node(1).refusals.drainPermits();
    cluster.lead(0);
    cluster.execute("truncate table c");
    cluster.execute("insert into c values (1, 0)");
    cluster.execute("truncate table m");
    cluster.execute("insert into m values (1, 0)");
    cluster.execute("truncate table d");
    cluster.execute("insert into d values (1)");
    cluster.execute("truncate table r");
    cluster.execute("update big set k = id where k <> id");
    cluster.execute("drop view if exists xv");
    cluster.execute("create or replace view dv as select id from d");
    cluster.execute("drop sequence if exists xs");
    cluster.execute("alter sequence s increment by 1");
    cluster.execute("alter table r alter column id set increment by 1");
    cluster.execute("drop table if exists x");
    cluster.execute("drop index if exists big_k on big");
  }

  private void lose(Loss how) {
    Proxy proxy = cluster.node(0).proxy();
    switch (how) {
      case BEFORE -> {
        proxy.whenCut(() -> cluster.lead(1));
        proxy.set(Proxy.Mode.CUT_REQUEST);
      }
      case AFTER -> {
        proxy.whenCut(() -> cluster.lead(1));
        cluster.node(0).afterNext.set(() -> proxy.set(Proxy.Mode.CUT_ANSWER));
      }
      case DEPOSED -> cluster.lead(1);
      case AFTER_WITHOUT_LEADER -> {
        proxy.whenCut(
            () -> {
              cluster.removeLeader();
              new Thread(
                      () -> {
                        cluster.node(1).refusals.acquireUninterruptibly();
                        cluster.lead(1);
                      },
                      "leads again")
                  .start();
            });
        cluster.node(0).afterNext.set(() -> proxy.set(Proxy.Mode.CUT_ANSWER));
      }
    }
  }

  private static String stateOf(Connection connection, Action action) {
    try {
      action.run(connection);
      return ReportedOutcome.DONE.state;
    } catch (SQLException e) {
      return String.valueOf(e.getSQLState());
    }
  }

  private int number(String query) throws SQLException {
    try (Connection connection = cluster.connect("");
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(query)) {
      assertThat(row.next()).isTrue();
      return row.getInt(1);
    }
  }

  static Stream<Arguments> cases() {
    List<Arguments> cases = new ArrayList<>();
    for (String form : FORMS.keySet()) {
      for (Loss loss : Loss.values()) {
        if (loss != Loss.AFTER_WITHOUT_LEADER || SEARCHED.contains(form)) {
          cases.add(Arguments.of(form, loss));
        }
      }
    }
    return cases.stream();
  }

  @ParameterizedTest
  @MethodSource("cases")
  void inAutocommitMode(String name, Loss loss) throws SQLException {
    Form form = FORMS.get(name);
    ReportedOutcome lostBefore = form.lostBefore();
    if (lostBefore == null) {
      return;
    }
    boolean reads = form.effect().equals(MARK);
    try (Connection connection = cluster.connect("")) {
      stateOf(connection, query("select n from m"));
      lose(loss);
      String state = stateOf(connection, form.action());
      boolean done = loss == Loss.AFTER || loss == Loss.AFTER_WITHOUT_LEADER;
      ReportedOutcome expected =
          loss == Loss.DEPOSED ? ReportedOutcome.DONE : done ? form.lostWhenDone() : lostBefore;
      assertThat(state).isEqualTo(expected.state);
      if (!reads) {
        assertThat(number(form.effect())).isEqualTo(1);
      }
      // The connection continues at the new leader.
      assertThat(stateOf(connection, query("select n from m")))
          .isEqualTo(ReportedOutcome.DONE.state);
      assertThat(connection.getAutoCommit()).isTrue();
    }
    assertThat(number(MARK)).isZero();
  }

  @ParameterizedTest
  @MethodSource("cases")
  void inATransaction(String name, Loss loss) throws SQLException {
    Form form = FORMS.get(name);
    try (Connection connection = cluster.connect("")) {
      connection.setAutoCommit(false);
      sql("update m set n = n + 1").run(connection);
      boolean effects = !form.effect().equals(MARK);
      lose(loss);
      String state = stateOf(connection, form.action());
      boolean done = loss == Loss.AFTER || loss == Loss.AFTER_WITHOUT_LEADER;
      if (form.open() == ReportedOutcome.DONE) {
        assertThat(state)
            .isEqualTo(done ? ReportedOutcome.DONE.state : ReportedOutcome.ROLLED_BACK.state);
      } else if (name.equals("rollback")) {
        assertThat(state)
            .isEqualTo(
                loss == Loss.DEPOSED
                    ? ReportedOutcome.ROLLED_BACK.state
                    : ReportedOutcome.DONE.state);
      } else if (loss == Loss.DEPOSED) {
        assertThat(state).isEqualTo(ReportedOutcome.ROLLED_BACK.state);
      } else {
        assertThat(state).isEqualTo(form.open().state);
      }
      if (!connection.getAutoCommit()) {
        connection.rollback();
        connection.setAutoCommit(true);
      }
      assertThat(number(MARK)).isEqualTo(form.open() == ReportedOutcome.DONE && done ? 1 : 0);
      if (effects) {
        assertThat(number(form.effect())).isZero();
      }
    }
  }

  /** Rows were returned to the application, and the rest is lost. */
  @ParameterizedTest
  @MethodSource("losses")
  void rowsThatAreLostOnTheWay(boolean autoCommit, boolean writes, Loss loss) throws SQLException {
    String sql = writes ? "update big set k = k + 1 returning id" : "select id from big";
    try (Connection connection = cluster.connect("?defaultRowFetchSize=10");
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(autoCommit);
      ResultSet rows = statement.executeQuery(sql);
      for (int i = 0; i < 10; i++) {
        assertThat(rows.next()).isTrue();
      }
      Proxy proxy = cluster.node(0).proxy();
      proxy.whenCut(() -> cluster.lead(1));
      proxy.set(loss == Loss.BEFORE ? Proxy.Mode.CUT_REQUEST : Proxy.Mode.CUT_ANSWER);
      assertThatThrownBy(rows::next)
          .extracting(e -> ((SQLException) e).getSQLState())
          .isEqualTo(autoCommit && writes ? "40003" : "40001");
      if (!autoCommit) {
        connection.rollback();
      }
    }
    assertThat(number("select min(k) from big")).isEqualTo(autoCommit && writes ? 1 : 0);
  }

  static Stream<Arguments> losses() {
    List<Arguments> cases = new ArrayList<>();
    for (Loss loss : List.of(Loss.BEFORE, Loss.AFTER)) {
      for (boolean autoCommit : new boolean[] {true, false}) {
        for (boolean writes : new boolean[] {true, false}) {
          cases.add(Arguments.of(autoCommit, writes, loss));
        }
      }
    }
    return cases.stream();
  }

  /** A committed transaction is not reported as rolled back because some of its rows are lost. */
  @Test
  void rowsOfATransactionThatHasEnded() throws SQLException {
    try (Connection connection = cluster.connect("?defaultRowFetchSize=10");
        Statement statement = connection.createStatement()) {
      statement.execute("begin");
      ResultSet rows = statement.executeQuery("update big set k = k + 1 returning id");
      assertThat(rows.next()).isTrue();
      try (Statement other = connection.createStatement()) {
        other.execute("commit");
      }
      lose(Loss.BEFORE);
      assertThatThrownBy(
              () -> {
                while (rows.next()) {
                  assertThat(rows.getInt(1)).isNotNegative();
                }
              })
          .extracting(e -> ((SQLException) e).getSQLState())
          .isEqualTo("24000");
    }
    assertThat(number("select min(k) from big")).isEqualTo(1);
  }

  @Test
  void aBatchWithAnElementThatFails() throws IOException, SQLException {
    for (Loss loss : List.of(Loss.BEFORE, Loss.AFTER)) {
      try (Connection connection = cluster.connect("");
          PreparedStatement insert = connection.prepareStatement("insert into d values (?)")) {
        for (int i = 3; i > 0; i--) {
          insert.setInt(1, i);
          insert.addBatch();
        }
        lose(loss);
        assertThatThrownBy(insert::executeBatch)
            .extracting(e -> ((SQLException) e).getSQLState())
            .isEqualTo("23505");
        assertThat(number("select count(*) from d")).isEqualTo(1);
      }
      cluster.node(0).comeBack();
      cluster.lead(0);
    }
  }

  /** Concurrent transactions do not cause a separate batch to fail, however it is sent. */
  @Test
  void aBatchInPartsThatLosesIsRunAgain() throws SQLException {
    try (Connection connection = cluster.connect("");
        PreparedStatement insert =
            connection.prepareStatement("insert into r (k) select max(n) + ? from c")) {
      for (int i = 0; i < TWO_PARTS; i++) {
        insert.setInt(1, i);
        insert.addBatch();
      }
      cluster.node(0).afterNext.set(() -> execute("update c set n = 1000000"));
      assertThat(insert.executeBatch()).hasSize(TWO_PARTS);
      assertThat(connection.getAutoCommit()).isTrue();
    }
    assertThat(number("select count(*) from r where k >= 1000000")).isEqualTo(TWO_PARTS);
    assertThat(number(R)).isEqualTo(TWO_PARTS);
  }

  /** BEGIN, three statements and a commit: the connection is lost behind each of them. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4})
  void aTextWithSeveralStatementsIsRunAgain(int after) throws IOException, SQLException {
    for (Loss loss : Loss.values()) {
      try (Connection connection = cluster.connect("");
          Statement statement = connection.createStatement()) {
        statement.execute("select 1");
        runAfter(after, () -> lose(loss));
        statement.execute(
            "update c set n = n + 1; insert into r (k) select n from c; select n from c");
        assertThat(statement.getUpdateCount()).isEqualTo(1);
        assertThat(statement.getMoreResults()).isFalse();
        assertThat(statement.getUpdateCount()).isEqualTo(1);
        assertThat(statement.getMoreResults()).isTrue();
        assertThat(statement.getResultSet().next()).isTrue();
        assertThat(statement.getResultSet().getInt(1)).isEqualTo(1);
        assertThat(connection.getAutoCommit()).isTrue();
      }
      assertThat(number(COUNTER)).as("%s", loss).isEqualTo(1);
      assertThat(number(R)).as("%s", loss).isEqualTo(1);
      begin();
    }
  }

  /** Runs an action after this number of requests, or at once. */
  private static void runAfter(int requests, Runnable action) {
    if (requests == 0) {
      action.run();
    } else {
      cluster.node(0).afterNext.set(() -> runAfter(requests - 1, action));
    }
  }

  @Test
  void aBatchOfTextsThatLosesIsRunAgain() throws SQLException {
    try (Connection connection = cluster.connect("");
        Statement statement = connection.createStatement()) {
      statement.addBatch("insert into r (k) select n from c");
      statement.addBatch("insert into r (k) select n + 1 from c");
      cluster.node(0).afterNext.set(() -> execute("update c set n = 7"));
      assertThat(statement.executeBatch()).containsExactly(1, 1);
      assertThat(connection.getAutoCommit()).isTrue();
    }
    assertThat(number("select min(k) from r")).isEqualTo(7);
    assertThat(number(R)).isEqualTo(2);
  }

  private void execute(String sql) {
    try {
      cluster.execute(sql);
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void whatWasCancelledIsNotRunAgain() throws Exception {
    try (Connection connection = cluster.connect("");
        Statement statement = connection.createStatement()) {
      Proxy proxy = cluster.node(0).proxy();
      proxy.whenCut(cluster::removeLeader);
      proxy.set(Proxy.Mode.CUT_REQUEST);
      CompletableFuture<Void> cancelling =
          CompletableFuture.runAsync(
              () -> {
                cluster.node(1).refusals.acquireUninterruptibly();
                cancel(statement);
                cluster.lead(1);
              });
      assertThatThrownBy(() -> statement.executeUpdate("update c set n = n + 1"))
          .extracting(e -> ((SQLException) e).getSQLState())
          .isEqualTo("57014");
      cancelling.get(30, TimeUnit.SECONDS);
      assertThat(number(COUNTER)).isZero();
      // A later statement is not covered.
      statement.executeUpdate("update c set n = n + 1");
    }
    assertThat(number(COUNTER)).isEqualTo(1);
  }

  private static void cancel(Statement statement) {
    try {
      statement.cancel();
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void whatIsOutOfTimeIsNotRunAgain() throws SQLException {
    try (Connection connection = cluster.connect("");
        Statement statement = connection.createStatement()) {
      statement.setQueryTimeout(1);
      Proxy proxy = cluster.node(0).proxy();
      proxy.whenCut(
          () -> {
            cluster.removeLeader();
            CompletableFuture.delayedExecutor(1_200, TimeUnit.MILLISECONDS)
                .execute(() -> cluster.lead(1));
          });
      proxy.set(Proxy.Mode.CUT_REQUEST);
      assertThatThrownBy(() -> statement.executeUpdate("update c set n = n + 1"))
          .isInstanceOf(java.sql.SQLTimeoutException.class);
    }
    assertThat(number(COUNTER)).isZero();
  }

  /** The modes set for the next transaction are preserved, and apply to that transaction only. */
  @Test
  void modesOfTheNextTransactionGoAlong() throws SQLException {
    try (Connection connection = cluster.connect("");
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      statement.execute("/* x */ set transaction isolation level read committed");
      lose(Loss.BEFORE);
      assertThat(level(statement)).isEqualTo("read committed");
      connection.commit();
      assertThat(level(statement)).isEqualTo("serializable");
    }
  }

  private static String level(Statement statement) throws SQLException {
    try (ResultSet row = statement.executeQuery("select n from c")) {
      assertThat(row.next()).isTrue();
    }
    try (ResultSet row = statement.executeQuery("show transaction_isolation")) {
      assertThat(row.next()).isTrue();
      return row.getString(1);
    }
  }
}

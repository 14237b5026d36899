package io.mosql.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mosql.jdbc.MosqlXADataSource;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.XAConnection;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** PREPARE TRANSACTION and its second phase, by SQL and by XA. */
class PreparedTransactionsTest {
  private static final String URL = "jdbc:mosql:mem:prepared";

  private Connection connection;
  private Statement statement;
  private Connection other;
  private Statement elsewhere;

  private record Branch(String global, String branch) implements Xid {
    @Override
    public int getFormatId() {
      return 4711;
    }

    @Override
    public byte[] getGlobalTransactionId() {
      return global.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public byte[] getBranchQualifier() {
      return branch.getBytes(StandardCharsets.UTF_8);
    }
  }

  @BeforeEach
  void open() throws SQLException {
    connection = DriverManager.getConnection(URL);
    statement = connection.createStatement();
    other = DriverManager.getConnection(URL);
    elsewhere = other.createStatement();
    elsewhere.execute("set lock_timeout = 1");
    elsewhere.execute("create table t (id integer primary key, v integer)");
    elsewhere.execute("insert into t values (1, 10), (2, 20)");
  }

  @AfterEach
  void close() throws SQLException {
    connection.close();
    try (Connection last = DriverManager.getConnection(URL);
        Statement cleaning = last.createStatement();
        Statement ending = last.createStatement();
        ResultSet rows = cleaning.executeQuery("select gid from mosql.prepared_transactions")) {
      while (rows.next()) {
        ending.execute("rollback prepared '" + rows.getString(1).replace("'", "''") + "'");
      }
      ending.execute("drop table t");
    }
    other.close();
  }

  private static void fails(String state, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOf(SQLException.class)
        .extracting(e -> ((SQLException) e).getSQLState())
        .isEqualTo(state);
  }

  private static void failsAs(int code, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOf(XAException.class)
        .extracting(e -> ((XAException) e).errorCode)
        .isEqualTo(code);
  }

  private long number(String query) throws SQLException {
    try (ResultSet rows = elsewhere.executeQuery(query)) {
      assertThat(rows.next()).isTrue();
      return rows.getLong(1);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"read committed", "repeatable read", "serializable"})
  void commitsAtTheSecondPhase(String level) throws SQLException {
    statement.execute("begin isolation level " + level);
    statement.execute("update t set v = v + (select v from t where id = 2) where id = 1");
    statement.execute("prepare transaction 'one''s'");
    assertThat(number("select v from t where id = 1")).isEqualTo(10);
    assertThat(number("select count(*) from mosql.prepared_transactions where gid = 'one''s'"))
        .isOne();
    statement.execute("insert into t values (3, 30)");
    fails("55P03", () -> elsewhere.execute("update t set v = 0 where id = 1"));
    elsewhere.execute("commit prepared 'one''s'");
    assertThat(number("select v from t where id = 1")).isEqualTo(30);
    assertThat(number("select count(*) from mosql.prepared_transactions")).isZero();
    elsewhere.execute("update t set v = 0 where id = 1");
  }

  @Test
  void rollsBackAtTheSecondPhase() throws SQLException {
    connection.setAutoCommit(false);
    statement.execute("delete from t");
    statement.execute("prepare transaction 'gone'");
    connection.setAutoCommit(true);
    statement.execute("rollback prepared 'gone'");
    assertThat(number("select count(*) from t")).isEqualTo(2);
  }

  @Test
  void errors() throws SQLException {
    fails("25P01", () -> statement.execute("prepare transaction 'none'"));
    fails("42704", () -> statement.execute("commit prepared 'none'"));
    fails("42704", () -> statement.execute("rollback prepared 'none'"));
    fails("22023", () -> statement.execute("rollback prepared ''"));
    fails("22023", () -> statement.execute("commit prepared '" + "x".repeat(201) + "'"));
    statement.execute("begin");
    statement.execute("update t set v = 1 where id = 1");
    statement.execute("prepare transaction 'used'");
    statement.execute("begin");
    statement.execute("update t set v = 1 where id = 2");
    fails("25001", () -> statement.execute("commit prepared 'used'"));
    fails("42710", () -> statement.execute("prepare transaction 'used'"));
    assertThat(number("select v from t where id = 2")).isEqualTo(20);
    statement.execute("begin");
    statement.execute("create temp table s (id integer)");
    fails("0A000", () -> statement.execute("prepare transaction 'temporary'"));
    statement.execute("commit prepared 'used'");
  }

  @Test
  void deferredConstraintsAreCheckedAtTheFirstPhase() throws SQLException {
    statement.execute("create table c (t integer references t deferrable initially deferred)");
    try {
      statement.execute("begin");
      statement.execute("insert into c values (77)");
      fails("23503", () -> statement.execute("prepare transaction 'broken'"));
      statement.execute("begin");
      statement.execute("insert into c values (1)");
      statement.execute("prepare transaction 'whole'");
      fails("55P03", () -> elsewhere.execute("delete from t where id = 1"));
      statement.execute("commit prepared 'whole'");
    } finally {
      statement.execute("drop table c");
    }
  }

  @Test
  void schemaChangesWaitForTheSecondPhaseToo() throws SQLException {
    statement.execute("begin");
    statement.execute("create table made (id integer)");
    statement.execute("insert into made values (1)");
    statement.execute("prepare transaction 'schema'");
    fails("42P01", () -> elsewhere.execute("select * from made"));
    fails("55P03", () -> elsewhere.execute("create table made (id integer)"));
    elsewhere.execute("insert into t values (9, 9)");
    statement.execute("commit prepared 'schema'");
    assertThat(number("select id from made")).isOne();
    elsewhere.execute("drop table made");
  }

  private XAConnection xa() throws SQLException {
    MosqlXADataSource source = new MosqlXADataSource();
    String url = connection.getMetaData().getURL();
    source.setUrl(url);
    if (url.startsWith("jdbc:mosql://")) {
      // The account of the server that these tests run on, over the network.
      return source.getXAConnection("ann", "correct horse");
    }
    return source.getXAConnection();
  }

  @Test
  void aBranchOfATransactionManager() throws Exception {
    Branch xid = new Branch("global", "branch 1");
    XAConnection first = xa();
    XAResource resource = first.getXAResource();
    resource.start(xid, XAResource.TMNOFLAGS);
    try (Connection handle = first.getConnection();
        Statement work = handle.createStatement()) {
      assertThat(handle.getAutoCommit()).isFalse();
      work.execute("update t set v = 11 where id = 1");
      fails("25000", handle::commit);
      fails("25000", handle::rollback);
      fails("25000", () -> handle.setAutoCommit(true));
    }
    failsAs(XAException.XAER_PROTO, () -> resource.prepare(xid));
    resource.end(xid, XAResource.TMSUCCESS);
    assertThat(resource.prepare(xid)).isEqualTo(XAResource.XA_OK);
    first.close();

    XAConnection second = xa();
    XAResource recovering = second.getXAResource();
    Xid[] found = recovering.recover(XAResource.TMSTARTRSCAN | XAResource.TMENDRSCAN);
    assertThat(found).hasSize(1);
    assertThat(found[0].getFormatId()).isEqualTo(4711);
    assertThat(found[0].getGlobalTransactionId()).isEqualTo(xid.getGlobalTransactionId());
    assertThat(found[0].getBranchQualifier()).isEqualTo(xid.getBranchQualifier());
    assertThat(number("select v from t where id = 1")).isEqualTo(10);
    recovering.commit(found[0], false);
    assertThat(number("select v from t where id = 1")).isEqualTo(11);
    assertThat(recovering.recover(XAResource.TMSTARTRSCAN)).isEmpty();
    failsAs(XAException.XAER_NOTA, () -> recovering.commit(xid, false));
    failsAs(XAException.XAER_NOTA, () -> recovering.rollback(xid));
    second.close();
  }

  @Test
  void onePhaseSuspensionAndRollback() throws Exception {
    Branch a = new Branch("g", "a");
    Branch b = new Branch("g", "b");
    XAConnection managed = xa();
    XAResource resource = managed.getXAResource();
    Connection handle = managed.getConnection();
    Statement work = handle.createStatement();

    resource.start(a, XAResource.TMNOFLAGS);
    failsAs(XAException.XAER_DUPID, () -> resource.start(a, XAResource.TMNOFLAGS));
    failsAs(XAException.XAER_PROTO, () -> resource.start(b, XAResource.TMNOFLAGS));
    work.execute("update t set v = 1 where id = 1");
    resource.end(a, XAResource.TMSUSPEND);
    resource.start(a, XAResource.TMRESUME);
    work.execute("update t set v = 2 where id = 2");
    resource.end(a, XAResource.TMSUCCESS);
    resource.commit(a, true);
    assertThat(number("select sum(v) from t")).isEqualTo(3);
    assertThat(handle.getAutoCommit()).isTrue();

    resource.start(b, XAResource.TMNOFLAGS);
    work.execute("delete from t");
    resource.end(b, XAResource.TMFAIL);
    resource.rollback(b);
    assertThat(number("select sum(v) from t")).isEqualTo(3);

    resource.start(a, XAResource.TMNOFLAGS);
    work.execute("delete from t");
    resource.end(a, XAResource.TMSUCCESS);
    assertThat(resource.prepare(a)).isEqualTo(XAResource.XA_OK);
    resource.start(b, XAResource.TMNOFLAGS);
    resource.end(b, XAResource.TMSUCCESS);
    assertThat(resource.prepare(b)).isEqualTo(XAResource.XA_RDONLY);
    resource.rollback(a);
    assertThat(number("select sum(v) from t")).isEqualTo(3);
    work.execute("insert into t values (5, 5)");
    managed.close();
    assertThat(number("select sum(v) from t")).isEqualTo(8);
  }

  @Test
  void aConflictRollsTheBranchBack() throws Exception {
    Branch a = new Branch("g", "conflict");
    XAConnection managed = xa();
    XAResource resource = managed.getXAResource();
    Statement work = managed.getConnection().createStatement();
    resource.start(a, XAResource.TMNOFLAGS);
    work.execute("insert into t select 3, v from t where id = 1");
    elsewhere.execute("update t set v = 0 where id = 1");
    resource.end(a, XAResource.TMSUCCESS);
    failsAs(XAException.XA_RBTRANSIENT, () -> resource.prepare(a));
    assertThat(resource.recover(XAResource.TMSTARTRSCAN)).isEmpty();
    managed.close();
  }
}

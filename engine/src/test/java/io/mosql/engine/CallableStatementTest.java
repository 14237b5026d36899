package io.mosql.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.JDBCType;
import java.sql.ParameterMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** {@code prepareCall}, of functions and of other statements. */
final class CallableStatementTest {
  private Connection connection;

  @BeforeEach
  void open() throws SQLException {
    connection = DriverManager.getConnection("jdbc:mosql:mem:callable-statement");
  }

  @AfterEach
  void close() throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("shutdown");
    }
    connection.close();
  }

  private static void fails(String state, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            SQLException.class,
            e -> assertThat(e.getSQLState()).as(e.getMessage()).isEqualTo(state));
  }

  @Test
  void plainStatementsAreExecutedAsPreparedOnes() throws SQLException {
    try (CallableStatement select = connection.prepareCall("select ? + 1")) {
      select.setInt(1, 2);
      try (ResultSet rows = select.executeQuery()) {
        assertThat(rows.next()).isTrue();
        assertThat(rows.getInt(1)).isEqualTo(3);
      }
      fails("HYC00", () -> select.registerOutParameter(1, Types.INTEGER));
      fails("22023", () -> select.getInt(1));
    }
    try (CallableStatement create = connection.prepareCall("create table t (id int)")) {
      assertThat(create.execute()).isFalse();
      assertThat(create.getUpdateCount()).isEqualTo(0);
    }
    try (CallableStatement several =
        connection.prepareCall("insert into t values (?); select id from t")) {
      several.setInt(1, 5);
      assertThat(several.execute()).isFalse();
      assertThat(several.getMoreResults()).isTrue();
    }
    try (CallableStatement scrolled =
        connection.prepareCall(
            "select id from t", ResultSet.TYPE_SCROLL_INSENSITIVE, ResultSet.CONCUR_READ_ONLY)) {
      assertThat(scrolled.executeQuery().last()).isTrue();
    }
  }

  @Test
  void aCallReturnsRows() throws SQLException {
    try (CallableStatement call = connection.prepareCall("{call upper(?)}")) {
      call.setString(1, "abc");
      assertThat(call.execute()).isTrue();
      try (ResultSet rows = call.getResultSet()) {
        assertThat(rows.next()).isTrue();
        assertThat(rows.getString(1)).isEqualTo("ABC");
        assertThat(rows.next()).isFalse();
      }
    }
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(" { call pi }")) {
      assertThat(rows.next()).isTrue();
      assertThat(rows.getDouble(1)).isEqualTo(Math.PI);
    }
  }

  @Test
  void theValueOfACallIsParameterOne() throws SQLException {
    try (CallableStatement call = connection.prepareCall("{? = call mod(?, ?)}")) {
      ParameterMetaData parameters = call.getParameterMetaData();
      assertThat(parameters.getParameterCount()).isEqualTo(3);
      assertThat(parameters.getParameterMode(1)).isEqualTo(ParameterMetaData.parameterModeOut);
      assertThat(parameters.getParameterMode(2)).isEqualTo(ParameterMetaData.parameterModeIn);
      fails("22023", () -> call.getInt(1));
      call.registerOutParameter(1, Types.INTEGER);
      fails("55000", () -> call.getInt(1));
      fails("22023", () -> call.setInt(1, 7));
      call.setInt(2, 17);
      fails("07001", call::execute);
      call.setInt(3, 5);
      assertThat(call.execute()).isFalse();
      assertThat(call.getUpdateCount()).isEqualTo(-1);
      assertThat(call.getInt(1)).isEqualTo(2);
      assertThat(call.wasNull()).isFalse();
      assertThat(call.getObject(1)).isEqualTo(2);
      assertThat(call.getString(1)).isEqualTo("2");
      assertThat(call.getBigDecimal(1)).isEqualByComparingTo(new BigDecimal(2));
      assertThat(call.getObject(1, Long.class)).isEqualTo(2L);
      call.registerOutParameter(1, JDBCType.VARCHAR);
      assertThat(call.getObject(1)).isEqualTo("2");
      call.setNull(2, Types.INTEGER);
      assertThat(call.executeUpdate()).isEqualTo(0);
      assertThat(call.getInt(1)).isEqualTo(0);
      assertThat(call.wasNull()).isTrue();
      assertThat(call.getObject(1)).isNull();
      fails("07005", call::executeQuery);
      fails("07001", () -> call.setInt(4, 1));
      fails("HYC00", () -> call.registerOutParameter(2, Types.INTEGER));
      fails("HYC00", () -> call.registerOutParameter("x", Types.INTEGER));
      fails("HYC00", () -> call.setInt("x", 1));
      fails("HYC00", () -> call.getInt("x"));
    }
  }

  @Test
  void whatIsNoCallOfAFunctionFails() throws SQLException {
    fails("42883", () -> connection.prepareCall("{call no_such_function(1)}").execute());
    fails("42601", () -> connection.prepareCall("{? = call}"));
    fails("42601", () -> connection.prepareCall("{? call pi()}"));
    fails("42601", () -> connection.prepareCall("select {call pi()}"));
    fails("42601", () -> connection.prepareStatement("{? = call pi()}"));
  }
}

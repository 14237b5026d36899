import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** Sample application that uses mosql.jar; its argument is the database. */
public class Smoke {
  public static void main(String[] args) throws SQLException {
    try (Connection connection = DriverManager.getConnection(args[0])) {
      try (Statement statement = connection.createStatement()) {
        statement.execute(
            "create table author (id int primary key, name varchar(40) not null unique)");
        statement.execute(
            "create table book (id int primary key, author_id int not null references author (id),"
                + " title varchar(80), price decimal(7,2), sold timestamp)");
      }
      try (PreparedStatement insert = connection.prepareStatement("insert into author values (?, ?)")) {
        insert.setInt(1, 1);
        insert.setString(2, "Ursula");
        insert.addBatch();
        insert.setInt(1, 2);
        insert.setString(2, "Jos\u00e9");
        insert.addBatch();
        insert.executeBatch();
      }
      try (Statement statement = connection.createStatement()) {
        statement.executeUpdate(
            "insert into book values (1, 1, 'Left Hand', 9.50, timestamp '2024-02-29 12:00:00.123456'),"
                + " (2, 1, 'Dispossessed', 11.25, null), (3, 2, 'Blindness', 8.00, null)");
        print(statement, "select title from book where id = 3");
        print(
            statement,
            "select a.name, count(*), sum(b.price) from author a join book b on b.author_id = a.id"
                + " group by a.name order by a.name desc");
        print(
            statement,
            "select title from book where author_id in (select id from author where name like 'Urs%')"
                + " and price > 10");
        print(statement, "select upper(title), price * 2 from book where sold is not null");
      }
      connection.setAutoCommit(false);
      try (Statement statement = connection.createStatement()) {
        statement.executeUpdate("delete from book");
        connection.rollback();
        print(statement, "select count(*) from book");
        statement.executeUpdate("insert into author values (3, 'Ursula')");
        throw new IllegalStateException("a duplicate got in");
      } catch (SQLException e) {
        System.out.println(e.getSQLState() + " " + e.getClass().getSimpleName());
      }
      connection.rollback();
    }
  }

  private static void print(Statement statement, String sql) throws SQLException {
    try (ResultSet rows = statement.executeQuery(sql)) {
      int width = rows.getMetaData().getColumnCount();
      while (rows.next()) {
        StringBuilder line = new StringBuilder();
        for (int i = 1; i <= width; i++) {
          line.append(i == 1 ? "" : "|").append(rows.getString(i));
        }
        System.out.println(line);
      }
    }
  }
}

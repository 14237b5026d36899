/** An application that talks to a server. */
module com.example.remote {
  requires io.mosql.jdbc;
  requires java.sql;
}

/** An application that embeds the engine. */
module com.example.embedded {
  requires io.mosql;
  requires java.sql;
}

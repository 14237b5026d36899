package io.mosql.server.admin;

import java.util.Map;

/**
 * Queries of system views for the pages of the console, executed with the privileges of the
 * logged-in user.
 */
final class ConsoleQueries {
  static final Map<String, String> QUERIES =
      Map.of(
          "sessions",
          "SELECT session_id, user_name, application_name, client_address, database_name, state,"
              + " since, statements, memory_bytes, statement FROM mosql.sessions"
              + " ORDER BY session_id",
          "slow",
          "SELECT ended_at, micros, kind, row_count, waits, wait_micros, user_name,"
              + " database_name, session_id, sql_state, statement FROM mosql.slow_statements",
          "conflicts",
          "SELECT happened_at, schema_name, table_name, index_name, row_key, reason, session_id,"
              + " conflicting_session_id, conflicting_position FROM mosql.conflicts",
          "waits",
          "SELECT session_id, state, blocked_by, schema_name, table_name, index_name, row_key,"
              + " mode, since FROM mosql.locks ORDER BY state DESC, since",
          "tables",
          "SELECT schema_name, table_name, row_count, row_bytes, index_bytes, large_bytes"
              + " FROM mosql.table_sizes ORDER BY schema_name, table_name",
          "storage",
          "SELECT log_bytes, dirty_bytes, dirty_bytes_max, segments, file_bytes, live_bytes,"
              + " cache_bytes, cache_bytes_max, checkpoints, last_at, last_micros"
              + " FROM mosql.storage",
          "cluster",
          "SELECT node, role, term, position, lag, last_index, commit_index, applied_index,"
              + " log_bytes, checkpoint_index, last_contact_millis, host, port, failure"
              + " FROM mosql.cluster ORDER BY node");

  private ConsoleQueries() {}
}

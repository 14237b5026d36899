package io.mosql.engine.error;

import io.mosql.core.error.ErrorMessage;
import io.mosql.core.error.SqlState;

/** The catalogue of the engine module's error messages, in the order of their states. */
public enum EngineErrorMessage implements ErrorMessage {
  BACKUP_AS_DATABASE(
      SqlState.CONNECTION_FAILED, "%s is a backup; restore it into a directory of its own"),
  BACKUP_DIRECTORY_NOT_DIRECTORY(
      SqlState.CONNECTION_FAILED, "the directory that backupDirectory names is not a directory"),
  BACKUP_DIRECTORY_NOT_READABLE(
      SqlState.CONNECTION_FAILED,
      "the directory that backupDirectory names does not exist or cannot be read"),
  BACKUP_DIRECTORY_OVERLAPS_DATABASE(
      SqlState.CONNECTION_FAILED,
      "the directory that backupDirectory names must neither hold the database nor lie in" + " it"),
  COPY_DIRECTORY_NOT_DIRECTORY(
      SqlState.CONNECTION_FAILED, "the directory that copyDirectory names is not a directory"),
  COPY_DIRECTORY_NOT_READABLE(
      SqlState.CONNECTION_FAILED,
      "the directory that copyDirectory names does not exist or cannot be read"),
  COPY_DIRECTORY_OVERLAPS_DATABASE(
      SqlState.CONNECTION_FAILED,
      "the directory that copyDirectory names must neither hold the database nor lie in it"),
  DATABASE_FORMAT_UNKNOWN(
      SqlState.CONNECTION_FAILED,
      "file %s of database %s names a format that this release does not know; open it with"
          + " a newer one"),
  DATABASE_IMPORT_DIRECTORY_MISSING(SqlState.CONNECTION_FAILED, "there is no directory %s"),
  DATABASE_NOT_OPENED(SqlState.CONNECTION_FAILED, "cannot open database %s: %s"),
  DATA_DIRECTORY_FORMAT_UNKNOWN(
      SqlState.CONNECTION_FAILED,
      "%s has a format that this release does not know; choose another data directory"),
  DATA_DIRECTORY_MARKER_DAMAGED(
      SqlState.CONNECTION_FAILED, "%s has a damaged file %s; choose another data directory"),
  DATA_DIRECTORY_NOT_OPENED(SqlState.CONNECTION_FAILED, "cannot open data directory %s: %s"),
  DATA_DIRECTORY_OF_SINGLE_DATABASE(
      SqlState.CONNECTION_FAILED,
      "%s is a single database, which is opened by jdbc:mosql:file:; choose another data"
          + " directory"),
  DIRECTORY_NOT_OPENED(SqlState.CONNECTION_FAILED, "cannot open directory %s: %s"),
  INVALID_PATH(SqlState.CONNECTION_FAILED, "not a usable path: %s"),
  NOT_A_DATABASE(SqlState.CONNECTION_FAILED, "%s is not a MoSQL database"),
  NOT_A_DATABASE_NOT_EMPTY(
      SqlState.CONNECTION_FAILED,
      "%s is not a MoSQL database and not empty; choose another directory"),
  NOT_A_DATA_DIRECTORY(
      SqlState.CONNECTION_FAILED,
      "%s is not a MoSQL data directory and not empty; choose another data directory"),
  NOT_A_SERVER_DIRECTORY(
      SqlState.CONNECTION_FAILED,
      "%s is not the data directory of a server; choose another data directory"),
  REPLICA_OPENED_AS_DATABASE(
      SqlState.CONNECTION_FAILED,
      "%s is the replica of a database of a cluster; connect to the node, or restore a"
          + " backup"),
  TEMP_DIRECTORY_NOT_OPENED(
      SqlState.CONNECTION_FAILED,
      "the directory that tempDirectory names does not exist or is not a directory"),
  UNKNOWN_DATABASE_LOCATION(
      SqlState.CONNECTION_FAILED, "unknown database location \"%s\"; mem:name or file:path"),

  SETTING_DIFFERS(
      SqlState.CONNECTION_REJECTED, "%s=%s cannot take effect; the database is open with %s"),

  NODE_FORMAT_TOO_OLD(
      SqlState.FEATURE_NOT_SUPPORTED,
      "node \"%s\" reads formats up to %s, the cluster writes format %s; install a newer"
          + " release on the node"),
  TEMPLATE_OF_DATABASE_IN_FILES(
      SqlState.FEATURE_NOT_SUPPORTED, "only a database in memory can have a template"),

  DATABASE_DIRECTORY_NOT_EMPTY(
      SqlState.INVALID_PARAMETER, "%s is not empty; choose another directory"),
  DATA_DIRECTORY_OF_ANOTHER_NODE(SqlState.INVALID_PARAMETER, "%s belongs to node %s, not to %s"),
  DATA_DIRECTORY_OF_CLUSTER(
      SqlState.INVALID_PARAMETER,
      "%s belongs to node %s of a cluster; start it with --node-id and --peers %s"),
  DATA_DIRECTORY_OF_SINGLE_SERVER(
      SqlState.INVALID_PARAMETER,
      "%s belongs to a single server, not to a node of a cluster; start the server once as"
          + " its only peer, then let the other nodes join"),
  DUPLICATE_NODE_IN_LIST(SqlState.INVALID_PARAMETER, "node named more than once"),
  EMPTY_PASSWORD(SqlState.INVALID_PARAMETER, "the password is empty"),
  INVALID_NODE_ADDRESS(SqlState.INVALID_PARAMETER, "invalid address \"%s\"; host:port"),
  INVALID_NODE_NAME(SqlState.INVALID_PARAMETER, "invalid name of a node: \"%s\""),
  INVALID_PASSWORD_CHARACTERS(
      SqlState.INVALID_PARAMETER,
      "the password holds characters that SASLprep (RFC 4013) does not allow"),
  INVALID_PASSWORD_LENGTH(
      SqlState.INVALID_PARAMETER, "a password has at least 1 and at most %s characters"),
  INVALID_PEER_NAME(SqlState.INVALID_PARAMETER, "invalid or duplicate name of a peer: \"%s\""),
  INVALID_SETTING_VALUE(SqlState.INVALID_PARAMETER, "invalid value of %s: %s"),
  LOGS_DO_NOT_CONTINUE_BACKUP(
      SqlState.INVALID_PARAMETER, "none of the logs in %s continues the backup"),
  LOG_ENTRIES_NOT_RETAINED(
      SqlState.INVALID_PARAMETER,
      "the log in %s begins with entry %s, the backup ends with entry %s;"
          + " logRetentionBytes retains more"),
  LOG_RECORDS_NOT_RETAINED(
      SqlState.INVALID_PARAMETER,
      "the log of %s begins with record %s, the backup ends with record %s;"
          + " logRetentionBytes retains more"),
  NODE_NOT_AMONG_PEERS(SqlState.INVALID_PARAMETER, "node \"%s\" is not among its peers %s"),
  RESERVED_NODE_NAME(
      SqlState.INVALID_PARAMETER, "role name \"%s\" is reserved for the nodes of a cluster"),
  RESERVED_ROLE_NAME(SqlState.INVALID_PARAMETER, "role name \"public\" is reserved"),

  ROLE_MEMBERSHIP_CYCLE(SqlState.INVALID_GRANT_OPERATION, "role \"%s\" is a member of role \"%s\""),

  LOGIN_NOT_PERMITTED(SqlState.INVALID_AUTHORIZATION, "role \"%s\" is not permitted to log in"),

  DATABASE_DROPPED(SqlState.UNDEFINED_DATABASE, "the database was dropped"),
  UNDEFINED_DATABASE(SqlState.UNDEFINED_DATABASE, "database \"%s\" does not exist"),
  UNDEFINED_TEMPLATE(SqlState.UNDEFINED_DATABASE, "template database \"%s\" does not exist"),

  BACKUP_PATH_INVALID(
      SqlState.PRIVILEGE, "BACKUP TO may not use \"%s\"; it is not the name of a directory"),
  BACKUP_PATH_NOT_DIRECTORY(
      SqlState.PRIVILEGE,
      "BACKUP TO may not use \"%s\"; it is or leads through what is not a directory"),
  BACKUP_PATH_NOT_RELATIVE(
      SqlState.PRIVILEGE,
      "BACKUP TO may not use \"%s\"; it must be relative to the backup directory"),
  BACKUP_PATH_OUTSIDE(
      SqlState.PRIVILEGE,
      "BACKUP TO may not use \"%s\"; it leads out of the backup directory or to itself"),
  COPY_FILE_NOT_REGULAR(SqlState.PRIVILEGE, "COPY may not use \"%s\"; it is not a regular file"),
  COPY_PATH_INTO_DATABASE(SqlState.PRIVILEGE, "COPY may not use \"%s\"; it leads into a database"),
  COPY_PATH_INVALID(SqlState.PRIVILEGE, "COPY may not use \"%s\"; it is not the name of a file"),
  COPY_PATH_NOT_RELATIVE(
      SqlState.PRIVILEGE, "COPY may not use \"%s\"; it must be relative to the copy directory"),
  COPY_PATH_OUTSIDE(
      SqlState.PRIVILEGE,
      "COPY may not use \"%s\"; it leads out of the copy directory or to a directory"),
  COPY_PATH_SYMBOLIC_LINK(
      SqlState.PRIVILEGE, "COPY may not use \"%s\"; it is or leads through a symbolic link"),
  COPY_PATH_THROUGH_FILE(
      SqlState.PRIVILEGE, "COPY may not use \"%s\"; it leads through what is not a directory"),
  DATABASE_PRIVILEGE_REQUIRED(SqlState.PRIVILEGE, "permission denied: %s on database \"%s\""),
  ROLE_MEMBERSHIP_REQUIRED(SqlState.PRIVILEGE, "permission denied: membership on role \"%s\""),

  UNDEFINED_NODE(SqlState.UNDEFINED_OBJECT, "node \"%s\" does not exist"),
  UNDEFINED_ROLE(SqlState.UNDEFINED_OBJECT, "user or role \"%s\" does not exist"),

  DUPLICATE_NODE(SqlState.DUPLICATE_OBJECT, "node \"%s\" at %s:%s already exists"),
  DUPLICATE_NODE_NAME(
      SqlState.DUPLICATE_OBJECT,
      "node \"%s\" at %s:%s already exists; remove a node that has lost its disk first"),
  DUPLICATE_ROLE(SqlState.DUPLICATE_OBJECT, "user or role \"%s\" already exists"),

  DUPLICATE_DATABASE(SqlState.DUPLICATE_DATABASE, "database \"%s\" already exists"),

  ROLE_OWNS_DATABASE(
      SqlState.DEPENDENT_OBJECTS_EXIST,
      "cannot drop \"%s\"; it owns database \"%s\"; ALTER .. OWNER TO first"),
  ROLE_OWNS_OBJECT(
      SqlState.DEPENDENT_OBJECTS_EXIST,
      "cannot drop \"%s\"; it owns %s in database \"%s\"; ALTER .. OWNER TO first"),

  FILES_DISK_FULL(SqlState.DISK_FULL, "%s: no space left on device"),

  CATALOG_NOT_READ(
      SqlState.OBJECT_NOT_IN_PREREQUISITE_STATE, "the list of databases was not read; %s"),
  DATABASE_CREATION_UNDONE(
      SqlState.OBJECT_NOT_IN_PREREQUISITE_STATE,
      "the creation of database \"%s\" was undone after a change of leaders; retry the statement"),
  DATABASE_NOT_LED_FOR_CONVERSION(
      SqlState.OBJECT_NOT_IN_PREREQUISITE_STATE, "this node does not lead database \"%s\"; %s"),
  DATABASE_NOT_ON_NODE(
      SqlState.OBJECT_NOT_IN_PREREQUISITE_STATE, "database \"%s\" is not on node \"%s\""),
  DATABASE_NOT_OPENED_BY_MAJORITY(
      SqlState.OBJECT_NOT_IN_PREREQUISITE_STATE,
      "no majority of the nodes has opened database \"%s\" in time"),
  DATABASE_ON_OTHER_NODES(
      SqlState.OBJECT_NOT_IN_PREREQUISITE_STATE,
      "database \"%s\" has replicas on other nodes; remove first %s"),
  LAST_VOTER(SqlState.OBJECT_NOT_IN_PREREQUISITE_STATE, "node \"%s\" is the last voter"),
  LAST_VOTER_OF_DATABASE(
      SqlState.OBJECT_NOT_IN_PREREQUISITE_STATE,
      "node \"%s\" is the last voter of database \"%s\""),
  NOT_A_CLUSTER(
      SqlState.OBJECT_NOT_IN_PREREQUISITE_STATE, "this server is not a node of a cluster"),
  NOT_A_VOTER(
      SqlState.OBJECT_NOT_IN_PREREQUISITE_STATE, "node \"%s\" is not a voter and cannot lead"),
  NO_VOTER_AMONG_NODES(SqlState.OBJECT_NOT_IN_PREREQUISITE_STATE, "none of the nodes is a voter"),

  CURRENT_USER_DROPPED(SqlState.OBJECT_IN_USE, "current user cannot be dropped"),
  DATABASE_HAS_SESSIONS(
      SqlState.OBJECT_IN_USE, "database is being accessed by other users; it has %s sessions"),
  DATABASE_OPEN_DURING_BACKUP(
      SqlState.OBJECT_IN_USE, "%s; run BACKUP TO 'directory' in a session of that process"),
  DATABASE_OPEN_ELSEWHERE(SqlState.OBJECT_IN_USE, "database %s is open in another process"),
  DATA_DIRECTORY_OPEN_ELSEWHERE(
      SqlState.OBJECT_IN_USE, "data directory %s is open in another process"),
  LAST_ADMINISTRATOR(
      SqlState.OBJECT_IN_USE, "\"%s\" is the only account with ADMIN that may log in"),
  TEMPLATE_WITH_PREPARED_TRANSACTIONS(
      SqlState.OBJECT_IN_USE, "template database \"%s\" has prepared transactions"),

  WAIT_INTERRUPTED(SqlState.QUERY_CANCELED, "the wait was interrupted"),

  SHUTTING_DOWN(SqlState.SHUTTING_DOWN, "the server is going away"),

  DATABASE_NOT_INITIALIZED_HERE(
      SqlState.NOT_LEADER, "database \"%s\" is not initialized on this node yet"),
  DATABASE_NOT_OPEN_HERE(SqlState.NOT_LEADER, "database \"%s\" is not open on this node"),
  FORWARDING_NOT_POSSIBLE(SqlState.NOT_LEADER, "node %s leads"),
  NOT_LEADER_OF_DATABASE(SqlState.NOT_LEADER, "not the leader of database \"%s\"; %s"),
  NOT_LEADER_OF_SYSTEM(SqlState.NOT_LEADER, "not the leader of the system database"),
  NO_LEADER_KNOWN(SqlState.NOT_LEADER, "no leader is known"),
  SYSTEM_LED_ELSEWHERE(SqlState.NOT_LEADER, "not the leader of the system database; %s"),

  REPLICA_BEHIND(
      SqlState.REPLICA_BEHIND, "this replica is behind the position that the session has seen"),

  CHECKPOINT_INCOMPLETE(
      SqlState.IO_ERROR, "could not write the checkpoint of %s; nothing was changed"),
  DATABASE_NOT_COPIED(SqlState.IO_ERROR, "cannot copy %s: %s"),
  DATABASE_NOT_WRITTEN(SqlState.IO_ERROR, "cannot write to database %s"),
  FILES_NOT_ACCESSIBLE(SqlState.IO_ERROR, "%s: %s"),
  LOCK_NOT_RELEASED(SqlState.IO_ERROR, "cannot release the lock of a database"),
  PAGES_NOT_READABLE(SqlState.IO_ERROR, "cannot read the pages of database %s"),

  UNDEFINED_COPY_FILE(SqlState.UNDEFINED_FILE, "there is no file \"%s\" in the copy directory"),
  UNDEFINED_DIRECTORY(SqlState.UNDEFINED_FILE, "there is no directory %s"),

  DUPLICATE_COPY_FILE(
      SqlState.DUPLICATE_FILE, "file \"%s\" exists; COPY .. WITH (OVERWRITE) replaces it"),

  DATABASE_MARKER_DAMAGED(
      SqlState.DATA_CORRUPTED,
      "file %s of database %s is damaged; it is one line, \"%s\" in this release");

  private final SqlState state;
  private final String format;

  EngineErrorMessage(SqlState state, String format) {
    this.state = state;
    this.format = format;
  }

  @Override
  public SqlState state() {
    return state;
  }

  @Override
  public String format() {
    return format;
  }
}

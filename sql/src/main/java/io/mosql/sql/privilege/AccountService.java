package io.mosql.sql.privilege;

import io.mosql.core.error.MosqlException;
import io.mosql.core.port.AuditLog;
import io.mosql.sql.catalog.AccountPrivileges;
import io.mosql.sql.error.SqlErrorMessage;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Accounts, databases and nodes, as the node provides them to a database, and commands that change
 * them. Thread-safe.
 */
public interface AccountService {
  /** The service of an embedded database, which has no accounts. */
  AccountService NONE =
      new AccountService() {
        @Override
        public @Nullable Long accountId(String name) {
          return null;
        }

        @Override
        public @Nullable String accountName(long account) {
          return null;
        }

        @Override
        public List<AccountInfo> accounts() {
          return List.of();
        }

        @Override
        public List<HostedDatabase> databases() {
          return List.of();
        }

        @Override
        public void execute(NodeCommand command, StatementOrigin wording, Principal by) {
          throw SqlErrorMessage.ACCOUNTS_NEED_SERVER.error();
        }

        @Override
        public AuditLog audit() {
          return AuditLog.NONE;
        }
      };

  /** Id of an account, null when there is none of this name. */
  @Nullable Long accountId(String name);

  /** Name of an account, null when it was dropped. */
  @Nullable String accountName(long account);

  /**
   * The current privileges of an account in a database, null when it was dropped.
   *
   * @param database name
   */
  default @Nullable AccountPrivileges privileges(long account, String database) {
    return null;
  }

  /** All accounts, by name. */
  List<AccountInfo> accounts();

  /** All databases, by name. */
  List<HostedDatabase> databases();

  /**
   * Changes accounts or databases, as a transaction of its own.
   *
   * @param wording text of the statement, for forwarding it to another node
   * @throws MosqlException 42501 when the principal lacks the privilege, 42704, 42710, 3D000,
   *     42P04, 2BP01, 55006, 22023; 0A000 where there are no accounts
   */
  void execute(NodeCommand command, StatementOrigin wording, Principal by);

  /**
   * The text of a statement and its context.
   *
   * @param database database of the session
   */
  record StatementOrigin(String sql, String database) {
    /** Omits the text, which may contain a password. */
    @Override
    public String toString() {
      return "Wording[database=" + database + "]";
    }
  }

  /**
   * Requests the leader of a database to write a record with the current time to its log.
   *
   * @param database name
   * @param by account that the request is made for
   * @throws MosqlException when the leader cannot be reached
   */
  default void requestTimestampRecord(String database, Principal by) {}

  /**
   * The nodes that have a database, by name; none for a database without replicas.
   *
   * @param database name
   */
  default List<DatabaseReplica> members(String database) {
    return List.of();
  }

  /** The nodes of the cluster, by name; none for a server on its own. */
  default List<ClusterMember> nodes() {
    return List.of();
  }

  /** The audit log of changes of accounts, privileges, schemas and databases. */
  AuditLog audit();

  /**
   * A description of an account, for display.
   *
   * @param roles ids of the roles granted to it
   */
  record AccountInfo(
      long id, String name, boolean login, boolean admin, boolean hasPassword, List<Long> roles) {}

  /**
   * A database.
   *
   * @param owner 0 for none
   * @param grants privileges on it; the object of each is the database
   */
  record HostedDatabase(
      long id, String name, long owner, long sessions, List<io.mosql.sql.catalog.Grant> grants) {}

  /**
   * A node with a replica of a database. A null field is not known to the queried node.
   *
   * @param host address for clients
   * @param port port for clients
   * @param role leader, follower, candidate, listener, joining or closed; of remote nodes voter or
   *     listener
   * @param local whether it is the queried node
   * @param position position of the newest version there
   * @param lag entries of the log not known to be on the node
   * @param checkpointEntry last entry that its newest checkpoint contains
   * @param silentMillis time since its last message
   * @param failure reason for not participating, for display
   */
  record DatabaseReplica(
      String node,
      @Nullable String host,
      @Nullable Long port,
      String role,
      boolean local,
      boolean leader,
      long term,
      @Nullable Long position,
      @Nullable Long lag,
      @Nullable Long lastEntry,
      @Nullable Long committedEntry,
      @Nullable Long appliedEntry,
      @Nullable Long logBytes,
      @Nullable Long checkpointEntry,
      @Nullable Long silentMillis,
      @Nullable String failure) {}

  /**
   * A node of a cluster, by the cluster's configuration.
   *
   * @param host address for other nodes
   * @param port port for other nodes
   * @param clientHost address for clients
   * @param clientPort port for clients
   * @param role voter or listener
   * @param state joining until it follows the system database, then member
   * @param format newest version of the formats that it reads
   * @param leads databases that it leads, as far as the queried node knows
   * @param cluster id of the cluster
   * @param arrival sequence number of its addition; 0 for an initial node
   * @param pending pending changes in the databases led by the queried node, for display
   */
  record ClusterMember(
      String node,
      String host,
      long port,
      @Nullable String clientHost,
      @Nullable Long clientPort,
      String role,
      String state,
      long format,
      long leads,
      String cluster,
      long arrival,
      @Nullable String pending) {}
}

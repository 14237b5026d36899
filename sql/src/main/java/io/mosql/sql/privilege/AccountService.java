package io.mosql.sql.privilege;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.core.port.AuditLog;
import io.mosql.sql.catalog.AccountPrivileges;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Accounts, databases and nodes, as the node provides them to a database, and commands that change
 * them. Thread-safe.
 */
public interface AccountService {
  /** Of a database that belongs to a process: there are no accounts. */
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
          throw new MosqlException(
              SqlState.FEATURE_NOT_SUPPORTED,
              "accounts and databases are a server's: this database is open in its process");
        }

        @Override
        public AuditLog audit() {
          return AuditLog.NONE;
        }
      };

  /** Id of an account, null when there is none of this name. */
  @Nullable Long accountId(String name);

  /** Name of an account, null when it is gone. */
  @Nullable String accountName(long account);

  /**
   * What an account is in a database now, null when it is gone.
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
   * @param wording of the statement, for a node that has it run by another one
   * @throws MosqlException 42501 when he may not, 42704, 42710, 3D000, 42P04, 2BP01, 55006, 22023;
   *     0A000 where there are none
   */
  void execute(NodeCommand command, StatementOrigin wording, Principal by);

  /**
   * A statement as it was said.
   *
   * @param database that the session is in
   */
  record StatementOrigin(String sql, String database) {
    /** Without the text: there may be a password in it. */
    @Override
    public String toString() {
      return "Wording[database=" + database + "]";
    }
  }

  /**
   * Has the node that leads a database write a record there that tells the time.
   *
   * @param database name
   * @param by on whose behalf
   * @throws MosqlException when it cannot be asked
   */
  default void requestTimestampRecord(String database, Principal by) {}

  /**
   * The nodes that have a database, by name; none where one node has it alone.
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

  /** Where changes of accounts, rights, schemas and databases are put on record. */
  AuditLog audit();

  /**
   * An account, as people may see it.
   *
   * @param roles ids of those that it was given
   */
  record AccountInfo(
      long id, String name, boolean login, boolean admin, boolean hasPassword, List<Long> roles) {}

  /**
   * A database.
   *
   * @param owner 0 for none
   * @param grants rights on it; the object of each is the database
   */
  record HostedDatabase(
      long id, String name, long owner, long sessions, List<io.mosql.sql.catalog.Grant> grants) {}

  /**
   * A node that has a database. What is null is not known to the node that is asked.
   *
   * @param host where clients reach it
   * @param port where clients reach it
   * @param role leader, follower, candidate, listener, joining or closed; of others voter or
   *     listener
   * @param local whether it is the node that is asked
   * @param position of the newest version there
   * @param lag entries of the log that it is not known to have
   * @param checkpointEntry last entry that its newest checkpoint holds
   * @param silentMillis time since it was last heard of
   * @param failure why it takes no part, for people
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
   * A node of a cluster, as the cluster means to have it.
   *
   * @param host where other nodes reach it
   * @param port where other nodes reach it
   * @param clientHost where clients reach it
   * @param clientPort where clients reach it
   * @param role voter or listener
   * @param state joining until it follows the system database, then member
   * @param format newest version of the formats that it reads
   * @param leads databases that it leads, as far as the node that is asked knows
   * @param cluster which cluster that is
   * @param arrival number of the addition that it came by; 0 for a founder
   * @param pending what is to change in the databases that the node that is asked leads, for people
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

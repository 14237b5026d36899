package io.mosql.jdbc;

import java.sql.Connection;
import java.sql.ConnectionBuilder;
import java.sql.SQLException;
import java.sql.SQLType;
import java.sql.ShardingKey;
import java.sql.ShardingKeyBuilder;
import javax.sql.PooledConnection;
import javax.sql.PooledConnectionBuilder;
import javax.sql.XAConnection;
import javax.sql.XAConnectionBuilder;
import org.jspecify.annotations.Nullable;

/**
 * A builder of a connection of a data source, also of a pooled one and of one of a transaction
 * manager. Sharding keys have no effect: a database is not sharded. Not thread-safe.
 */
final class MosqlConnectionBuilder {
  private @Nullable String user;
  private @Nullable String password;

  private MosqlConnectionBuilder() {}

  /** Opens a connection for an account; null for the account of the data source. */
  @FunctionalInterface
  interface Opener<T> {
    T open(@Nullable String user, @Nullable String password) throws SQLException;
  }

  static ConnectionBuilder of(Opener<Connection> opener) {
    MosqlConnectionBuilder account = new MosqlConnectionBuilder();
    return new ConnectionBuilder() {
      @Override
      public ConnectionBuilder user(String name) {
        account.user = name;
        return this;
      }

      @Override
      public ConnectionBuilder password(String word) {
        account.password = word;
        return this;
      }

      @Override
      public ConnectionBuilder shardingKey(ShardingKey key) {
        return this;
      }

      @Override
      public ConnectionBuilder superShardingKey(ShardingKey key) {
        return this;
      }

      @Override
      public Connection build() throws SQLException {
        return opener.open(account.user, account.password);
      }
    };
  }

  static PooledConnectionBuilder ofPooled(Opener<PooledConnection> opener) {
    MosqlConnectionBuilder account = new MosqlConnectionBuilder();
    return new PooledConnectionBuilder() {
      @Override
      public PooledConnectionBuilder user(String name) {
        account.user = name;
        return this;
      }

      @Override
      public PooledConnectionBuilder password(String word) {
        account.password = word;
        return this;
      }

      @Override
      public PooledConnectionBuilder shardingKey(ShardingKey key) {
        return this;
      }

      @Override
      public PooledConnectionBuilder superShardingKey(ShardingKey key) {
        return this;
      }

      @Override
      public PooledConnection build() throws SQLException {
        return opener.open(account.user, account.password);
      }
    };
  }

  static XAConnectionBuilder ofXA(Opener<XAConnection> opener) {
    MosqlConnectionBuilder account = new MosqlConnectionBuilder();
    return new XAConnectionBuilder() {
      @Override
      public XAConnectionBuilder user(String name) {
        account.user = name;
        return this;
      }

      @Override
      public XAConnectionBuilder password(String word) {
        account.password = word;
        return this;
      }

      @Override
      public XAConnectionBuilder shardingKey(ShardingKey key) {
        return this;
      }

      @Override
      public XAConnectionBuilder superShardingKey(ShardingKey key) {
        return this;
      }

      @Override
      public XAConnection build() throws SQLException {
        return opener.open(account.user, account.password);
      }
    };
  }

  /** A builder of keys without content. */
  static ShardingKeyBuilder shardingKeys() {
    return new ShardingKeyBuilder() {
      @Override
      public ShardingKeyBuilder subkey(Object subkey, SQLType type) {
        return this;
      }

      @Override
      public ShardingKey build() {
        return new ShardingKey() {};
      }
    };
  }
}

package io.mosql.samples.quarkus;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.EntityManager;
import jakarta.persistence.LockModeType;
import jakarta.transaction.Transactional;
import jakarta.transaction.Transactional.TxType;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import javax.sql.DataSource;

/** Transactions of the application. */
@ApplicationScoped
public class Bank {
  private final EntityManager entities;
  private final DataSource pool;

  Bank(EntityManager entities, DataSource pool) {
    this.entities = entities;
    this.pool = pool;
  }

  @Transactional
  long open(String owner, int balance) {
    Account account = new Account(owner, balance);
    entities.persist(account);
    return account.id;
  }

  @Transactional
  void openAll(List<String> owners) {
    owners.forEach(owner -> entities.persist(new Account(owner, 0)));
  }

  @Transactional
  Account find(long id) {
    return entities.find(Account.class, id);
  }

  @Transactional
  void change(Account detached) {
    entities.merge(detached);
  }

  @Transactional
  void openAndFail(String owner) {
    entities.persist(new Account(owner, 0));
    entities.flush();
    throw new IllegalStateException();
  }

  @Transactional(TxType.REQUIRES_NEW)
  void openAlone(String owner) {
    entities.persist(new Account(owner, 0));
  }

  @Transactional
  void openOneAndFail(String lost, String kept, Bank proxy) {
    entities.persist(new Account(lost, 0));
    entities.flush();
    proxy.openAlone(kept);
    throw new IllegalStateException();
  }

  @Transactional
  int addLocked(long id, int amount) {
    Account account = entities.find(Account.class, id, LockModeType.PESSIMISTIC_WRITE);
    account.balance += amount;
    return account.balance;
  }

  @Transactional
  int raise(String pattern) {
    return entities
        .createQuery("update Account a set a.balance = a.balance + 1 where a.owner like :pattern")
        .setParameter("pattern", pattern)
        .executeUpdate();
  }

  @Transactional
  int delete(String pattern) {
    return entities
        .createQuery("delete from Account a where a.owner like :pattern")
        .setParameter("pattern", pattern)
        .executeUpdate();
  }

  @Transactional
  List<String> owners(String pattern, int skip, int most) {
    return entities
        .createQuery(
            "select a.owner from Account a where a.owner like :pattern order by a.owner desc",
            String.class)
        .setParameter("pattern", pattern)
        .setFirstResult(skip)
        .setMaxResults(most)
        .getResultList();
  }

  @Transactional
  Object first(String sql) {
    return entities.createNativeQuery(sql).getSingleResult();
  }

  /** Over the pool, in the transaction of the entities. */
  @Transactional
  int countWithOneMore(String owner) throws SQLException {
    entities.persist(new Account(owner, 0));
    entities.flush();
    try (Connection connection = pool.getConnection();
        Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery("select count(*) from account where owner = '" + owner + "'")) {
      rows.next();
      return rows.getInt(1);
    }
  }
}

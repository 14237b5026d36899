package io.mosql.benchmarks.tpcb;

import io.mosql.benchmarks.clients.AckedLog;
import io.mosql.benchmarks.clients.BenchmarkClient;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * Client of the TPC-B transaction with the input distribution of the specification: a random
 * teller; an account of the teller's branch or, in 15 % of cases if there are several branches, of
 * another branch; and an amount between -999,999 and 999,999. The result is the account's new
 * balance.
 */
final class TpcbClient implements BenchmarkClient {
  private static final int DELTA_MAX = 999_999;
  private static final int REMOTE_PERCENT = 15;
  private static final String FILLER = "rows of 50 bytes or so";

  private final Connection connection;
  private final TpcbTables population;
  private final SplittableRandom random;
  private final @Nullable AckedLog acked;
  private final PreparedStatement updateAccount;
  private final PreparedStatement selectBalance;
  private final PreparedStatement updateTeller;
  private final PreparedStatement updateBranch;
  private final PreparedStatement insertHistory;
  private int account;
  private int teller;
  private int branch;
  private int delta;

  TpcbClient(
      Connection connection,
      TpcbTables population,
      SplittableRandom random,
      @Nullable AckedLog acked)
      throws SQLException {
    connection.setAutoCommit(false);
    this.connection = connection;
    this.population = population;
    this.random = random;
    this.acked = acked;
    this.updateAccount =
        connection.prepareStatement(
            "UPDATE tpcb_accounts SET abalance = abalance + ? WHERE aid = ?");
    this.selectBalance =
        connection.prepareStatement("SELECT abalance FROM tpcb_accounts WHERE aid = ?");
    this.updateTeller =
        connection.prepareStatement(
            "UPDATE tpcb_tellers SET tbalance = tbalance + ? WHERE tid = ?");
    this.updateBranch =
        connection.prepareStatement(
            "UPDATE tpcb_branches SET bbalance = bbalance + ? WHERE bid = ?");
    this.insertHistory =
        connection.prepareStatement(
            "INSERT INTO tpcb_history (tid, bid, aid, delta, mtime, filler)"
                + " VALUES (?, ?, ?, ?, ?, ?)");
  }

  @Override
  public void prepare() {
    teller = random.nextInt(population.tellers()) + 1;
    branch = population.branchOfTeller(teller);
    int home = branch;
    if (population.branches() > 1 && random.nextInt(100) < REMOTE_PERCENT) {
      int other = random.nextInt(population.branches() - 1) + 1;
      home = other < branch ? other : other + 1;
    }
    account = population.account(home, random.nextInt(population.accountsPerBranch()));
    delta = random.nextInt(-DELTA_MAX, DELTA_MAX + 1);
  }

  @Override
  public Step execute() throws SQLException {
    add(updateAccount, account);
    readBalance();
    add(updateTeller, teller);
    add(updateBranch, branch);
    insertHistory.setInt(1, teller);
    insertHistory.setInt(2, branch);
    insertHistory.setInt(3, account);
    insertHistory.setInt(4, delta);
    insertHistory.setTimestamp(5, new Timestamp(System.currentTimeMillis()));
    insertHistory.setString(6, FILLER);
    expectOne(insertHistory.executeUpdate());
    connection.commit();
    return Step.DONE;
  }

  private void add(PreparedStatement update, int key) throws SQLException {
    update.setInt(1, delta);
    update.setInt(2, key);
    expectOne(update.executeUpdate());
  }

  private void readBalance() throws SQLException {
    selectBalance.setInt(1, account);
    try (ResultSet row = selectBalance.executeQuery()) {
      expectOne(row.next() ? 1 : 0);
      row.getLong(1);
    }
  }

  private static void expectOne(int rows) throws SQLException {
    if (rows != 1) {
      throw new SQLException(rows + " rows instead of one", "02000");
    }
  }

  @Override
  public void acknowledged() throws IOException {
    if (acked != null) {
      acked.append(teller, branch, account, delta);
    }
  }

  int account() {
    return account;
  }

  int teller() {
    return teller;
  }

  int branch() {
    return branch;
  }

  int delta() {
    return delta;
  }
}

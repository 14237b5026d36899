package io.mosql.jdbc.metadata;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.RowIdLifetime;

/** The capabilities of transactions, statements and result sets. 0 means no limit. */
public abstract class SessionCapabilities extends SqlCapabilities {
  @Override
  public final boolean isCatalogAtStart() {
    return true;
  }

  @Override
  public final boolean supportsSchemasInDataManipulation() {
    return true;
  }

  @Override
  public final boolean supportsSchemasInProcedureCalls() {
    return false;
  }

  @Override
  public final boolean supportsSchemasInTableDefinitions() {
    return true;
  }

  @Override
  public final boolean supportsSchemasInIndexDefinitions() {
    return true;
  }

  @Override
  public final boolean supportsSchemasInPrivilegeDefinitions() {
    return false;
  }

  @Override
  public final boolean supportsCatalogsInDataManipulation() {
    return false;
  }

  @Override
  public final boolean supportsCatalogsInProcedureCalls() {
    return false;
  }

  @Override
  public final boolean supportsCatalogsInTableDefinitions() {
    return false;
  }

  @Override
  public final boolean supportsCatalogsInIndexDefinitions() {
    return false;
  }

  @Override
  public final boolean supportsCatalogsInPrivilegeDefinitions() {
    return false;
  }

  @Override
  public final boolean supportsMultipleResultSets() {
    return false;
  }

  @Override
  public final boolean supportsMultipleTransactions() {
    return true;
  }

  @Override
  public final boolean supportsPositionedDelete() {
    return false;
  }

  @Override
  public final boolean supportsPositionedUpdate() {
    return false;
  }

  @Override
  public final boolean supportsStoredProcedures() {
    return false;
  }

  @Override
  public final boolean supportsOpenCursorsAcrossCommit() {
    return false;
  }

  @Override
  public final boolean supportsOpenCursorsAcrossRollback() {
    return false;
  }

  @Override
  public final boolean supportsOpenStatementsAcrossCommit() {
    return true;
  }

  @Override
  public final boolean supportsOpenStatementsAcrossRollback() {
    return true;
  }

  @Override
  public final boolean doesMaxRowSizeIncludeBlobs() {
    return false;
  }

  @Override
  public final boolean supportsTransactions() {
    return true;
  }

  @Override
  public final boolean supportsDataDefinitionAndDataManipulationTransactions() {
    return true;
  }

  @Override
  public final boolean supportsDataManipulationTransactionsOnly() {
    return false;
  }

  @Override
  public final boolean dataDefinitionCausesTransactionCommit() {
    return false;
  }

  @Override
  public final boolean dataDefinitionIgnoredInTransactions() {
    return false;
  }

  @Override
  public final boolean supportsBatchUpdates() {
    return true;
  }

  @Override
  public final boolean supportsSavepoints() {
    return true;
  }

  @Override
  public final boolean supportsNamedParameters() {
    return false;
  }

  @Override
  public final boolean supportsMultipleOpenResults() {
    return false;
  }

  @Override
  public final boolean supportsGetGeneratedKeys() {
    return true;
  }

  @Override
  public final boolean locatorsUpdateCopy() {
    return true;
  }

  @Override
  public final boolean supportsStatementPooling() {
    return false;
  }

  @Override
  public final boolean supportsStoredFunctionsUsingCallSyntax() {
    return false;
  }

  @Override
  public final boolean autoCommitFailureClosesAllResultSets() {
    return false;
  }

  @Override
  public final boolean generatedKeyAlwaysReturned() {
    return false;
  }

  @Override
  public final boolean supportsRefCursors() {
    return false;
  }

  @Override
  public final boolean supportsSharding() {
    return false;
  }

  @Override
  public final int getMaxBinaryLiteralLength() {
    return 0;
  }

  @Override
  public final int getMaxCharLiteralLength() {
    return 0;
  }

  @Override
  public final int getMaxColumnNameLength() {
    return 0;
  }

  @Override
  public final int getMaxColumnsInGroupBy() {
    return 0;
  }

  @Override
  public final int getMaxColumnsInIndex() {
    return 0;
  }

  @Override
  public final int getMaxColumnsInOrderBy() {
    return 0;
  }

  @Override
  public final int getMaxColumnsInSelect() {
    return 0;
  }

  @Override
  public final int getMaxColumnsInTable() {
    return 0;
  }

  @Override
  public final int getMaxConnections() {
    return 0;
  }

  @Override
  public final int getMaxCursorNameLength() {
    return 0;
  }

  @Override
  public final int getMaxIndexLength() {
    return 0;
  }

  @Override
  public final int getMaxSchemaNameLength() {
    return 0;
  }

  @Override
  public final int getMaxProcedureNameLength() {
    return 0;
  }

  @Override
  public final int getMaxCatalogNameLength() {
    return 0;
  }

  @Override
  public final int getMaxRowSize() {
    return 0;
  }

  @Override
  public final int getMaxStatementLength() {
    return 0;
  }

  @Override
  public final int getMaxStatements() {
    return 0;
  }

  @Override
  public final int getMaxTableNameLength() {
    return 0;
  }

  @Override
  public final int getMaxTablesInSelect() {
    return 0;
  }

  @Override
  public final int getMaxUserNameLength() {
    return 0;
  }

  @Override
  public final boolean ownUpdatesAreVisible(int type) {
    return false;
  }

  @Override
  public final boolean ownDeletesAreVisible(int type) {
    return false;
  }

  @Override
  public final boolean ownInsertsAreVisible(int type) {
    return false;
  }

  @Override
  public final boolean othersUpdatesAreVisible(int type) {
    return false;
  }

  @Override
  public final boolean othersDeletesAreVisible(int type) {
    return false;
  }

  @Override
  public final boolean othersInsertsAreVisible(int type) {
    return false;
  }

  @Override
  public final boolean updatesAreDetected(int type) {
    return false;
  }

  @Override
  public final boolean deletesAreDetected(int type) {
    return false;
  }

  @Override
  public final boolean insertsAreDetected(int type) {
    return false;
  }

  @Override
  public final long getMaxLogicalLobSize() {
    return Integer.MAX_VALUE;
  }

  @Override
  public final int getDefaultTransactionIsolation() {
    return Connection.TRANSACTION_SERIALIZABLE;
  }

  /** READ UNCOMMITTED is executed as READ COMMITTED. */
  @Override
  public final boolean supportsTransactionIsolationLevel(int level) {
    return level == Connection.TRANSACTION_READ_UNCOMMITTED
        || level == Connection.TRANSACTION_READ_COMMITTED
        || level == Connection.TRANSACTION_REPEATABLE_READ
        || level == Connection.TRANSACTION_SERIALIZABLE;
  }

  @Override
  public final boolean supportsResultSetType(int type) {
    return type == ResultSet.TYPE_FORWARD_ONLY || type == ResultSet.TYPE_SCROLL_INSENSITIVE;
  }

  @Override
  public final boolean supportsResultSetConcurrency(int type, int concurrency) {
    return supportsResultSetType(type) && concurrency == ResultSet.CONCUR_READ_ONLY;
  }

  @Override
  public final boolean supportsResultSetHoldability(int holdability) {
    return holdability == ResultSet.CLOSE_CURSORS_AT_COMMIT;
  }

  @Override
  public final int getResultSetHoldability() {
    return ResultSet.CLOSE_CURSORS_AT_COMMIT;
  }

  @Override
  public final int getSQLStateType() {
    return sqlStateSQL;
  }

  @Override
  public final RowIdLifetime getRowIdLifetime() {
    return RowIdLifetime.ROWID_UNSUPPORTED;
  }
}

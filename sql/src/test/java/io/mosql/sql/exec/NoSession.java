package io.mosql.sql.exec;

import io.mosql.sql.catalog.SequenceDef;

/** A session for plans that ask nothing of it. */
final class NoSession implements ExecutionContext.Session {
  static final NoSession INSTANCE = new NoSession();
  static final SequenceAccess SEQUENCES = new NoSequences();

  private NoSession() {}

  @Override
  public long transactionMicros() {
    return 0;
  }

  @Override
  public long statementMicros() {
    return 0;
  }

  @Override
  public long clockMicros() {
    return 0;
  }

  @Override
  public String user() {
    return "nobody";
  }

  @Override
  public String schema() {
    return "public";
  }

  @Override
  public String database() {
    return "test";
  }

  private static final class NoSequences implements SequenceAccess {
    @Override
    public long next(SequenceDef sequence) {
      throw new UnsupportedOperationException();
    }

    @Override
    public long nextHidden(SequenceDef sequence) {
      throw new UnsupportedOperationException();
    }

    @Override
    public long nextOfColumn(SequenceDef sequence, Object statement) {
      throw new UnsupportedOperationException();
    }

    @Override
    public long lastInserted() {
      throw new UnsupportedOperationException();
    }

    @Override
    public long lastUsed() {
      throw new UnsupportedOperationException();
    }

    @Override
    public long settle(SequenceDef sequence) {
      throw new UnsupportedOperationException();
    }

    @Override
    public long current(SequenceDef sequence) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void set(SequenceDef sequence, long value, boolean called) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void raise(SequenceDef sequence, long value) {
      throw new UnsupportedOperationException();
    }
  }
}

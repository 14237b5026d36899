package io.mosql.sql.exec.runtime;

import io.mosql.sql.catalog.SequenceDef;

/** A session environment for plans that read no properties of the session. */
public final class NoSessionEnvironment implements ExecutionContext.SessionEnvironment {
  public static final NoSessionEnvironment INSTANCE = new NoSessionEnvironment();
  public static final SequenceAccess SEQUENCES = new NoSequences();

  private NoSessionEnvironment() {}

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
    return "nouser";
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
    public long nextInternal(SequenceDef sequence) {
      throw new UnsupportedOperationException();
    }

    @Override
    public long nextForColumn(SequenceDef sequence, Object statement) {
      throw new UnsupportedOperationException();
    }

    @Override
    public long lastInserted() {
      throw new UnsupportedOperationException();
    }

    @Override
    public long lastUsedSequence() {
      throw new UnsupportedOperationException();
    }

    @Override
    public long releaseUnused(SequenceDef sequence) {
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
    public void advancePast(SequenceDef sequence, long value) {
      throw new UnsupportedOperationException();
    }
  }
}

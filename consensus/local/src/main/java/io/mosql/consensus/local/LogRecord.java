package io.mosql.consensus.local;

/** A record as it was read. */
record LogRecord(long index, byte[] payload) {}

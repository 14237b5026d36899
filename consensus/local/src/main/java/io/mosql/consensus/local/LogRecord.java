package io.mosql.consensus.local;

/** A record read from the log. */
record LogRecord(long index, byte[] payload) {}

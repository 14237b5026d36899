package io.mosql.storage;

/**
 * A patched row that its transaction has made already, good for as long as the stored row is the
 * very object that it was made from. Never on the wire.
 */
record Patched(byte[] before, byte[] after) {}

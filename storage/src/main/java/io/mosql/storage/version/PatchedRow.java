package io.mosql.storage.version;

/**
 * A patched row with the row object from which it was made; valid only while the stored row is that
 * object. Never on the wire.
 */
public record PatchedRow(byte[] before, byte[] after) {}

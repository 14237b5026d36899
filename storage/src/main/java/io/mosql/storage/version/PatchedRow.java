package io.mosql.storage.version;

/**
 * A patched row together with the row object that it was made from; valid only while the stored row
 * is that object. Never on the wire.
 */
public record PatchedRow(byte[] before, byte[] after) {}

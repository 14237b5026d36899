/**
 * Byte buffers of the storage formats ({@code ByteSink} writes, {@code ByteSource} reads), sets of
 * keys, and uninterruptible waits.
 *
 * <p>Formats are big-endian; lengths and counts are checked before anything is allocated, and a
 * damaged input fails with SQLSTATE XX001. No class here is thread-safe. Depends on no other
 * package of storage; used by the storage packages alone.
 */
@NullMarked
package io.mosql.storage.bytes;

import org.jspecify.annotations.NullMarked;

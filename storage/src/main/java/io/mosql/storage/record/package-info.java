/**
 * Records of the log: {@code RecordCodec} defines the format, {@code RecordAssembler} joins the
 * parts of a large record.
 *
 * <p>The format is versioned and is what is on disk and on the wire between nodes: a change needs a
 * new version. A missing part voids the rest of a record. The codec is stateless, the assembler is
 * not thread-safe. Used by {@code commit} and by the restoration in {@code io.mosql.storage}.
 */
@NullMarked
package io.mosql.storage.record;

import org.jspecify.annotations.NullMarked;

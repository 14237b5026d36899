/**
 * Versions of the database. A {@code Root} is an immutable directory of all trees at one position;
 * a {@code TentativeRoot} is the next root while a batch of commits or the log is applied to it; a
 * {@code Snapshot} pins a root for a reader. The {@code OutcomeTable} in the root remembers which
 * transactions committed.
 *
 * <p>Invariants: roots never change once they are published; a root follows from the records of the
 * log alone, so that every replica and every replay has the same contents at the same position;
 * effects are applied without checking reads.
 *
 * <p>Roots and value types are immutable; the {@code SnapshotRegistry} is thread-safe; a {@code
 * TentativeRoot} is guarded by the owner of its batch. Uses {@code bytes} and {@code tree}; used by
 * the storage packages above it. {@code sql}, {@code engine} and {@code server} use value types,
 * such as {@link io.mosql.storage.version.ColumnSet}.
 */
@NullMarked
package io.mosql.storage.version;

import org.jspecify.annotations.NullMarked;

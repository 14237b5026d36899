/**
 * Storage: copy-on-write B+Trees, transactions over snapshots of them, and the certifier that
 * commits a transaction exactly when everything it read still reads the same.
 *
 * <p>Nouns: a {@link io.mosql.storage.Store} is an open database; a {@link
 * io.mosql.storage.Transaction} runs alone against a snapshot; a {@link io.mosql.storage.RowCursor}
 * walks a range; a {@link io.mosql.storage.ColumnSet} says which columns a read looked at; a {@link
 * io.mosql.storage.CommitResult} is the certifier's answer.
 */
@NullMarked
package io.mosql.storage;

import org.jspecify.annotations.NullMarked;

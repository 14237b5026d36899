/**
 * The storage engine: an open database ({@link io.mosql.storage.Store}), the inspection of a closed
 * one ({@link io.mosql.storage.Inspection}), and its restoration from a checkpoint and a log
 * ({@link io.mosql.storage.Restoration}).
 *
 * <p>The packages beneath form layers without cycles: {@code tree} and {@code page} (copy-on-write
 * B+Trees and their files), {@code bytes}, {@code version} (immutable roots of the whole database),
 * {@code record} (log records), {@code certify} (the certifier), {@code lock} (row locks), {@code
 * commit} (group commit and the application of the log), {@code checkpoint}, {@code transaction},
 * and this one, which connects them. {@code backup} copies checkpoints.
 *
 * <p>Invariant: a transaction commits exactly when everything that it read still reads the same in
 * the version that it commits on. A {@code Store} is thread-safe. Used by {@code sql}, {@code
 * engine} and the tools of {@code server}.
 */
@NullMarked
package io.mosql.storage;

import org.jspecify.annotations.NullMarked;

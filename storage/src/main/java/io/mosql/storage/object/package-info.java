/**
 * Large objects: the contents of long BLOB and CLOB values, in chunks in one tree of the database,
 * under ids that are never used again.
 *
 * <p>The chunks of an object are committed before the transaction that uses it, in commits of
 * bounded size. They are not visible until a row refers to the object: its transaction inserts a
 * claim, which names the tree that has the reference. What no row refers to any more, or has never
 * referred to, is deleted later. Used by {@code io.mosql.storage} and its package {@code
 * transaction}.
 */
@NullMarked
package io.mosql.storage.object;

import org.jspecify.annotations.NullMarked;

/**
 * The copy-on-write B+Tree: a {@link io.mosql.storage.tree.Tree} is one immutable version, a {@link
 * io.mosql.storage.tree.TreeEditor} creates the next one, a {@link
 * io.mosql.storage.tree.TreeCursor} walks one in both directions, a {@link
 * io.mosql.storage.tree.TreeChecker} checks its invariants. Pure data structure: no I/O, no clock,
 * no threads.
 */
@NullMarked
package io.mosql.storage.tree;

import org.jspecify.annotations.NullMarked;

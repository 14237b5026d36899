/**
 * Pages on disk: a {@link io.mosql.storage.page.PageStore} keeps immutable segments of pages and
 * the one {@link io.mosql.storage.page.Manifest} that names them; {@link
 * io.mosql.storage.page.SegmentWriter} takes the pages of a checkpoint; a {@link
 * io.mosql.storage.page.SegmentId} names a segment for ever, a {@link
 * io.mosql.storage.page.PageLocation} a page in it.
 *
 * <p>The package {@code io.mosql.storage.tree} defines the contents of a page; the packages above
 * decide when to write, to clean and to delete.
 */
@NullMarked
package io.mosql.storage.page;

import org.jspecify.annotations.NullMarked;

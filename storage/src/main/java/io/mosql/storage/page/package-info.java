/**
 * Pages on disk: a {@link io.mosql.storage.page.PageStore} keeps immutable segments of pages and
 * the one {@link io.mosql.storage.page.Manifest} that names them; {@link
 * io.mosql.storage.page.SegmentWriter} takes the pages of a checkpoint; a {@link
 * io.mosql.storage.page.SegmentId} names a segment for ever, a {@link
 * io.mosql.storage.page.PageLocation} a page in it.
 *
 * <p>What a page means is the tree's business ({@code io.mosql.storage.tree}); when to write, to
 * clean and to delete is decided above.
 */
@NullMarked
package io.mosql.storage.page;

import org.jspecify.annotations.NullMarked;

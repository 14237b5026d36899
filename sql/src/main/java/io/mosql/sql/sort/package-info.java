/**
 * Sorts more index entries than memory holds: an {@link EntrySorter} gathers them, spills sorted
 * runs into files of its {@link SortSpace} and merges these into one {@link EntryStream}.
 */
@NullMarked
package io.mosql.sql.sort;

import org.jspecify.annotations.NullMarked;

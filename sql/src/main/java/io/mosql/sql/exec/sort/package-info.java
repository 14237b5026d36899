/**
 * Sorting of rows: ORDER BY with OFFSET and FETCH, external merge sort, top-N sort.
 *
 * <p>Sorts are stable: rows that compare equal keep the order of the input. A sort is used once, by
 * one thread. The sort of encoded index entries is in io.mosql.sql.sort.
 *
 * <p>Used by the plan compiler; join and aggregate use ExternalSort.
 */
@NullMarked
package io.mosql.sql.exec.sort;

import org.jspecify.annotations.NullMarked;

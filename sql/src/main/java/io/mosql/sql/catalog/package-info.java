/**
 * The catalog: definitions of tables, columns, keys, indexes, constraints, sequences and views, and
 * the encoding of their rows in the catalog tree. Definitions are immutable.
 */
@NullMarked
package io.mosql.sql.catalog;

import org.jspecify.annotations.NullMarked;

/**
 * What the database holds: tables, columns, keys, indexes, constraints, sequences; their rows in
 * the catalog tree.
 */
@NullMarked
package io.mosql.sql.catalog;

import org.jspecify.annotations.NullMarked;

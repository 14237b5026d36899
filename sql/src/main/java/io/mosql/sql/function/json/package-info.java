/**
 * JSON as text and as a tree: parsing by RFC 8259 with exact numbers, formatting, MySQL paths, and
 * the keys of the arrow operators.
 *
 * <p>Invariants: numbers keep their digits; text that is no JSON gives 22032; trees are not
 * modified once they are shared. Thread-safe.
 *
 * <p>Used by the packages path, define and library, and by the executor.
 */
@NullMarked
package io.mosql.sql.function.json;

import org.jspecify.annotations.NullMarked;

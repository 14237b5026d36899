/**
 * Formatting and parsing of numbers by PostgreSQL patterns, and Roman, ordinal and scientific
 * forms.
 *
 * <p>Pure; patterns are immutable once read. Used by the packages time and library.
 */
@NullMarked
package io.mosql.sql.function.number;

import org.jspecify.annotations.NullMarked;

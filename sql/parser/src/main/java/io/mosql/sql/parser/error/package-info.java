/**
 * The catalogue of the error messages of the parser.
 *
 * <p>It uses the module core alone. Used by all packages of the parser.
 */
@NullMarked
package io.mosql.sql.parser.error;

import org.jspecify.annotations.NullMarked;

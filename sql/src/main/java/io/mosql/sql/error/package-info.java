/**
 * The catalogue of the error messages of SQL.
 *
 * <p>It uses the module core alone. Used by all packages of SQL, and by the accounts of the engine.
 */
@NullMarked
package io.mosql.sql.error;

import org.jspecify.annotations.NullMarked;

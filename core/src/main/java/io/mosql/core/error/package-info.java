/**
 * Errors: {@code MosqlException}, the one exception that callers get, with its SQLSTATE; {@code
 * ErrorMessage}, an entry of a module's catalogue of messages; {@code InvariantViolation}, a defect
 * that stops the store. Immutable. Used by all modules.
 */
@NullMarked
package io.mosql.core.error;

import org.jspecify.annotations.NullMarked;

/**
 * The catalogue of the module's error messages.
 *
 * <p>Uses no other package of the module; used by all of them.
 */
@NullMarked
package io.mosql.engine.error;

import org.jspecify.annotations.NullMarked;

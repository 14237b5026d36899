/** The one exception of the engine, with its SQLSTATE. */
@NullMarked
package io.mosql.core.error;

import org.jspecify.annotations.NullMarked;

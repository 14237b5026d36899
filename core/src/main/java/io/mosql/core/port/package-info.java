/** The ports of the engine: log, files, clock, randomness. Each port has an in-memory adapter. */
@NullMarked
package io.mosql.core.port;

import org.jspecify.annotations.NullMarked;

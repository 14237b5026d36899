/**
 * What the engine asks of the world: log, files, clock, randomness. Each port has an in-memory
 * twin.
 */
@NullMarked
package io.mosql.core.port;

import org.jspecify.annotations.NullMarked;

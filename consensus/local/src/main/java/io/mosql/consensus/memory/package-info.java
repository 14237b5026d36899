/**
 * Logs without files: {@link io.mosql.consensus.memory.MemoryLog}, of a database that lives in
 * memory, delivers what is appended; {@link io.mosql.consensus.memory.MemoryGroup} is the twin of a
 * replicated log, single-stepped, for tests.
 */
@NullMarked
package io.mosql.consensus.memory;

import org.jspecify.annotations.NullMarked;

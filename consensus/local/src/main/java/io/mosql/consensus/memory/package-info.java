/**
 * Logs without files: {@link io.mosql.consensus.memory.MemoryLog}, for a database in memory,
 * delivers each record as it is appended; {@link io.mosql.consensus.memory.MemoryGroup} is a
 * single-stepped model of a replicated log, for tests.
 */
@NullMarked
package io.mosql.consensus.memory;

import org.jspecify.annotations.NullMarked;

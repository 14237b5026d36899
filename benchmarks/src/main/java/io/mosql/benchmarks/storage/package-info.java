/**
 * Commands of {@code bench} that measure the storage engine over plain JDBC: open, load, replay,
 * point reads, checkpoints, heap and COPY.
 *
 * <p>A command plans and prints; measurements that need a separate heap and separately compiled
 * code run as steps (package {@code step}) in a child JVM, started by {@code StepRunner}. {@code
 * StorageBenchOptions} are the options of all commands. Not thread-safe, except for {@code
 * CommitLatencies}. Entry: {@code StorageBenchCommands}.
 */
@NullMarked
package io.mosql.benchmarks.storage;

import org.jspecify.annotations.NullMarked;

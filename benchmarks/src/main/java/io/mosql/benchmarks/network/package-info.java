/**
 * Benchmark of the network: point queries to a server in a separate JVM, measured alternately with
 * an echo of the same number of bytes.
 *
 * <p>{@code ClosedLoopLoad} drives one {@code RequestClient} per connection and thread; {@code
 * EchoServer} is a main class, started in a child JVM. Entry: {@code NetworkBenchCommands}, used by
 * {@code Benchmarks}.
 */
@NullMarked
package io.mosql.benchmarks.network;

import org.jspecify.annotations.NullMarked;

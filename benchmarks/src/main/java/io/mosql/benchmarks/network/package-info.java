/**
 * The cost of the network: point queries to a server in a JVM of its own, measured in turns with a
 * bare echo of as many bytes.
 *
 * <p>{@code ClosedLoopLoad} drives one {@code RequestClient} per connection and thread; {@code
 * EchoServer} is a main class, started in a child JVM. Entry: {@code NetworkBenchCommands}, used by
 * {@code Benchmarks}.
 */
@NullMarked
package io.mosql.benchmarks.network;

import org.jspecify.annotations.NullMarked;

/**
 * The composition root: the only module that combines storage, consensus and SQL.
 *
 * <p>{@link io.mosql.engine.EmbeddedDatabases} keeps the open databases of an embedding process and
 * opens sessions for the driver. A {@link io.mosql.engine.Node} is a data directory with accounts
 * and many databases, served by a server. {@link io.mosql.engine.ClusterConversion} and {@link
 * io.mosql.engine.DatabaseImport} change the kind of a data directory while no process has it open.
 *
 * <p>This package uses the packages below it; none of them uses this one. It is the entry point for
 * the server, the benchmarks and tests. Node and EmbeddedDatabases are thread-safe.
 */
@NullMarked
package io.mosql.engine;

import org.jspecify.annotations.NullMarked;

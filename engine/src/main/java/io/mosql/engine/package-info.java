/**
 * The composition root: the only module that combines storage, consensus and SQL.
 *
 * <p>{@link io.mosql.engine.EmbeddedDatabases} holds the open databases of an embedding process and
 * gives sessions to the driver. A {@link io.mosql.engine.Node} is a data directory with accounts
 * and many databases, and is what a server serves. {@link io.mosql.engine.ClusterConversion} and
 * {@link io.mosql.engine.DatabaseImport} change the kind of a data directory while no process has
 * it open.
 *
 * <p>This package uses the packages below it; none of them uses this one. The server, the
 * benchmarks and tests enter here. Node and EmbeddedDatabases are thread-safe.
 */
@NullMarked
package io.mosql.engine;

import org.jspecify.annotations.NullMarked;

/**
 * The house put together: the only place that wires storage, consensus and SQL.
 *
 * <p>Nouns: an {@link io.mosql.engine.OpenDatabase} is one open database of this process; {@link
 * io.mosql.engine.EmbeddedDatabases} keeps them by location and is how the driver gets sessions; a
 * {@link io.mosql.engine.Node} has accounts and many databases, and is what a server serves.
 */
@NullMarked
package io.mosql.engine;

import org.jspecify.annotations.NullMarked;

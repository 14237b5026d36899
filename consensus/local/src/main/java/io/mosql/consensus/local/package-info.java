/**
 * The log of a database on one machine: {@link io.mosql.consensus.local.LocalLog}, its {@link
 * io.mosql.consensus.local.LogOptions}, and their <em>segments</em> (files that contain records),
 * <em>spares</em> (allocated files for future segments) and <em>recovery</em>. Only the engine
 * names these types; all other modules use {@link io.mosql.core.port.CommitLog}.
 */
@NullMarked
package io.mosql.consensus.local;

import org.jspecify.annotations.NullMarked;

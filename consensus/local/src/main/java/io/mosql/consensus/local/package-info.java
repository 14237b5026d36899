/**
 * The log of a database on one machine: {@link io.mosql.consensus.local.LocalLog}, its {@link
 * io.mosql.consensus.local.LogOptions}, and behind them <em>segments</em> (files that hold
 * records), <em>spares</em> (allocated files that wait to become segments) and <em>recovery</em>.
 * Only the engine names these types; everybody else sees {@link io.mosql.core.port.CommitLog}.
 */
@NullMarked
package io.mosql.consensus.local;

import org.jspecify.annotations.NullMarked;

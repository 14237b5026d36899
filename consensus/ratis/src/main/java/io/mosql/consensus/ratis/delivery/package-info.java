/**
 * Delivery of committed entries to the state machine of the port.
 *
 * <p>RatisStateMachine turns calls of Ratis into calls of EntryDelivery. Each entry is delivered
 * once and in order, by one thread at a time; a gap or a failure of the state machine ends the
 * delivery for good. Applying never throws into Ratis.
 *
 * <p>Uses the packages checkpoint, error, files and group; used by the root only.
 */
@NullMarked
package io.mosql.consensus.ratis.delivery;

import org.jspecify.annotations.NullMarked;

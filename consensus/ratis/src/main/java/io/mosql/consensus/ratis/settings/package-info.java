/**
 * Settings of the Raft server: addresses, directory, certificates, timeouts and sizes.
 *
 * <p>Immutable records, without any type of Ratis in their components. Created by the engine; used
 * by the group package and the root.
 */
@NullMarked
package io.mosql.consensus.ratis.settings;

import org.jspecify.annotations.NullMarked;

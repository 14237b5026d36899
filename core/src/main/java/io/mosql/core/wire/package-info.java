/**
 * The native protocol without its transport: messages and their bytes, with no I/O. Client and
 * server share this code. docs/protocol.md describes it.
 *
 * <p>Main types: a {@link io.mosql.core.wire.Request} and its {@link io.mosql.core.wire.Response},
 * with the {@link io.mosql.core.wire.SessionState} after it; a {@link
 * io.mosql.core.wire.WireWriter} that collects frames, a {@link io.mosql.core.wire.WireReader} of
 * one frame; a {@link io.mosql.core.wire.WireException} for malformed messages.
 */
@NullMarked
package io.mosql.core.wire;

import org.jspecify.annotations.NullMarked;

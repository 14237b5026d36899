/**
 * The native protocol without its transport: messages and their bytes, with no I/O. Client and
 * server share it, so that both ends are one piece of code. docs/protocol.md draws it.
 *
 * <p>The nouns: a {@link io.mosql.core.wire.Request} and its {@link io.mosql.core.wire.Response},
 * with the {@link io.mosql.core.wire.SessionState} after it; a {@link
 * io.mosql.core.wire.WireWriter} that frames are collected in, a {@link
 * io.mosql.core.wire.WireReader} of one frame; a {@link io.mosql.core.wire.WireException} for
 * whatever is malformed.
 */
@NullMarked
package io.mosql.core.wire;

import org.jspecify.annotations.NullMarked;

/**
 * The native protocol without its transport: messages and their bytes. Client and server share it,
 * so that both ends are one piece of code. docs/protocol.md draws it.
 */
@NullMarked
package io.mosql.core.wire;

import org.jspecify.annotations.NullMarked;

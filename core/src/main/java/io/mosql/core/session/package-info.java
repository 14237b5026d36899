/** The session API: one interface for embedded JDBC and the native protocol. */
@NullMarked
package io.mosql.core.session;

import org.jspecify.annotations.NullMarked;

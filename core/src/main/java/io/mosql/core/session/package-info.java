/** The session API: one door behind embedded JDBC, the native protocol and whatever comes later. */
@NullMarked
package io.mosql.core.session;

import org.jspecify.annotations.NullMarked;

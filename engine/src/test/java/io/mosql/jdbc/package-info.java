/** Access to the sessions behind JDBC connections, for tests. */
@NullMarked
package io.mosql.jdbc;

import org.jspecify.annotations.NullMarked;

/** Queries that MoSQL and H2 must answer alike. */
@NullMarked
package io.mosql.sql.differential;

import org.jspecify.annotations.NullMarked;

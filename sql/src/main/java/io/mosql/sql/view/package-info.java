/** Which views may be changed as the tables that they read. */
@NullMarked
package io.mosql.sql.view;

import org.jspecify.annotations.NullMarked;

/** Many clients at once through JDBC, and what a checker that knows only their answers finds. */
@NullMarked
package io.mosql.engine.history;

import org.jspecify.annotations.NullMarked;

/** Shared support of soak tests: their next seeds, and the totals of their work. */
@NullMarked
package io.mosql.testkit.soak;

import org.jspecify.annotations.NullMarked;

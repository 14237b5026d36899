/** Golden scripts of SQL. */
@NullMarked
package io.mosql.testkit.golden;

import org.jspecify.annotations.NullMarked;

/** What soaks share: where they go on, and what they have done so far. */
@NullMarked
package io.mosql.testkit.soak;

import org.jspecify.annotations.NullMarked;

@NullMarked
package io.mosql.testkit.history;

import org.jspecify.annotations.NullMarked;

@NullMarked
package io.mosql.testkit;

import org.jspecify.annotations.NullMarked;

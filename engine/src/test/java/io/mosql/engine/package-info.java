/** Tests of all modules together. */
@NullMarked
package io.mosql.engine;

import org.jspecify.annotations.NullMarked;

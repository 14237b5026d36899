/** Tests of the whole house. */
@NullMarked
package io.mosql.engine;

import org.jspecify.annotations.NullMarked;

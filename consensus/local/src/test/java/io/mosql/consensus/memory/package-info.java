/** Tests of the logs without files. */
@NullMarked
package io.mosql.consensus.memory;

import org.jspecify.annotations.NullMarked;

/** Tests of what storage makes of the records that whole databases write. */
@NullMarked
package io.mosql.storage;

import org.jspecify.annotations.NullMarked;

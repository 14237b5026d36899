@NullMarked
package io.mosql.consensus.local;

import org.jspecify.annotations.NullMarked;

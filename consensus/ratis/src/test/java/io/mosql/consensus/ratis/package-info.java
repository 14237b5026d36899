@NullMarked
package io.mosql.consensus.ratis;

import org.jspecify.annotations.NullMarked;

/** SQL types, and the Java classes that carry their values inside the engine. */
@NullMarked
package io.mosql.core.type;

import org.jspecify.annotations.NullMarked;

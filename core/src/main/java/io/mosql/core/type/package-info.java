/** SQL types, and the Java classes that represent their values inside the engine. */
@NullMarked
package io.mosql.core.type;

import org.jspecify.annotations.NullMarked;

/** See docs/ARCHITECTURE.md. */
@NullMarked
package io.mosql.engine;

import org.jspecify.annotations.NullMarked;

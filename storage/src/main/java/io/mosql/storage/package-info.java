/** See docs/ARCHITECTURE.md. */
@NullMarked
package io.mosql.storage;

import org.jspecify.annotations.NullMarked;

/** See docs/ARCHITECTURE.md. */
@NullMarked
package io.mosql.server;

import org.jspecify.annotations.NullMarked;

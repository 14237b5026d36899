/** The catalogue of the server's error messages. Used by all packages of the server process. */
@NullMarked
package io.mosql.server.error;

import org.jspecify.annotations.NullMarked;

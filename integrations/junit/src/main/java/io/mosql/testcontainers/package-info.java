/** URLs {@code jdbc:tc:mosql:} of Testcontainers, which need neither an image nor Docker. */
@NullMarked
package io.mosql.testcontainers;

import org.jspecify.annotations.NullMarked;

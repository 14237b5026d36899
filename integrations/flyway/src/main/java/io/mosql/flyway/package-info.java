/** The plugin by which Flyway 10 and 11 migrate databases of MoSQL; Flyway finds it by itself. */
@NullMarked
package io.mosql.flyway;

import org.jspecify.annotations.NullMarked;

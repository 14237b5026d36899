@NullMarked
package io.mosql.sql.copy;

import org.jspecify.annotations.NullMarked;

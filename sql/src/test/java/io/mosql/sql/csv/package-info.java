@NullMarked
package io.mosql.sql.csv;

import org.jspecify.annotations.NullMarked;

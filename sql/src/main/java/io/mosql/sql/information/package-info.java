/**
 * The schema as people and tools ask for it: the views of {@code information_schema}, and the
 * statements that would make a table or view anew.
 */
@NullMarked
package io.mosql.sql.information;

import org.jspecify.annotations.NullMarked;

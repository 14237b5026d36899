/**
 * Descriptions of the schema for users and tools: the views of {@code information_schema}, and the
 * statements that would recreate a table or view.
 */
@NullMarked
package io.mosql.sql.information;

import org.jspecify.annotations.NullMarked;

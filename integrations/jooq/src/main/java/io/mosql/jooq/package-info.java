/**
 * What jOOQ needs beside its dialect for PostgreSQL, which understands MoSQL: metadata at run time
 * and for the code generator, read from {@code information_schema}.
 */
@NullMarked
package io.mosql.jooq;

import org.jspecify.annotations.NullMarked;

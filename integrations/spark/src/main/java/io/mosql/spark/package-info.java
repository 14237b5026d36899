/** The dialect of MoSQL for the JDBC source of Spark 3.5. */
@NullMarked
package io.mosql.spark;

import org.jspecify.annotations.NullMarked;

/** The log of a database that lives in memory: it delivers what is appended and keeps no file. */
@NullMarked
package io.mosql.consensus.memory;

import org.jspecify.annotations.NullMarked;

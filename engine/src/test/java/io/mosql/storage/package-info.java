/** Tests of storage with log records written by complete databases. */
@NullMarked
package io.mosql.storage;

import org.jspecify.annotations.NullMarked;

/**
 * Random transactions of many sessions, replayed one after the other in the order of their commits:
 * at SERIALIZABLE every answer must be the same.
 */
@NullMarked
package io.mosql.engine.replay;

import org.jspecify.annotations.NullMarked;

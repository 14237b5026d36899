/**
 * Random transactions of many sessions, replayed serially in the order of their commits: at
 * SERIALIZABLE every result must be the same.
 */
@NullMarked
package io.mosql.engine.replay;

import org.jspecify.annotations.NullMarked;

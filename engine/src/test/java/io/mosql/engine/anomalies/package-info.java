/**
 * Golden scripts of several sessions: each {@link io.mosql.engine.anomalies.Scene} of one is played
 * on a {@link io.mosql.engine.anomalies.Stage} of its own, at each isolation level that it names.
 */
@NullMarked
package io.mosql.engine.anomalies;

import org.jspecify.annotations.NullMarked;

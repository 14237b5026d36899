/**
 * Golden scripts of several sessions: each {@link io.mosql.engine.anomalies.Scene} is played on a
 * separate {@link io.mosql.engine.anomalies.Stage}, at each isolation level that it names.
 */
@NullMarked
package io.mosql.engine.anomalies;

import org.jspecify.annotations.NullMarked;

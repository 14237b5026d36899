/**
 * The vocabulary that every module shares: types and values, key and row codecs, errors, ports and
 * the session API.
 *
 * <p>Core depends on nothing but the JDK. Its codecs are pure; its ports are interfaces whose
 * adapters live elsewhere.
 */
@NullMarked
package io.mosql.core;

import org.jspecify.annotations.NullMarked;

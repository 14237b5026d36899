/**
 * The types that all modules share: SQL types and values, key and row codecs, errors, the lexer of
 * SQL, ports and the session API.
 *
 * <p>Core depends only on the JDK. Its codecs are pure; its ports are interfaces with adapters in
 * other modules.
 */
@NullMarked
package io.mosql.core;

import org.jspecify.annotations.NullMarked;

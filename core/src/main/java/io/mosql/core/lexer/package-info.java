/**
 * The lexical rules of SQL, at one place for the driver, the shell, the front of the parser and the
 * redaction of passwords. Pure; uses no other package.
 */
@NullMarked
package io.mosql.core.lexer;

import org.jspecify.annotations.NullMarked;

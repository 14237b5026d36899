/**
 * The grammar: the parser that JavaCC generates from Calcite's template, and the parts of it that
 * are written by hand over its tokens. Nobody but {@code io.mosql.sql.parser} comes here.
 */
@NullMarked
package io.mosql.sql.parser.impl;

import org.jspecify.annotations.NullMarked;

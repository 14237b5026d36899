/**
 * The grammar: the parser that JavaCC generates from Calcite's template, and the hand-written
 * grammar classes over its tokens. The templates under src/main/codegen name classes and members of
 * this package.
 *
 * <p>A parser is used by one thread for one text. Used by {@code io.mosql.sql.parser} only.
 */
@NullMarked
package io.mosql.sql.parser.impl;

import org.jspecify.annotations.NullMarked;

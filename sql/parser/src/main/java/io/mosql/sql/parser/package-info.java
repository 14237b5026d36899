/**
 * SQL text to syntax trees: {@link io.mosql.sql.parser.MosqlParser}, and the rules of the language
 * that the validator shares with it, {@link io.mosql.sql.parser.MosqlConformance}. Used by the
 * planner, the session and the command line.
 */
@NullMarked
package io.mosql.sql.parser;

import org.jspecify.annotations.NullMarked;

/**
 * Statements that Calcite has no node for, as immutable trees; made by the generated parser, read
 * by DDL, session and planner. Nouns: {@link io.mosql.sql.parser.ast.Statement}, {@link
 * io.mosql.sql.parser.ast.ColumnDefinition}, {@link io.mosql.sql.parser.ast.TableConstraint},
 * {@link io.mosql.sql.parser.ast.AlterAction}.
 */
@NullMarked
package io.mosql.sql.parser.ast;

import org.jspecify.annotations.NullMarked;

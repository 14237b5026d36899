/**
 * Rewrites of the syntax tree before validation: SQL that Calcite's validator does not support, or
 * supports only in part, becomes SQL that it supports; syntax that MoSQL does not support is
 * rejected (0A000).
 *
 * <p>{@code SyntaxTreeRewrite} runs the others. Rewrites need no catalog and no types. They may
 * change the tree in place; a tree is confined to one statement. Used by validate, physical, dml
 * and the root.
 */
@NullMarked
package io.mosql.sql.planner.rewrite;

import org.jspecify.annotations.NullMarked;

/**
 * Golden scripts: text files of commands with the expected output of each. A {@link
 * io.mosql.testkit.script.ScriptRunner} runs a file on a {@link
 * io.mosql.testkit.script.ScriptTarget}, which implements the commands.
 */
@NullMarked
package io.mosql.testkit.script;

import org.jspecify.annotations.NullMarked;

/**
 * Golden scripts: text files of commands with the output that each must give. A {@link
 * io.mosql.testkit.script.ScriptRunner} plays a file on a {@link
 * io.mosql.testkit.script.ScriptTarget}, which knows the commands.
 */
@NullMarked
package io.mosql.testkit.script;

import org.jspecify.annotations.NullMarked;

package io.mosql.server.shell.command;

import io.mosql.server.shell.connection.MetadataCache;
import io.mosql.server.shell.connection.ShellConnection;
import io.mosql.server.shell.output.DisplaySettings;
import io.mosql.server.shell.output.ErrorPrinter;
import io.mosql.server.shell.output.ShellOutput;

/** Context shared by statements and commands of a shell. */
public record ShellContext(
    DisplaySettings settings,
    ShellOutput output,
    ShellConnection link,
    InterruptHandler interrupts,
    ErrorPrinter errors,
    MetadataCache metadata) {}

package io.mosql.server.shell;

/** What statements and commands work with. */
record Workspace(
    Settings settings,
    Output output,
    Link link,
    Interrupts interrupts,
    ErrorPrinter errors,
    MetadataCache metadata) {}

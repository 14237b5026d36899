package io.mosql.server.shell;

import io.mosql.server.result.ResultFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Command line options of the shell.
 *
 * @param url null for the URL of the environment variable, or {@link Shell#DEFAULT_URL}
 * @param user null for the user of the URL, if any
 * @param askPassword whether to prompt for a password at startup
 * @param commands texts to execute first
 * @param files files to execute after the commands; {@code -} is standard input
 * @param format null for the default of the output device
 * @param stopOnError null for the default of the input source
 * @param echo whether statements are printed before execution
 * @param quiet whether only results and errors are shown
 * @param rc whether {@code ~/.mosqlrc} is read
 */
public record ShellOptions(
    @Nullable String url,
    @Nullable String user,
    boolean askPassword,
    List<String> commands,
    List<String> files,
    @Nullable ResultFormat format,
    @Nullable Boolean stopOnError,
    boolean echo,
    boolean quiet,
    boolean rc) {}

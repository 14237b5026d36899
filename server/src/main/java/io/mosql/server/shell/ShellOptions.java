package io.mosql.server.shell;

import io.mosql.server.result.ResultFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Command line options of the shell.
 *
 * @param url null for that of the environment, or {@link Shell#DEFAULT_URL}
 * @param user null for nobody, or whom the URL names
 * @param askPassword whether to ask for one at once
 * @param commands texts to run first
 * @param files files to run then; {@code -} is standard input
 * @param format null for what suits where the output goes
 * @param stopOnError null for what suits where the input comes from
 * @param echo whether statements are shown before they run
 * @param quiet whether nothing is shown but results and errors
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

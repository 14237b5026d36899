package io.mosql.benchmarks.testbed;

import io.mosql.benchmarks.database.IsolationOption;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** Options that select the database under test, common to all benchmarks. */
@SuppressWarnings("NullAway.Init")
public final class TargetOptions {
  /** Environment variable of the password, which keeps it out of the process list. */
  public static final String PASSWORD_VARIABLE = "MOSQL_TPCC_PASSWORD";

  @Option(
      names = "--url",
      paramLabel = "URL",
      description = {
        "JDBC URL of the database; {dir} in it stands for a fresh directory.",
        "Default jdbc:mosql:file:{dir}, deleted afterwards."
      })
  private @Nullable String url;

  @Option(names = "--user", paramLabel = "NAME", description = "User of the database.")
  private @Nullable String user;

  @Option(
      names = "--password",
      paramLabel = "WORD",
      description = "Password of that user; default: environment variable MOSQL_TPCC_PASSWORD.")
  private @Nullable String password;

  @Option(
      names = "--isolation",
      paramLabel = "LEVEL",
      converter = Level.class,
      description = {
        "serializable, repeatable-read or read-committed.",
        "Default the database's own, which is serializable for MoSQL."
      })
  private @Nullable IsolationOption isolation;

  @Option(names = "--dir", paramLabel = "DIR", description = "Where to make the fresh directory.")
  private @Nullable Path directory;

  @Option(names = "--allow-tmpfs", description = "Run even where fsync means nothing.")
  private boolean allowTmpfs;

  static final class Level implements ITypeConverter<IsolationOption> {
    @Override
    public IsolationOption convert(String value) {
      try {
        return IsolationOption.of(value);
      } catch (IllegalArgumentException e) {
        throw new TypeConversionException(String.valueOf(e.getMessage()));
      }
    }
  }

  public TargetDatabase target() {
    return target(null, null, null, null);
  }

  /**
   * @param otherUrl URL used without an option; null for the default
   * @param otherDriver driver class of that URL
   */
  public TargetDatabase target(
      @Nullable String otherUrl,
      @Nullable String otherDriver,
      @Nullable String otherUser,
      @Nullable String otherPassword) {
    String chosen = url == null ? otherUrl : url;
    String word = password == null ? otherPassword : password;
    return new TargetDatabase(
        chosen == null ? TargetDatabase.DEFAULT_URL : chosen,
        url == null ? otherDriver : null,
        user == null ? otherUser : user,
        word == null ? System.getenv(PASSWORD_VARIABLE) : word,
        isolation,
        directory,
        allowTmpfs);
  }
}

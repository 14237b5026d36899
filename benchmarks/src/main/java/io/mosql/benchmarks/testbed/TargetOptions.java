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
        "JDBC URL of the database; {dir} is a new directory",
        "(default: jdbc:mosql:file:{dir}, deleted afterwards)"
      })
  private @Nullable String url;

  @Option(names = "--user", paramLabel = "NAME", description = "user name")
  private @Nullable String user;

  @Option(
      names = "--password",
      paramLabel = "WORD",
      description = "password (default: environment variable MOSQL_TPCC_PASSWORD)")
  private @Nullable String password;

  @Option(
      names = "--isolation",
      paramLabel = "LEVEL",
      converter = Level.class,
      description = {
        "isolation level: serializable, repeatable-read or read-committed",
        "(default: that of the database, serializable for MoSQL)"
      })
  private @Nullable IsolationOption isolation;

  @Option(names = "--dir", paramLabel = "DIR", description = "parent of the new directory")
  private @Nullable Path directory;

  @Option(names = "--allow-tmpfs", description = "allow tmpfs, where fsync has no effect")
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

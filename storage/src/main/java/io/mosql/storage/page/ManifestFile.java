package io.mosql.storage.page;

import io.mosql.core.port.StorageDirectory;
import io.mosql.core.port.StorageFile;
import io.mosql.storage.error.StorageErrorMessage;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * The manifest of a directory, in the file {@code manifest}. It is written to a temporary file,
 * synced and renamed, so that the name always refers to either the complete old or the complete new
 * one.
 */
public final class ManifestFile {
  /** The name of the file. */
  public static final String NAME = "manifest";

  static final String NEW_NAME = "manifest.new";

  private ManifestFile() {}

  /**
   * Reads the manifest; null when the directory has none.
   *
   * @throws io.mosql.core.error.MosqlException XX001 when it is damaged, 0A000 when its format is
   *     unknown
   */
  public static @Nullable Manifest read(StorageDirectory files) throws IOException {
    if (!files.exists(NAME)) {
      return null;
    }
    byte[] bytes;
    try (StorageFile file = files.open(NAME, false)) {
      long size = file.size();
      if (size > Integer.MAX_VALUE - 8) {
        throw StorageErrorMessage.DAMAGED_FILE.error(
            NAME, 0, size + " bytes exceed the maximum of a manifest");
      }
      bytes = new byte[(int) size];
      if (file.read(0, bytes, 0, bytes.length) < bytes.length) {
        throw new IOException(NAME + " became shorter while it was read");
      }
    }
    return ManifestCodec.decode(bytes, NAME);
  }

  /**
   * Replaces the manifest, durably. The names of the segments must be durable before.
   *
   * @throws PageSyncException when it is unknown which manifest is in place; after any other
   *     exception it is the old one
   */
  public static void write(StorageDirectory files, Manifest manifest) throws IOException {
    byte[] bytes = ManifestCodec.encode(manifest);
    try {
      writeNew(files, bytes);
      rename(files);
    } catch (PageSyncException e) {
      throw e;
    } catch (IOException e) {
      discardNew(files, e);
      throw e;
    }
    syncDirectory(files);
  }

  /** Makes the names in the directory durable. */
  static void syncDirectory(StorageDirectory files) throws PageSyncException {
    try {
      files.syncDirectory();
    } catch (IOException e) {
      throw new PageSyncException("the directory could not be synced", e);
    }
  }

  private static void writeNew(StorageDirectory files, byte[] bytes) throws IOException {
    try (StorageFile file = files.open(NEW_NAME, true)) {
      file.resize(0);
      file.write(0, bytes, 0, bytes.length);
      try {
        file.sync();
      } catch (IOException e) {
        throw new PageSyncException("file " + NEW_NAME + " could not be synced", e);
      }
    }
  }

  /** A rename that failed has not happened when the temporary name still exists. */
  private static void rename(StorageDirectory files) throws IOException {
    try {
      files.rename(NEW_NAME, NAME);
    } catch (IOException e) {
      boolean happened;
      try {
        happened = !files.exists(NEW_NAME);
      } catch (IOException also) {
        e.addSuppressed(also);
        happened = true;
      }
      if (happened) {
        throw new PageSyncException("file " + NEW_NAME + " could not be renamed", e);
      }
      throw e;
    }
  }

  private static void discardNew(StorageDirectory files, IOException reason) {
    try {
      if (files.exists(NEW_NAME)) {
        files.delete(NEW_NAME);
      }
    } catch (IOException e) {
      reason.addSuppressed(e);
    }
  }
}

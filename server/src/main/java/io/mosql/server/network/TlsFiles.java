package io.mosql.server.network;

import java.nio.file.Path;

/**
 * PEM files of a server's certificate and private key.
 *
 * @param certificate the server's, then those that vouch for it
 * @param key its private key, PKCS#8 and not encrypted
 */
public record TlsFiles(Path certificate, Path key) {}

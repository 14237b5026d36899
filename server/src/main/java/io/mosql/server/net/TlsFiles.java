package io.mosql.server.net;

import java.nio.file.Path;

/**
 * What a server proves its name with, both PEM.
 *
 * @param certificate the server's, then those that vouch for it
 * @param key its private key, PKCS#8 and not encrypted
 */
public record TlsFiles(Path certificate, Path key) {}

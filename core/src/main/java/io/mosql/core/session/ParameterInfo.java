package io.mosql.core.session;

import io.mosql.core.type.SqlType;

/** A parameter: the type that bound values are coerced to. */
public record ParameterInfo(SqlType type, boolean nullable) {}

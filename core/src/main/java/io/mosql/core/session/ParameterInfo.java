package io.mosql.core.session;

import io.mosql.core.type.SqlType;

/** A parameter: the type to which bound values are coerced. */
public record ParameterInfo(SqlType type, boolean nullable) {}

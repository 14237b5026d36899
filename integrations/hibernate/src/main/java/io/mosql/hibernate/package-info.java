/** The dialect of MoSQL for Hibernate ORM 6.6 and 7, which Hibernate finds by itself. */
@NullMarked
package io.mosql.hibernate;

import org.jspecify.annotations.NullMarked;

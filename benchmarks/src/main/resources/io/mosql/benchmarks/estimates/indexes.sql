CREATE INDEX film_cast_title ON film_cast (title_id);
CREATE INDEX film_cast_person ON film_cast (person_id);
CREATE INDEX film_makers_title ON film_makers (title_id);
CREATE INDEX film_makers_company ON film_makers (company_id);
CREATE INDEX film_subjects_title ON film_subjects (title_id);
CREATE INDEX film_subjects_keyword ON film_subjects (keyword_id);
CREATE INDEX film_info_title ON film_info (title_id);
CREATE INDEX film_titles_produced ON film_titles (produced);

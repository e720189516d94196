-- Tables of the writer's file. Rewritten tables have no keys (measured: a PRIMARY KEY lets the file grow tenfold in 300
-- rewrites). Texts stand once, under the hash of what was read; days and paths are joined in by views.sql.

CREATE TABLE meta (schema_version INTEGER, zone VARCHAR);

-- Which manifest each day has.
CREATE TABLE day_rows (day DATE, manifest_sha256 VARCHAR);

-- One row per path of a day's manifest. role: source, arrival (of an earlier window, first seen by this day's close),
-- document. own_day: the day whose window holds the source's moment; of a document the manifest's day.
CREATE TABLE entries (
  day DATE, role VARCHAR, own_day DATE, path VARCHAR, kind VARCHAR, author VARCHAR, topic VARCHAR,
  observed_at TIMESTAMPTZ, observed_by VARCHAR, arrival VARCHAR, bytes BIGINT, content_sha256 VARCHAR,
  reading_id VARCHAR, error VARCHAR, duplicate_of VARCHAR
);

-- What reading made of bytes, by reading_id; rows are only ever added.
CREATE TABLE readings (
  reading_id VARCHAR, content_sha256 VARCHAR, title VARCHAR, encoding VARCHAR, status VARCHAR, error VARCHAR
);
CREATE TABLE reading_claims (
  reading_id VARCHAR, ordinal INTEGER, claim_id VARCHAR, line_start INTEGER, line_end INTEGER,
  heading_path VARCHAR[], kind VARCHAR, text VARCHAR
);
-- Values with their dates resolved for the source's own day.
CREATE TABLE reading_values (
  reading_id VARCHAR, own_day DATE, ordinal INTEGER, claim_id VARCHAR, kind VARCHAR, surface VARCHAR,
  start_offset INTEGER, end_offset INTEGER, arxiv_id VARCHAR, arxiv_version INTEGER, url VARCHAR,
  date_start DATE, date_end DATE, value_low DOUBLE, value_high DOUBLE, unit VARCHAR, product VARCHAR, version VARCHAR
);

CREATE TABLE mention_rows (
  day DATE, arxiv_id VARCHAR, version INTEGER, path VARCHAR, line INTEGER, surface VARCHAR, claim_id VARCHAR,
  title VARCHAR, card_path VARCHAR
);

CREATE TABLE section_texts (text_sha256 VARCHAR, text VARCHAR);
CREATE TABLE section_rows (
  day DATE, topic VARCHAR, path VARCHAR, as_of VARCHAR, as_of_at TIMESTAMPTZ, ordinal INTEGER, number VARCHAR,
  title VARCHAR, level INTEGER, line_start INTEGER, line_end INTEGER, text_sha256 VARCHAR, arxiv_ids VARCHAR[]
);

CREATE TABLE claim_topic_rows (day DATE, claim_id VARCHAR, topic VARCHAR, score DOUBLE);
CREATE TABLE increment_rows (
  day DATE, topic VARCHAR, increment_id VARCHAR, rank INTEGER, kind VARCHAR, title VARCHAR, summary VARCHAR,
  stars INTEGER, sections VARCHAR[], section_scores DOUBLE[], arxiv_ids VARCHAR[], known VARCHAR, missing VARCHAR,
  score DOUBLE
);
CREATE TABLE evidence_rows (
  day DATE, topic VARCHAR, increment_id VARCHAR, claim_id VARCHAR, claim_day DATE, path VARCHAR, line_start INTEGER,
  role VARCHAR
);
CREATE TABLE warning_rows (
  day DATE, topic VARCHAR, warning_id VARCHAR, kind VARCHAR, subject VARCHAR, attribute VARCHAR, statement_a VARCHAR,
  path_a VARCHAR, line_a INTEGER, statement_b VARCHAR, path_b VARCHAR, line_b INTEGER, risk VARCHAR, action VARCHAR
);
CREATE TABLE verdict_rows (
  day DATE, topic VARCHAR, path VARCHAR, verdict VARCHAR, reason VARCHAR, claims_total INTEGER,
  claims_on_topic INTEGER, claims_known INTEGER, claims_new INTEGER
);
CREATE TABLE paper_rows (
  day DATE, topic VARCHAR, arxiv_id VARCHAR, title VARCHAR, role VARCHAR, section VARCHAR, increment_id VARCHAR
);
CREATE TABLE candidate_rows (
  day DATE, topic VARCHAR, kind VARCHAR, candidate_id VARCHAR, text VARCHAR, increment_id VARCHAR
);
CREATE TABLE action_rows (
  day DATE, topic VARCHAR, ordinal INTEGER, text VARCHAR, increment_id VARCHAR, warning_id VARCHAR
);
CREATE TABLE adoption_rows (
  day DATE, topic VARCHAR, increment_id VARCHAR, adopted_day DATE, section VARCHAR, score DOUBLE
);

-- Every version of every briefing; the current one of a partition is the one that current_rows names.
CREATE TABLE version_rows (
  day DATE, topic VARCHAR, language VARCHAR, density VARCHAR, increments INTEGER, warnings INTEGER, markdown VARCHAR,
  markdown_sha256 VARCHAR, input_sha256 VARCHAR, code_version VARCHAR, run_id VARCHAR, materialized_at TIMESTAMPTZ,
  settings_sha256 VARCHAR, head VARCHAR
);
CREATE TABLE current_rows (day DATE, topic VARCHAR, language VARCHAR, input_sha256 VARCHAR);
CREATE TABLE lineage_rows (
  day DATE, topic VARCHAR, language VARCHAR, briefing_line INTEGER, increment_id VARCHAR, claim_id VARCHAR,
  path VARCHAR, line_start INTEGER, line_end INTEGER, content_sha256 VARCHAR
);

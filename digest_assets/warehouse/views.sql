-- The public views: names, columns and types are a contract. Columns may be added, never renamed or removed.

CREATE VIEW sources AS
WITH shown AS (
  SELECT * FROM entries WHERE role IN ('source', 'document')
  UNION ALL
  SELECT late.* FROM entries late
  WHERE late.role = 'arrival' AND late.arrival = 'late' AND NOT EXISTS (
    FROM entries own WHERE own.day = late.own_day AND own.role = 'source' AND own.path = late.path)
)
SELECT DISTINCT
  e.own_day AS day, e.path, e.kind, e.author, r.title, e.observed_at, e.observed_by, e.bytes, e.content_sha256,
  r.encoding, coalesce(r.status, 'unreadable') AS status, coalesce(e.error, r.error) AS error, e.duplicate_of
FROM shown e LEFT JOIN readings r USING (reading_id);

CREATE VIEW claims AS
SELECT p.own_day AS day, c.claim_id, p.path, c.line_start, c.line_end, c.heading_path, c.kind, c.text
FROM (SELECT DISTINCT own_day, path, reading_id FROM entries WHERE role IN ('source', 'arrival')) p
JOIN reading_claims c USING (reading_id);

CREATE VIEW claim_values AS
SELECT DISTINCT
  own_day AS day, claim_id, kind, surface, start_offset, end_offset, arxiv_id, arxiv_version, url, date_start,
  date_end, value_low, value_high, unit, product, version
FROM reading_values v
WHERE EXISTS (
  FROM entries e WHERE e.role IN ('source', 'arrival') AND e.reading_id = v.reading_id AND e.own_day = v.own_day);

CREATE VIEW claim_topics AS SELECT day, claim_id, topic, score FROM claim_topic_rows;

CREATE VIEW arxiv_mentions AS SELECT day, arxiv_id, version, path, line, surface, claim_id FROM mention_rows;

CREATE VIEW arxiv_papers AS
SELECT
  arxiv_id,
  arg_min(title, (day, path, line)) FILTER (title IS NOT NULL) AS title,
  arg_min(path, (day, path, line)) FILTER (title IS NOT NULL) AS title_path,
  min(day) AS first_day,
  arg_min(path, (day, path, line)) AS first_path,
  max(day) AS last_day,
  coalesce(list_sort(list(DISTINCT version) FILTER (version IS NOT NULL)), []::INTEGER[]) AS versions,
  count(*) AS mentions,
  min(card_path) AS card_path
FROM mention_rows GROUP BY arxiv_id;

CREATE VIEW baseline_sections AS
SELECT
  day, topic, path, as_of, as_of_at, ordinal, number, title, level, line_start, line_end, text, arxiv_ids
FROM section_rows LEFT JOIN section_texts USING (text_sha256);

CREATE VIEW increments AS
SELECT
  day, topic, increment_id, rank, kind, title, summary, stars, sections, section_scores, arxiv_ids, known, missing,
  score
FROM increment_rows;

CREATE VIEW increment_evidence AS
SELECT day, topic, increment_id, claim_id, claim_day, path, line_start, role FROM evidence_rows;

CREATE VIEW warnings AS
SELECT
  day, topic, warning_id, kind, subject, attribute, statement_a, path_a, line_a, statement_b, path_b, line_b, risk,
  action
FROM warning_rows;

CREATE VIEW source_verdicts AS
SELECT day, topic, path, verdict, reason, claims_total, claims_on_topic, claims_known, claims_new FROM verdict_rows;

CREATE VIEW briefing_arxiv AS SELECT day, topic, arxiv_id, title, role, section, increment_id FROM paper_rows;

CREATE VIEW candidates AS SELECT day, topic, kind, candidate_id, text, increment_id FROM candidate_rows;

CREATE VIEW actions AS SELECT day, topic, ordinal, text, increment_id, warning_id FROM action_rows;

CREATE VIEW adoptions AS SELECT day, topic, increment_id, adopted_day, section, score FROM adoption_rows;

CREATE VIEW briefing_versions AS
SELECT
  day, topic, language, density, increments, warnings, markdown, markdown_sha256, input_sha256, code_version, run_id,
  materialized_at, settings_sha256, head
FROM version_rows;

CREATE VIEW briefings AS
SELECT v.* FROM briefing_versions v JOIN current_rows USING (day, topic, language, input_sha256);

CREATE VIEW briefing_lineage AS
SELECT day, topic, language, briefing_line, increment_id, claim_id, path, line_start, line_end, content_sha256
FROM lineage_rows;

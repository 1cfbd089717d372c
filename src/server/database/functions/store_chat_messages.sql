-- This is a function because a connection keeps a function's plans: planning took longer than storing.
-- The plans are made once, whatever the tables contain at that moment. So they must neither scan a
-- table that happens to be small at that time nor compare every message with every session.
CREATE OR REPLACE FUNCTION store_chat_messages(
	ids uuid[], session_ids uuid[], sender_types text[], sender_ids uuid[], sender_keys text[],
	client_message_ids uuid[], contents text[]
) RETURNS TABLE (n bigint, id uuid, seq int, sent_at timestamptz, is_new boolean)
LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan
SET enable_seqscan = off
SET enable_nestloop = off
SET jit = off
AS $$
#variable_conflict use_column
BEGIN
	RETURN QUERY
	WITH sent AS MATERIALIZED (
		SELECT * FROM unnest(ids, session_ids, sender_types, sender_ids, sender_keys,
			client_message_ids, contents
		) WITH ORDINALITY AS t (id, session_id, sender_type, sender_id, sender_key,
			client_message_id, content, n)
	), held AS MATERIALIZED (
		SELECT id, last_seq, status, status_before_abandoned FROM chat_sessions
		WHERE id = ANY (session_ids) ORDER BY id FOR NO KEY UPDATE
	), known AS MATERIALIZED (
		SELECT t.n, m.id, m.seq, m.sent_at FROM sent t CROSS JOIN LATERAL (
			SELECT m.id, m.seq, m.sent_at FROM chat_messages m
			WHERE m.session_id = t.session_id AND m.sender_key = t.sender_key
				AND m.client_message_id = t.client_message_id
			LIMIT 1
		) m
		-- An id that the server has just generated cannot belong to an earlier message.
		WHERE t.client_message_id <> t.id
	), fresh AS MATERIALIZED (
		SELECT t.*, clock_timestamp()::timestamptz(3) AS sent_at,
			h.last_seq + (row_number() OVER in_order)::int AS seq,
			(count(*) OVER whole)::int AS many,
			lead(t.n) OVER in_order IS NULL AS is_last,
			bool_or(t.sender_type = 'visitor') OVER whole AS by_visitor
		FROM sent t JOIN held h ON h.id = t.session_id
		WHERE (h.status = 'active' OR t.sender_type = 'visitor' AND h.status <> 'ended'
				OR h.status = 'abandoned' AND h.status_before_abandoned = 'active')
			AND NOT EXISTS (SELECT FROM known k WHERE k.n = t.n)
		WINDOW in_order AS (PARTITION BY h.id ORDER BY t.n), whole AS (PARTITION BY h.id)
	), stored AS (
		INSERT INTO chat_messages (id, session_id, seq, sender_type, sender_id, sender_key,
			client_message_id, content, sent_at)
		SELECT id, session_id, seq, sender_type, sender_id, sender_key,
			client_message_id, content, sent_at
		FROM fresh
	), counted AS (
		UPDATE chat_sessions s SET
			last_seq = f.seq, message_count = s.message_count + f.many,
			last_message = f.content, last_message_by = f.sender_type,
			last_message_at = f.sent_at,
			status = CASE WHEN s.status = 'abandoned' AND f.by_visitor
				THEN coalesce(s.status_before_abandoned, 'waiting') ELSE s.status END
		FROM fresh f
		WHERE f.is_last AND s.id = f.session_id AND s.id = ANY (session_ids)
	)
	SELECT f.n, f.id, f.seq, f.sent_at::timestamptz, true FROM fresh f
	UNION ALL SELECT k.n, k.id, k.seq, k.sent_at::timestamptz, false FROM known k;
END
$$;

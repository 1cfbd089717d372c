-- Trigrams cannot find one or two letters: every letter and every pair of neighbours.
CREATE FUNCTION short_grams(value text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
	SELECT string_to_array(value, NULL)
		|| ARRAY(SELECT substr(value, place, 2) FROM generate_series(1, length(value) - 1) AS place)
$$;--> statement-breakpoint
CREATE TABLE "client_counts" (
	"status" text PRIMARY KEY NOT NULL,
	"count" bigint NOT NULL
);
--> statement-breakpoint
CREATE INDEX "audit_entries_project" ON "audit_entries" USING btree ("project_id");--> statement-breakpoint
CREATE INDEX "chat_sessions_client" ON "chat_sessions" USING btree ("client_id");--> statement-breakpoint
CREATE INDEX "clients_name" ON "clients" USING btree (lower("name"),"id");--> statement-breakpoint
CREATE INDEX "clients_short_search" ON "clients" USING gin (short_grams("search"));--> statement-breakpoint
INSERT INTO "client_counts" SELECT "status", count(*) FROM "clients" GROUP BY "status";--> statement-breakpoint
-- Once per statement, however many rows; in the order of the statuses, so that two never wait for each other.
CREATE FUNCTION count_clients() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'INSERT' THEN
		INSERT INTO client_counts SELECT status, count(*) FROM added GROUP BY status ORDER BY status
		ON CONFLICT (status) DO UPDATE SET count = client_counts.count + excluded.count;
	ELSIF TG_OP = 'DELETE' THEN
		INSERT INTO client_counts SELECT status, -count(*) FROM removed GROUP BY status ORDER BY status
		ON CONFLICT (status) DO UPDATE SET count = client_counts.count + excluded.count;
	ELSIF TG_OP = 'UPDATE' THEN
		INSERT INTO client_counts
		SELECT status, sum(change) FROM (
			SELECT status, 1 AS change FROM added UNION ALL SELECT status, -1 FROM removed
		) AS changes GROUP BY status HAVING sum(change) <> 0 ORDER BY status
		ON CONFLICT (status) DO UPDATE SET count = client_counts.count + excluded.count;
	ELSE
		DELETE FROM client_counts;
	END IF;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER clients_inserted AFTER INSERT ON "clients" REFERENCING NEW TABLE AS added
	FOR EACH STATEMENT EXECUTE FUNCTION count_clients();--> statement-breakpoint
CREATE TRIGGER clients_updated AFTER UPDATE ON "clients" REFERENCING OLD TABLE AS removed NEW TABLE AS added
	FOR EACH STATEMENT EXECUTE FUNCTION count_clients();--> statement-breakpoint
CREATE TRIGGER clients_deleted AFTER DELETE ON "clients" REFERENCING OLD TABLE AS removed
	FOR EACH STATEMENT EXECUTE FUNCTION count_clients();--> statement-breakpoint
CREATE TRIGGER clients_truncated AFTER TRUNCATE ON "clients"
	FOR EACH STATEMENT EXECUTE FUNCTION count_clients();

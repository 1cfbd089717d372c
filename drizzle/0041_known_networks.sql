ALTER TABLE "users" ADD COLUMN "known_networks" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
-- The addresses of present sessions are known; of IPv6 the network is not computed here.
UPDATE "users" u SET "known_networks" = s."addresses" FROM
  (SELECT "user_id", array_agg(DISTINCT "address") AS "addresses" FROM "sessions"
    WHERE "address" ~ '^[0-9.]+$' GROUP BY "user_id") s
  WHERE s."user_id" = u."id";

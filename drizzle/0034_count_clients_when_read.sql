DROP TRIGGER "clients_inserted" ON "clients";--> statement-breakpoint
DROP TRIGGER "clients_updated" ON "clients";--> statement-breakpoint
DROP TRIGGER "clients_deleted" ON "clients";--> statement-breakpoint
DROP TRIGGER "clients_truncated" ON "clients";--> statement-breakpoint
DROP FUNCTION count_clients();--> statement-breakpoint
DROP TABLE "client_counts";--> statement-breakpoint
DROP INDEX "clients_short_search";--> statement-breakpoint
DROP FUNCTION short_grams(text);

-- Its trigger lists the stored files for removal.
DELETE FROM "site_exports";--> statement-breakpoint
DROP TABLE "site_exports" CASCADE;
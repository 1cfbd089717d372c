CREATE TABLE "content_instances" (
	"instance_id" uuid PRIMARY KEY NOT NULL,
	"applied_version" bigint NOT NULL,
	"seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "content_state" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"version" bigint DEFAULT 1 NOT NULL,
	CONSTRAINT "content_state_one_row" CHECK ("content_state"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "site_drafts" (
	"section" text PRIMARY KEY NOT NULL,
	"value" jsonb,
	"revision" integer DEFAULT 1 NOT NULL,
	"updated_by" uuid,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "site_drafts_section_known" CHECK ("site_drafts"."section" in ('firm', 'appearance', 'home', 'about', 'statistics', 'faq', 'contact', 'hours', 'navigation', 'footer', 'announcement', 'demo')),
	CONSTRAINT "site_drafts_revision_positive" CHECK ("site_drafts"."revision" >= 1)
);
--> statement-breakpoint
CREATE TABLE "site_versions" (
	"number" integer PRIMARY KEY NOT NULL,
	"document" jsonb,
	"schema_version" integer NOT NULL,
	"sha256" "bytea" NOT NULL,
	"changed" text[] DEFAULT '{}' NOT NULL,
	"kind" text NOT NULL,
	"restored_from" integer,
	"note" text DEFAULT '' NOT NULL,
	"author_id" uuid,
	"published_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "site_versions_kind_known" CHECK ("site_versions"."kind" in ('seed', 'publish', 'undo', 'restore', 'import'))
);
--> statement-breakpoint
ALTER TABLE "site_drafts" ADD CONSTRAINT "site_drafts_updated_by_users_id_fk" FOREIGN KEY ("updated_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "site_versions" ADD CONSTRAINT "site_versions_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
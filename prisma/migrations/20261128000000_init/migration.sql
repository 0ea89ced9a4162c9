-- The whole schema. Prisma made the types, tables, indexes and foreign keys from schema.prisma; what its schema
-- language cannot express is written by hand, with a comment.

-- Both are contained in every distribution of Postgres, and trusted: the owner of a database may create them.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS btree_gin;

-- =====================================================================================
-- Types
-- =====================================================================================

CREATE TYPE "Role" AS ENUM ('OWNER', 'ADMIN', 'EDITOR', 'VIEWER');
CREATE TYPE "Layout" AS ENUM ('CAROUSEL', 'GRID', 'MASONRY', 'SLIDER', 'LIST_VERTICAL', 'LIST_HORIZONTAL');
CREATE TYPE "WidgetStatus" AS ENUM ('DRAFT', 'PUBLISHED');
CREATE TYPE "ApiKeyPermissions" AS ENUM ('READ', 'READ_WRITE');
CREATE TYPE "EmailTokenPurpose" AS ENUM ('VERIFY', 'RESET');
CREATE TYPE "BulkChangeState" AS ENUM ('RUNNING', 'DONE', 'FAILED');

-- =====================================================================================
-- Tables
-- =====================================================================================

-- The text that a search of assets looks at. The generated columns are not known to Prisma to be generated.
CREATE FUNCTION "asset_text"(filename text, alt_text text, tags text[]) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    -- The separators are line feeds, which a searched text cannot contain.
    SELECT lower(concat_ws(E'\n', filename, alt_text, array_to_string(tags, E'\n')))
$$;

CREATE TABLE "organizations" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "name" TEXT NOT NULL,
    "slug" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "revised_in" BIGINT,
    CONSTRAINT "organizations_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "users" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "name" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "email_key" TEXT NOT NULL,
    "email_verified_at" TIMESTAMPTZ(3),
    "password_hash" TEXT NOT NULL,
    "password_set_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "users_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "email_tokens" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "purpose" "EmailTokenPurpose" NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "email_tokens_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "login_codes" (
    "code_hash" BYTEA NOT NULL,
    "user_id" UUID NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "login_codes_pkey" PRIMARY KEY ("code_hash")
);

CREATE TABLE "memberships" (
    "organization_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "role" "Role" NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "revised_in" BIGINT,
    CONSTRAINT "memberships_pkey" PRIMARY KEY ("organization_id","user_id")
);

CREATE TABLE "invitations" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "organization_id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "email_key" TEXT NOT NULL,
    "role" "Role" NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "mail_token_hash" BYTEA,
    "invited_by_id" UUID,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "accepted_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "invitations_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "sessions" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "user_id" UUID NOT NULL,
    "device" TEXT,
    "address" TEXT,
    "last_used_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "revoked_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "sessions_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "refresh_tokens" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "session_id" UUID NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "spent_at" TIMESTAMPTZ(3),
    "replayed_at" TIMESTAMPTZ(3),
    "successor_kid" TEXT,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "refresh_tokens_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "personal_access_tokens" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "user_id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "project_id" UUID,
    "name" TEXT NOT NULL,
    "role" "Role" NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "token_prefix" TEXT NOT NULL,
    "last_used" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "personal_access_tokens_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "projects" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "organization_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "slug" TEXT NOT NULL,
    "transformations" TEXT NOT NULL DEFAULT 'any',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "revised_in" BIGINT,
    CONSTRAINT "projects_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "presets" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "project_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "w" INTEGER,
    "h" INTEGER,
    "fit" TEXT,
    "format" TEXT,
    "q" INTEGER,
    "gravity" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "revised_in" BIGINT,
    CONSTRAINT "presets_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "signing_keys" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "project_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "sealed" BYTEA,
    "revoked_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "signing_keys_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "folders" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "project_id" UUID NOT NULL,
    "parent_id" UUID,
    "name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "revised_in" BIGINT,
    CONSTRAINT "folders_pkey" PRIMARY KEY ("id")
);

-- The columns that lists compare come first: Postgres reads a row from its beginning.
CREATE TABLE "assets" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "project_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "size_bytes" INTEGER NOT NULL,
    "unused" BOOLEAN NOT NULL DEFAULT true,
    "folder_id" UUID,
    "search_text" TEXT GENERATED ALWAYS AS ("asset_text"("filename", "alt_text", "tags")) STORED,
    "tags" TEXT[],
    "content_type" TEXT NOT NULL,
    "alt" TEXT GENERATED ALWAYS AS (
        CASE WHEN "decorative" THEN 'decorative' WHEN "alt_text" <> '' THEN 'present' ELSE 'missing' END) STORED,
    "sha256" BYTEA NOT NULL,
    "filename" TEXT NOT NULL,
    "width" INTEGER NOT NULL,
    "height" INTEGER NOT NULL,
    "frame_count" INTEGER NOT NULL DEFAULT 1,
    "has_alpha" BOOLEAN NOT NULL DEFAULT false,
    "wide_gamut" BOOLEAN NOT NULL DEFAULT false,
    "decode_ms" INTEGER NOT NULL DEFAULT 0,
    "version" INTEGER NOT NULL DEFAULT 1,
    "versioned_at" TIMESTAMPTZ(3),
    "versioned_in" BIGINT,
    "file_key" TEXT,
    "focal_x" DOUBLE PRECISION,
    "focal_y" DOUBLE PRECISION,
    "salient_x" DOUBLE PRECISION,
    "salient_y" DOUBLE PRECISION,
    "placeholder_color" TEXT,
    "placeholder_thumbhash" BYTEA,
    "alt_text" TEXT,
    "decorative" BOOLEAN NOT NULL DEFAULT false,
    "metadata" JSON NOT NULL DEFAULT '{}',
    "revision" INTEGER NOT NULL DEFAULT 1,
    "revised_in" BIGINT,
    CONSTRAINT "assets_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "tag_counts" (
    "project_id" UUID NOT NULL,
    "tag" TEXT NOT NULL,
    "assets" INTEGER NOT NULL,
    CONSTRAINT "tag_counts_pkey" PRIMARY KEY ("project_id","tag")
);

CREATE TABLE "asset_hashes" (
    "project_id" UUID NOT NULL,
    "sha256" BYTEA NOT NULL,
    "assets" INTEGER NOT NULL,
    CONSTRAINT "asset_hashes_pkey" PRIMARY KEY ("project_id","sha256")
);

CREATE TABLE "project_usage" (
    "project_id" UUID NOT NULL,
    "assets" INTEGER NOT NULL,
    "stored_bytes" BIGINT NOT NULL,
    CONSTRAINT "project_usage_pkey" PRIMARY KEY ("project_id")
);

CREATE TABLE "widgets" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "project_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "slug" TEXT NOT NULL,
    "layout" "Layout" NOT NULL,
    "config" JSON NOT NULL DEFAULT '{}',
    "theme" JSON NOT NULL DEFAULT '{}',
    "status" "WidgetStatus" NOT NULL DEFAULT 'DRAFT',
    "published_at" TIMESTAMPTZ(3),
    "last_published_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "revised_in" BIGINT,
    CONSTRAINT "widgets_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "widget_assets" (
    "project_id" UUID NOT NULL,
    "widget_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "asset_id" UUID NOT NULL,
    "caption" TEXT,
    "alt_text" TEXT,
    "link_url" TEXT,
    "link_new_tab" BOOLEAN NOT NULL DEFAULT false,
    CONSTRAINT "widget_assets_pkey" PRIMARY KEY ("widget_id","position")
);

CREATE TABLE "api_keys" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "project_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "key_hash" BYTEA NOT NULL,
    "key_prefix" TEXT NOT NULL,
    "permissions" "ApiKeyPermissions" NOT NULL DEFAULT 'READ',
    "allowed_origins" TEXT[],
    "last_used" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "revised_in" BIGINT,
    CONSTRAINT "api_keys_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "organization_budgets" (
    "organization_id" UUID NOT NULL,
    "projects" BIGINT,
    "assets" BIGINT,
    "stored_bytes" BIGINT,
    "widgets" BIGINT,
    "api_keys" BIGINT,
    "members" BIGINT,
    "invitations" BIGINT,
    CONSTRAINT "organization_budgets_pkey" PRIMARY KEY ("organization_id")
);

CREATE TABLE "user_budgets" (
    "user_id" UUID NOT NULL,
    "organizations" BIGINT,
    "tokens" BIGINT,
    CONSTRAINT "user_budgets_pkey" PRIMARY KEY ("user_id")
);

CREATE TABLE "audit_events" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "organization_id" UUID NOT NULL,
    "project_id" UUID,
    "actor_id" UUID,
    "token_id" UUID,
    "action" TEXT NOT NULL,
    "resource_type" TEXT NOT NULL,
    "resource_id" UUID NOT NULL,
    "resource_ids" UUID[],
    "request_id" TEXT NOT NULL,
    "client_request_id" TEXT,
    "changes" JSON NOT NULL DEFAULT '{}',
    "reason" TEXT,
    "address" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "audit_events_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "idempotency_keys" (
    "scope" TEXT NOT NULL,
    "key_hash" BYTEA NOT NULL,
    "fingerprint" BYTEA NOT NULL,
    "body" BYTEA,
    "kid" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "idempotency_keys_pkey" PRIMARY KEY ("scope","key_hash")
);

CREATE TABLE "bulk_changes" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "project_id" UUID NOT NULL,
    "author" JSON NOT NULL,
    "change" JSON NOT NULL,
    "asset_ids" UUID[],
    "total" INTEGER NOT NULL,
    "processed" INTEGER NOT NULL DEFAULT 0,
    "done" INTEGER NOT NULL DEFAULT 0,
    "failed" JSON NOT NULL DEFAULT '[]',
    "failed_count" INTEGER NOT NULL DEFAULT 0,
    "state" "BulkChangeState" NOT NULL DEFAULT 'RUNNING',
    "code" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "ended_at" TIMESTAMPTZ(3),
    CONSTRAINT "bulk_changes_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "change_head" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "seq" BIGINT NOT NULL DEFAULT 0,
    "history" UUID NOT NULL DEFAULT gen_random_uuid(),
    CONSTRAINT "change_head_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "change_log" (
    "id" BIGINT GENERATED BY DEFAULT AS IDENTITY NOT NULL,
    "seq" BIGINT,
    "tags" TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "change_log_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "replicas" (
    "id" UUID NOT NULL,
    "secret_hash" BYTEA NOT NULL,
    "renewals" BIGINT NOT NULL DEFAULT 0,
    "acked" BIGINT NOT NULL DEFAULT 0,
    "fenced" BOOLEAN NOT NULL DEFAULT false,
    "fenced_at" TIMESTAMPTZ(3),
    "grace_ms" INTEGER NOT NULL DEFAULT 0,
    "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "renewed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "replicas_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "jobs" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "kind" TEXT NOT NULL,
    "payload" JSON NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "last_error" TEXT,
    "run_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" UUID,
    CONSTRAINT "jobs_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "widget_statistics" (
    "project_id" UUID NOT NULL,
    "span" TEXT NOT NULL,
    "widget_id" UUID NOT NULL,
    "bucket" TIMESTAMPTZ(0) NOT NULL,
    "views" BIGINT NOT NULL,
    "clicks" BIGINT NOT NULL,
    "opens" BIGINT NOT NULL,
    CONSTRAINT "widget_statistics_pkey" PRIMARY KEY ("project_id","span","widget_id","bucket")
);

CREATE TABLE "asset_statistics" (
    "project_id" UUID NOT NULL,
    "span" TEXT NOT NULL,
    "bucket" TIMESTAMPTZ(0) NOT NULL,
    "widget_id" UUID NOT NULL,
    "asset_id" UUID NOT NULL,
    "views" BIGINT NOT NULL,
    "clicks" BIGINT NOT NULL,
    "opens" BIGINT NOT NULL,
    CONSTRAINT "asset_statistics_pkey" PRIMARY KEY ("project_id","span","bucket","widget_id","asset_id")
);

CREATE TABLE "event_producers" (
    "id" UUID NOT NULL,
    "seq" BIGINT NOT NULL,
    "seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "event_producers_pkey" PRIMARY KEY ("id")
);

-- The one row of the log's head. Its lock is what makes the order of seq the order of commits.
ALTER TABLE "change_head" ADD CONSTRAINT "change_head_single_row" CHECK ("id" = 1);
INSERT INTO "change_head" ("id", "seq") VALUES (1, 0);

ALTER TABLE "folders" ADD CONSTRAINT "folders_not_own_parent" CHECK ("parent_id" <> "id");
ALTER TABLE "projects" ADD CONSTRAINT "projects_transformations"
    CHECK ("transformations" IN ('any', 'listed', 'signed'));
ALTER TABLE "signing_keys" ADD CONSTRAINT "signing_keys_sealed"
    CHECK (("sealed" IS NULL) = ("revoked_at" IS NOT NULL));
ALTER TABLE "widgets" ADD CONSTRAINT "widgets_published_at_when_published" CHECK ("status" <> 'PUBLISHED' OR "published_at" IS NOT NULL);

ALTER TABLE "assets" ADD CONSTRAINT "assets_dimensions_positive" CHECK ("size_bytes" > 0 AND "width" > 0 AND "height" > 0 AND "frame_count" > 0);
ALTER TABLE "assets" ADD CONSTRAINT "assets_focal_point" CHECK (
    ("focal_x" IS NULL) = ("focal_y" IS NULL)
    AND "focal_x" BETWEEN 0 AND 1 AND "focal_y" BETWEEN 0 AND 1
);
ALTER TABLE "assets" ADD CONSTRAINT "assets_salient_point" CHECK (
    ("salient_x" IS NULL) = ("salient_y" IS NULL)
    AND "salient_x" BETWEEN 0 AND 1 AND "salient_y" BETWEEN 0 AND 1
);
ALTER TABLE "assets" ADD CONSTRAINT "assets_placeholder" CHECK (
    ("placeholder_color" IS NULL) = ("placeholder_thumbhash" IS NULL)
    AND "placeholder_color" ~ '^#[0-9a-f]{6}$' AND octet_length("placeholder_thumbhash") <= 64
);
-- A part of keys in the object store.
ALTER TABLE "assets" ADD CONSTRAINT "assets_file_key" CHECK ("file_key" ~ '^v[0-9]{1,10}-[0-9a-f]{16}$');

-- Text, because Postgres calls the comparison of enums not leakproof: below a policy it uses no index for them.
ALTER TABLE "widget_statistics" ADD CONSTRAINT "widget_statistics_span"
    CHECK ("span" IN ('QUARTER', 'HOUR', 'DAY', 'MONTH'));
ALTER TABLE "asset_statistics" ADD CONSTRAINT "asset_statistics_span"
    CHECK ("span" IN ('QUARTER', 'HOUR', 'DAY', 'MONTH'));

-- ------------------------------------------------------------------- storage

-- An index is read without the table as long as the table's newest pages were vacuumed; Postgres would wait for a
-- fifth of the table to be new.
ALTER TABLE "assets" SET (autovacuum_vacuum_insert_scale_factor = 0.02);

-- Random ids do not compress.
ALTER TABLE "bulk_changes" ALTER COLUMN "asset_ids" SET STORAGE EXTERNAL;

-- Rows are updated about as often as events arrive: room for new versions on the same page, so that no index
-- changes. They have no foreign key: deleting a project would delete millions of them in its transaction.
-- Housekeeping deletes those of projects that do not exist, and no policy shows them.
ALTER TABLE "widget_statistics" SET (fillfactor = 70);
ALTER TABLE "asset_statistics" SET (fillfactor = 70);

-- `project_id = ANY (array)` beside `project_id = …` takes no row away, but the planner, which does not
-- know the array, multiplies both: of 200,000 rows it expects 200, and reads all of them where it should
-- look 20 up. It counts on 10 elements; with 10 distinct values it expects them to take nothing away.
ALTER TABLE "assets" ALTER COLUMN "project_id" SET (n_distinct = 10);
ALTER TABLE "folders" ALTER COLUMN "project_id" SET (n_distinct = 10);
ALTER TABLE "widgets" ALTER COLUMN "project_id" SET (n_distinct = 10);
ALTER TABLE "widget_assets" ALTER COLUMN "project_id" SET (n_distinct = 10);
ALTER TABLE "tag_counts" ALTER COLUMN "project_id" SET (n_distinct = 10);
ALTER TABLE "asset_hashes" ALTER COLUMN "project_id" SET (n_distinct = 10);
ALTER TABLE "widget_statistics" ALTER COLUMN "project_id" SET (n_distinct = 10);
ALTER TABLE "asset_statistics" ALTER COLUMN "project_id" SET (n_distinct = 10);
ALTER TABLE "audit_events" ALTER COLUMN "organization_id" SET (n_distinct = 10);

-- =====================================================================================
-- Indexes
-- =====================================================================================

CREATE UNIQUE INDEX "organizations_slug_key" ON "organizations"("slug");
CREATE INDEX "organizations_created_at_id_idx" ON "organizations"("created_at" DESC, "id");

CREATE UNIQUE INDEX "users_email_key_key" ON "users"("email_key");

CREATE UNIQUE INDEX "email_tokens_token_hash_key" ON "email_tokens"("token_hash");
CREATE INDEX "email_tokens_user_id_idx" ON "email_tokens"("user_id");
CREATE INDEX "email_tokens_expires_at_idx" ON "email_tokens"("expires_at");

CREATE INDEX "login_codes_user_id_idx" ON "login_codes"("user_id");
CREATE INDEX "login_codes_expires_at_idx" ON "login_codes"("expires_at");

CREATE INDEX "memberships_user_id_organization_id_idx" ON "memberships"("user_id", "organization_id");
CREATE INDEX "memberships_organization_id_created_at_user_id_idx" ON "memberships"("organization_id", "created_at" DESC, "user_id");

CREATE UNIQUE INDEX "invitations_token_hash_key" ON "invitations"("token_hash");
CREATE UNIQUE INDEX "invitations_mail_token_hash_key" ON "invitations"("mail_token_hash");
CREATE INDEX "invitations_organization_id_created_at_id_idx" ON "invitations"("organization_id", "created_at" DESC, "id");
CREATE INDEX "invitations_expires_at_idx" ON "invitations"("expires_at");
CREATE INDEX "invitations_invited_by_id_idx" ON "invitations"("invited_by_id");

CREATE INDEX "sessions_user_id_idx" ON "sessions"("user_id");

CREATE UNIQUE INDEX "refresh_tokens_token_hash_key" ON "refresh_tokens"("token_hash");
CREATE INDEX "refresh_tokens_session_id_idx" ON "refresh_tokens"("session_id");
CREATE INDEX "refresh_tokens_expires_at_idx" ON "refresh_tokens"("expires_at");

CREATE UNIQUE INDEX "personal_access_tokens_token_hash_key" ON "personal_access_tokens"("token_hash");
CREATE INDEX "personal_access_tokens_user_id_created_at_id_idx" ON "personal_access_tokens"("user_id", "created_at" DESC, "id");
CREATE INDEX "personal_access_tokens_organization_id_user_id_idx" ON "personal_access_tokens"("organization_id", "user_id");
CREATE INDEX "personal_access_tokens_organization_id_project_id_idx" ON "personal_access_tokens"("organization_id", "project_id");
CREATE INDEX "personal_access_tokens_expires_at_idx" ON "personal_access_tokens"("expires_at");

CREATE INDEX "projects_organization_id_created_at_id_idx" ON "projects"("organization_id", "created_at" DESC, "id");
CREATE INDEX "projects_organization_id_updated_at_id_idx" ON "projects"("organization_id", "updated_at" DESC, "id");
CREATE INDEX "projects_organization_id_name_id_idx" ON "projects"("organization_id", "name", "id");
CREATE UNIQUE INDEX "projects_organization_id_slug_key" ON "projects"("organization_id", "slug");
CREATE UNIQUE INDEX "projects_organization_id_id_key" ON "projects"("organization_id", "id");

CREATE INDEX "presets_project_id_created_at_id_idx" ON "presets"("project_id", "created_at" DESC, "id");
CREATE UNIQUE INDEX "presets_project_id_name_key" ON "presets"("project_id", "name");

CREATE INDEX "signing_keys_project_id_created_at_id_idx" ON "signing_keys"("project_id", "created_at" DESC, "id");
CREATE UNIQUE INDEX "signing_keys_project_id_number_key" ON "signing_keys"("project_id", "number");

CREATE INDEX "folders_project_id_created_at_id_idx" ON "folders"("project_id", "created_at" DESC, "id");
CREATE INDEX "folders_project_id_parent_id_idx" ON "folders"("project_id", "parent_id");
CREATE INDEX "folders_project_id_updated_at_id_idx" ON "folders"("project_id", "updated_at" DESC, "id");
CREATE INDEX "folders_project_id_name_id_idx" ON "folders"("project_id", "name", "id");
CREATE UNIQUE INDEX "folders_project_id_id_key" ON "folders"("project_id", "id");

CREATE INDEX "assets_project_id_updated_at_id_idx" ON "assets"("project_id", "updated_at" DESC, "id");
CREATE INDEX "assets_project_id_filename_id_idx" ON "assets"("project_id", "filename", "id");
CREATE INDEX "assets_project_id_size_bytes_id_idx" ON "assets"("project_id", "size_bytes", "id");
CREATE INDEX "assets_project_id_folder_id_created_at_id_idx" ON "assets"("project_id", "folder_id", "created_at" DESC, "id");
CREATE INDEX "assets_project_id_sha256_idx" ON "assets"("project_id", "sha256");
CREATE UNIQUE INDEX "assets_project_id_id_key" ON "assets"("project_id", "id");

CREATE INDEX "widgets_slug_status_idx" ON "widgets"("slug", "status");
CREATE INDEX "widgets_project_id_created_at_id_idx" ON "widgets"("project_id", "created_at" DESC, "id");
CREATE INDEX "widgets_project_id_updated_at_id_idx" ON "widgets"("project_id", "updated_at" DESC, "id");
CREATE INDEX "widgets_project_id_name_id_idx" ON "widgets"("project_id", "name", "id");
CREATE UNIQUE INDEX "widgets_project_id_id_key" ON "widgets"("project_id", "id");
CREATE UNIQUE INDEX "widgets_project_id_slug_key" ON "widgets"("project_id", "slug");

CREATE INDEX "widget_assets_project_id_asset_id_idx" ON "widget_assets"("project_id", "asset_id");

CREATE UNIQUE INDEX "api_keys_key_hash_key" ON "api_keys"("key_hash");
CREATE INDEX "api_keys_project_id_created_at_id_idx" ON "api_keys"("project_id", "created_at" DESC, "id");

CREATE INDEX "audit_events_actor_id_idx" ON "audit_events"("actor_id");
CREATE INDEX "audit_events_organization_id_created_at_id_idx" ON "audit_events"("organization_id", "created_at" DESC, "id");
CREATE INDEX "audit_events_organization_id_actor_id_created_at_id_idx" ON "audit_events"("organization_id", "actor_id", "created_at" DESC, "id");
CREATE INDEX "audit_events_organization_id_action_created_at_id_idx" ON "audit_events"("organization_id", "action", "created_at" DESC, "id");
CREATE INDEX "audit_events_organization_id_resource_type_resource_id_crea_idx" ON "audit_events"("organization_id", "resource_type", "resource_id", "created_at" DESC, "id");
CREATE INDEX "audit_events_organization_id_request_id_idx" ON "audit_events"("organization_id", "request_id");
CREATE INDEX "audit_events_created_at_idx" ON "audit_events"("created_at");

CREATE INDEX "idempotency_keys_created_at_idx" ON "idempotency_keys"("created_at");

CREATE INDEX "bulk_changes_project_id_state_idx" ON "bulk_changes"("project_id", "state");
CREATE INDEX "bulk_changes_ended_at_idx" ON "bulk_changes"("ended_at");
CREATE UNIQUE INDEX "bulk_changes_project_id_id_key" ON "bulk_changes"("project_id", "id");

CREATE UNIQUE INDEX "change_log_seq_key" ON "change_log"("seq");
CREATE INDEX "change_log_created_at_idx" ON "change_log"("created_at");

CREATE INDEX "jobs_run_at_idx" ON "jobs"("run_at");

CREATE INDEX "widget_statistics_project_id_span_bucket_idx" ON "widget_statistics"("project_id", "span", "bucket");

CREATE INDEX "event_producers_seen_at_idx" ON "event_producers"("seen_at");

-- ------------------------------------------------------------------- not known to Prisma

-- A folder's name is unique among its siblings. Two indexes, since NULLs are distinct.
CREATE UNIQUE INDEX "folders_sibling_name_key" ON "folders"("project_id", "parent_id", "name") WHERE "parent_id" IS NOT NULL;
CREATE UNIQUE INDEX "folders_root_name_key" ON "folders"("project_id", "name") WHERE "parent_id" IS NULL;

-- In the order of the creation, with what most filters compare: pages and numbers of matches need no look at the table.
CREATE INDEX "assets_by_creation" ON "assets"("project_id", "created_at" DESC, "id")
    INCLUDE ("folder_id", "content_type", "alt", "unused", "size_bytes", "updated_at");
CREATE INDEX "assets_by_tag_and_text" ON "assets" USING gin ("project_id", "tags", "search_text" gin_trgm_ops);
-- Few rows: the hashes that several assets have.
CREATE INDEX "asset_hashes_of_duplicates" ON "asset_hashes" ("project_id", "sha256") INCLUDE ("assets")
    WHERE "assets" > 1;
-- A job finds the assets without a placeholder by it. Empty when it is done.
CREATE INDEX "assets_undescribed" ON "assets" ("id") WHERE "placeholder_color" IS NULL;

-- Only events of several resources have a list.
CREATE INDEX "audit_events_resource_ids_idx" ON "audit_events" USING GIN ("resource_ids")
    WHERE "resource_ids" IS NOT NULL;

-- =====================================================================================
-- Foreign keys
-- =====================================================================================

-- A deletion cascades in the order of this list.
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_invited_by_id_fkey" FOREIGN KEY ("invited_by_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "refresh_tokens" ADD CONSTRAINT "refresh_tokens_session_id_fkey" FOREIGN KEY ("session_id") REFERENCES "sessions"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "projects" ADD CONSTRAINT "projects_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "folders" ADD CONSTRAINT "folders_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "folders" ADD CONSTRAINT "folders_project_id_parent_id_fkey" FOREIGN KEY ("project_id", "parent_id") REFERENCES "folders"("project_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "assets" ADD CONSTRAINT "assets_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "assets" ADD CONSTRAINT "assets_project_id_folder_id_fkey" FOREIGN KEY ("project_id", "folder_id") REFERENCES "folders"("project_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "widgets" ADD CONSTRAINT "widgets_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "widget_assets" ADD CONSTRAINT "widget_assets_project_id_widget_id_fkey" FOREIGN KEY ("project_id", "widget_id") REFERENCES "widgets"("project_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "widget_assets" ADD CONSTRAINT "widget_assets_project_id_asset_id_fkey" FOREIGN KEY ("project_id", "asset_id") REFERENCES "assets"("project_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "audit_events" ADD CONSTRAINT "audit_events_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "audit_events" ADD CONSTRAINT "audit_events_actor_id_fkey" FOREIGN KEY ("actor_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "email_tokens" ADD CONSTRAINT "email_tokens_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "organization_budgets" ADD CONSTRAINT "organization_budgets_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "user_budgets" ADD CONSTRAINT "user_budgets_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "tag_counts" ADD CONSTRAINT "tag_counts_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "asset_hashes" ADD CONSTRAINT "asset_hashes_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "project_usage" ADD CONSTRAINT "project_usage_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "personal_access_tokens" ADD CONSTRAINT "personal_access_tokens_organization_id_user_id_fkey" FOREIGN KEY ("organization_id", "user_id") REFERENCES "memberships"("organization_id", "user_id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "personal_access_tokens" ADD CONSTRAINT "personal_access_tokens_organization_id_project_id_fkey" FOREIGN KEY ("organization_id", "project_id") REFERENCES "projects"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "bulk_changes" ADD CONSTRAINT "bulk_changes_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "presets" ADD CONSTRAINT "presets_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "signing_keys" ADD CONSTRAINT "signing_keys_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "login_codes" ADD CONSTRAINT "login_codes_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Not known to Prisma from here on.

-- =====================================================================================
-- The change log
-- =====================================================================================

-- The log writes itself. Statement triggers gather the tags of what a statement changed into the
-- transaction's entry of change_log; a deferred trigger numbers the entry at the commit. Whatever
-- writes, a service, a script or a person with psql, cannot leave its tags out. The tags are those
-- of packages/contracts/src/tags.ts; what an answer carries is in delivery's repositories.
--
-- A migration that rewrites values without DML (ALTER COLUMN TYPE ... USING) logs '*' by itself.

-- Adds tags to what the transaction logs: the exact ones, or the coarse ones where there are more
-- than 1000. A transaction has one entry, up to 100 tags; more go into entries of their own, so
-- that a thousand statements do not write the same tags over a thousand times.
CREATE FUNCTION "log_tags"(exact text[], coarse text[] DEFAULT '{*}') RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    entry bigint := nullif(current_setting('vitrine.log_entry', true), '');
    found_tags text[] := CASE
        WHEN cardinality(exact) <= 1000 THEN exact
        WHEN cardinality(coarse) <= 1000 THEN coarse
        ELSE '{*}'
    END;
BEGIN
    IF cardinality(found_tags) = 0 THEN RETURN; END IF;
    -- Without a seq it is this transaction's own: nobody's is committed so.
    UPDATE "change_log" SET "tags" = ARRAY(SELECT DISTINCT unnest("tags" || found_tags))
    WHERE "id" = entry AND "seq" IS NULL AND cardinality("tags" || found_tags) <= 100;
    IF FOUND THEN RETURN; END IF;
    INSERT INTO "change_log" ("tags") VALUES (found_tags) RETURNING "id" INTO entry;
    PERFORM set_config('vitrine.log_entry', entry::text, true);
END $$;

-- At the commit, or when vitrine_seal_changes() asks for it. The head's row is locked after all
-- others and until the commit is done: the order of seq is the order of commits, without gaps, and
-- nobody who waits for it holds anything back. What has a seq must not be lost by a crash, for
-- replicas answer from it.
CREATE FUNCTION "number_change"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
DECLARE
    next_seq bigint;
BEGIN
    UPDATE "change_head" SET "seq" = "seq" + 1
    WHERE EXISTS (SELECT FROM "change_log" WHERE "id" = NEW."id" AND "seq" IS NULL)
    RETURNING "seq" INTO next_seq;
    IF NOT FOUND THEN RETURN NULL; END IF;
    UPDATE "change_log" SET "seq" = next_seq WHERE "id" = NEW."id";
    IF coalesce(current_setting('vitrine.first_seq', true), '') = '' THEN
        PERFORM set_config('vitrine.first_seq', next_seq::text, true);
    END IF;
    IF current_setting('synchronous_commit') IN ('off', 'local', 'remote_write') THEN
        PERFORM set_config('synchronous_commit', 'on', true);
    END IF;
    RETURN NULL;
END $$;

CREATE CONSTRAINT TRIGGER "change_log_number" AFTER INSERT ON "change_log"
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW."seq" IS NULL)
    EXECUTE FUNCTION "number_change"();

-- Called last in a transaction: numbers what it has logged and returns it, with the log's head. From
-- here to the commit every other writer waits. Without changes one row, whose seq is NULL.
CREATE FUNCTION "vitrine_seal_changes"() RETURNS TABLE ("head" bigint, "seq" bigint, "tags" text[])
LANGUAGE plpgsql SECURITY DEFINER AS $$
DECLARE
    first_seq bigint;
    last_seq bigint;
BEGIN
    SET CONSTRAINTS "change_log_number" IMMEDIATE;
    first_seq := nullif(current_setting('vitrine.first_seq', true), '');
    SELECT h."seq" INTO last_seq FROM "change_head" AS h;
    -- The head's lock is ours since first_seq: so is everything from there on.
    RETURN QUERY SELECT last_seq, l."seq", l."tags"
        FROM (SELECT) AS one_row
        LEFT JOIN "change_log" AS l ON l."seq" BETWEEN first_seq AND last_seq
        ORDER BY l."seq";
END $$;

-- Of the projects that lost rows, those that are still there. The others log themselves, and every
-- answer that a row of theirs gave carries the project's tag. This is not a race: whoever deletes a
-- project deletes its rows too, or waits for whoever has them locked. So if a statement has deleted
-- a row and finds its project gone, the same transaction deleted the project.
CREATE FUNCTION "projects_left"(ids uuid[]) RETURNS uuid[] LANGUAGE sql STABLE AS $$ SELECT ARRAY(SELECT "id" FROM "projects" WHERE "id" = ANY (ids)) $$;

CREATE FUNCTION "widget_tags"(id uuid, project_id uuid, slug text) RETURNS SETOF text
LANGUAGE sql IMMUTABLE AS $$
    VALUES ('widget:' || id), ('project-slug:' || project_id || ':' || slug), ('slug:' || slug)
$$;

-- What an update changed is what one of the two sets of rows has and the other has not, as far as
-- answers show it: right whichever column it was, an id too.

CREATE FUNCTION "log_widgets"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
DECLARE
    left_over uuid[];
BEGIN
    CASE TG_OP
    WHEN 'INSERT' THEN
        PERFORM log_tags(ARRAY(
            SELECT DISTINCT tag FROM added AS w, widget_tags(w."id", w."project_id", w."slug") AS tag
            LIMIT 1001));
    WHEN 'UPDATE' THEN
        PERFORM log_tags(ARRAY(
            WITH was AS (
                SELECT "id", "project_id", "slug", "layout", "config"::text, "theme"::text, "status"
                FROM removed
            ), has_become AS (
                SELECT "id", "project_id", "slug", "layout", "config"::text, "theme"::text, "status"
                FROM added
            ), changed AS (
                (TABLE was EXCEPT TABLE has_become) UNION ALL (TABLE has_become EXCEPT TABLE was)
            )
            SELECT DISTINCT tag FROM changed AS w, widget_tags(w."id", w."project_id", w."slug") AS tag
            LIMIT 1001));
    ELSE
        left_over := projects_left(ARRAY(SELECT DISTINCT "project_id" FROM removed));
        PERFORM log_tags(ARRAY(
            SELECT DISTINCT tag FROM removed AS w, widget_tags(w."id", w."project_id", w."slug") AS tag
            WHERE w."project_id" = ANY (left_over) LIMIT 1001));
    END CASE;
    RETURN NULL;
END $$;

-- Of drafts too: nothing here holds off someone who publishes one at the same time.
--
-- A place in a list that goes with its widget or its asset is told by the widget's or the asset's
-- own tag. As with projects this is not a race: whoever deletes either deletes its places too, or
-- waits for whoever has them locked.
CREATE FUNCTION "log_widget_assets"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
    CASE TG_OP
    WHEN 'INSERT' THEN
        PERFORM log_tags(
            ARRAY(SELECT DISTINCT 'widget:' || "widget_id" FROM added LIMIT 1001),
            ARRAY(SELECT DISTINCT 'project:' || "project_id" FROM added LIMIT 1001));
    WHEN 'UPDATE' THEN
        PERFORM (
            WITH changed AS (
                (TABLE removed EXCEPT TABLE added) UNION ALL (TABLE added EXCEPT TABLE removed)
            )
            SELECT log_tags(
                ARRAY(SELECT DISTINCT 'widget:' || "widget_id" FROM changed LIMIT 1001),
                ARRAY(SELECT DISTINCT 'project:' || "project_id" FROM changed LIMIT 1001)));
    ELSE
        PERFORM (
            WITH changed AS (
                SELECT DISTINCT "project_id", "widget_id" FROM removed
                WHERE (SELECT true FROM "widgets" WHERE "id" = "widget_id")
                    AND (SELECT true FROM "assets" WHERE "id" = "asset_id")
            )
            SELECT log_tags(
                ARRAY(SELECT DISTINCT 'widget:' || "widget_id" FROM changed LIMIT 1001),
                ARRAY(SELECT DISTINCT 'project:' || "project_id" FROM changed LIMIT 1001)));
    END CASE;
    RETURN NULL;
END $$;

-- More than 1000 at once are told by their projects' tags: whoever deletes a large project bit by
-- bit leaves the answers of others alone. "wide_gamut" and "decode_ms" change only with "sha256", so they are not compared.
CREATE FUNCTION "log_assets"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
DECLARE
    left_over uuid[];
BEGIN
    CASE TG_OP
    WHEN 'INSERT' THEN
        PERFORM log_tags(
            ARRAY(SELECT 'asset:' || "id" FROM added LIMIT 1001),
            ARRAY(SELECT DISTINCT 'project:' || "project_id" FROM added LIMIT 1001));
    WHEN 'UPDATE' THEN
        PERFORM (
            WITH was AS (
                SELECT "id", "project_id", "filename", "content_type", "size_bytes", "width", "height",
                    "frame_count", "has_alpha", "sha256", "alt_text", "decorative", "created_at",
                    "version", "focal_x", "focal_y", "salient_x", "salient_y",
                    "placeholder_color", "placeholder_thumbhash"
                FROM removed
            ), has_become AS (
                SELECT "id", "project_id", "filename", "content_type", "size_bytes", "width", "height",
                    "frame_count", "has_alpha", "sha256", "alt_text", "decorative", "created_at",
                    "version", "focal_x", "focal_y", "salient_x", "salient_y",
                    "placeholder_color", "placeholder_thumbhash"
                FROM added
            ), changed AS (
                (TABLE was EXCEPT TABLE has_become) UNION ALL (TABLE has_become EXCEPT TABLE was)
            )
            SELECT log_tags(
                ARRAY(SELECT DISTINCT 'asset:' || "id" FROM changed LIMIT 1001),
                ARRAY(SELECT DISTINCT 'project:' || "project_id" FROM changed LIMIT 1001)));
    ELSE
        left_over := projects_left(ARRAY(SELECT DISTINCT "project_id" FROM removed));
        PERFORM log_tags(
            ARRAY(SELECT 'asset:' || "id" FROM removed WHERE "project_id" = ANY (left_over) LIMIT 1001),
            ARRAY(SELECT 'project:' || unnest(left_over) LIMIT 1001));
    END CASE;
    RETURN NULL;
END $$;

-- When a key was last used is no change.
CREATE FUNCTION "log_api_keys"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
DECLARE
    left_over uuid[];
BEGIN
    CASE TG_OP
    WHEN 'INSERT' THEN
        PERFORM log_tags(ARRAY(SELECT 'key:' || encode("key_hash", 'hex') FROM added LIMIT 1001));
    WHEN 'UPDATE' THEN
        PERFORM log_tags(ARRAY(
            WITH was AS (
                SELECT "id", "key_hash", "project_id", "permissions", "allowed_origins", "expires_at"
                FROM removed
            ), has_become AS (
                SELECT "id", "key_hash", "project_id", "permissions", "allowed_origins", "expires_at"
                FROM added
            ), changed AS (
                (TABLE was EXCEPT TABLE has_become) UNION ALL (TABLE has_become EXCEPT TABLE was)
            )
            SELECT DISTINCT 'key:' || encode("key_hash", 'hex') FROM changed LIMIT 1001));
    ELSE
        left_over := projects_left(ARRAY(SELECT DISTINCT "project_id" FROM removed));
        PERFORM log_tags(ARRAY(
            SELECT 'key:' || encode("key_hash", 'hex') FROM removed
            WHERE "project_id" = ANY (left_over) LIMIT 1001));
    END CASE;
    RETURN NULL;
END $$;

-- A project that is new has nothing to answer from yet: whatever comes into it logs itself. The entry of
-- each asset contains "transformations".
CREATE FUNCTION "log_projects"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
    CASE TG_OP
    WHEN 'UPDATE' THEN
        PERFORM log_tags(ARRAY(
            WITH was AS (SELECT "id", "organization_id", "transformations" FROM removed),
            has_become AS (SELECT "id", "organization_id", "transformations" FROM added),
            changed AS (
                (TABLE was EXCEPT TABLE has_become) UNION ALL (TABLE has_become EXCEPT TABLE was)
            )
            SELECT DISTINCT 'project:' || "id" FROM changed LIMIT 1001));
    ELSE
        PERFORM log_tags(ARRAY(SELECT 'project:' || "id" FROM removed LIMIT 1001));
    END CASE;
    RETURN NULL;
END $$;

-- Of presets and of signing keys, which delivery reads together. Whichever column an update changes counts.
CREATE FUNCTION "log_image_rules"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
    CASE TG_OP
    WHEN 'INSERT' THEN
        PERFORM log_tags(ARRAY(
            SELECT DISTINCT 'image-rules:' || "project_id" FROM added LIMIT 1001));
    WHEN 'UPDATE' THEN
        PERFORM log_tags(ARRAY(
            SELECT 'image-rules:' || "project_id" FROM (
                SELECT "project_id" FROM removed UNION SELECT "project_id" FROM added
            ) AS changed LIMIT 1001));
    ELSE
        PERFORM log_tags(ARRAY(
            SELECT 'image-rules:' || unnest(projects_left(ARRAY(SELECT DISTINCT "project_id" FROM removed)))
            LIMIT 1001));
    END CASE;
    RETURN NULL;
END $$;

CREATE FUNCTION "log_truncation"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
    PERFORM log_tags('{*}');
    RETURN NULL;
END $$;

CREATE TRIGGER "widgets_log_insert" AFTER INSERT ON "widgets"
    REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION "log_widgets"();
CREATE TRIGGER "widgets_log_update" AFTER UPDATE ON "widgets"
    REFERENCING OLD TABLE AS removed NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION "log_widgets"();
CREATE TRIGGER "widgets_log_delete" AFTER DELETE ON "widgets"
    REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION "log_widgets"();
CREATE TRIGGER "widgets_log_truncate" AFTER TRUNCATE ON "widgets"
    FOR EACH STATEMENT EXECUTE FUNCTION "log_truncation"();
CREATE TRIGGER "widget_assets_log_insert" AFTER INSERT ON "widget_assets"
    REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION "log_widget_assets"();
CREATE TRIGGER "widget_assets_log_update" AFTER UPDATE ON "widget_assets"
    REFERENCING OLD TABLE AS removed NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION "log_widget_assets"();
CREATE TRIGGER "widget_assets_log_delete" AFTER DELETE ON "widget_assets"
    REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION "log_widget_assets"();
CREATE TRIGGER "widget_assets_log_truncate" AFTER TRUNCATE ON "widget_assets"
    FOR EACH STATEMENT EXECUTE FUNCTION "log_truncation"();
CREATE TRIGGER "assets_log_insert" AFTER INSERT ON "assets"
    REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION "log_assets"();
CREATE TRIGGER "assets_log_update" AFTER UPDATE ON "assets"
    REFERENCING OLD TABLE AS removed NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION "log_assets"();
CREATE TRIGGER "assets_log_delete" AFTER DELETE ON "assets"
    REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION "log_assets"();
CREATE TRIGGER "assets_log_truncate" AFTER TRUNCATE ON "assets"
    FOR EACH STATEMENT EXECUTE FUNCTION "log_truncation"();
CREATE TRIGGER "api_keys_log_insert" AFTER INSERT ON "api_keys"
    REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION "log_api_keys"();
CREATE TRIGGER "api_keys_log_update" AFTER UPDATE ON "api_keys"
    REFERENCING OLD TABLE AS removed NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION "log_api_keys"();
CREATE TRIGGER "api_keys_log_delete" AFTER DELETE ON "api_keys"
    REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION "log_api_keys"();
CREATE TRIGGER "api_keys_log_truncate" AFTER TRUNCATE ON "api_keys"
    FOR EACH STATEMENT EXECUTE FUNCTION "log_truncation"();
CREATE TRIGGER "projects_log_update" AFTER UPDATE ON "projects"
    REFERENCING OLD TABLE AS removed NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION "log_projects"();
CREATE TRIGGER "projects_log_delete" AFTER DELETE ON "projects"
    REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION "log_projects"();
CREATE TRIGGER "projects_log_truncate" AFTER TRUNCATE ON "projects"
    FOR EACH STATEMENT EXECUTE FUNCTION "log_truncation"();
CREATE TRIGGER "presets_log_insert" AFTER INSERT ON "presets"
    REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION "log_image_rules"();
CREATE TRIGGER "presets_log_update" AFTER UPDATE ON "presets"
    REFERENCING OLD TABLE AS removed NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION "log_image_rules"();
CREATE TRIGGER "presets_log_delete" AFTER DELETE ON "presets"
    REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION "log_image_rules"();
CREATE TRIGGER "presets_log_truncate" AFTER TRUNCATE ON "presets"
    FOR EACH STATEMENT EXECUTE FUNCTION "log_truncation"();
CREATE TRIGGER "signing_keys_log_insert" AFTER INSERT ON "signing_keys"
    REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION "log_image_rules"();
CREATE TRIGGER "signing_keys_log_update" AFTER UPDATE ON "signing_keys"
    REFERENCING OLD TABLE AS removed NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION "log_image_rules"();
CREATE TRIGGER "signing_keys_log_delete" AFTER DELETE ON "signing_keys"
    REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION "log_image_rules"();
CREATE TRIGGER "signing_keys_log_truncate" AFTER TRUNCATE ON "signing_keys"
    FOR EACH STATEMENT EXECUTE FUNCTION "log_truncation"();

-- In sessions too that switch triggers off (session_replication_role), as loaders of bulk data do.
DO $$
DECLARE
    log_trigger record;
BEGIN
    FOR log_trigger IN
        SELECT tgrelid::regclass AS relation, tgname AS name FROM pg_trigger
        WHERE tgname ~ '^(widgets|widget_assets|assets|api_keys|projects|presets|signing_keys)_log_'
            OR tgname = 'change_log_number'
    LOOP
        EXECUTE format('ALTER TABLE %s ENABLE ALWAYS TRIGGER %I', log_trigger.relation, log_trigger.name);
    END LOOP;
END $$;

-- =====================================================================================
-- Revisions and versions
-- =====================================================================================

-- Triggers count, so that a script and a cascade count as well. A transaction raises the revision of a row by 1,
-- however many statements it takes: "revised_in" is the transaction that created or raised it last.

-- Its arguments are the columns whose change does not count; each has a branch here. Rows are compared as
-- text, because a column of type json has no equality, and the order of its keys counts. An UPDATE that
-- sets another "revision" raises it even if nothing else differs. "search_text" is not computed yet when the
-- trigger runs.
CREATE FUNCTION "raise_revision"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    this_transaction bigint := pg_current_xact_id()::text::bigint;
    counted record := NEW;
BEGIN
    IF TG_OP = 'INSERT' THEN
        NEW."revised_in" := this_transaction;
        RETURN NEW;
    END IF;
    counted."revised_in" := OLD."revised_in";
    IF 'updated_at' = ANY (TG_ARGV) THEN counted."updated_at" := OLD."updated_at"; END IF;
    IF 'last_used' = ANY (TG_ARGV) THEN counted."last_used" := OLD."last_used"; END IF;
    IF 'unused' = ANY (TG_ARGV) THEN counted."unused" := OLD."unused"; END IF;
    IF 'alt' = ANY (TG_ARGV) THEN counted."alt" := OLD."alt"; END IF;
    IF 'search_text' = ANY (TG_ARGV) THEN counted."search_text" := OLD."search_text"; END IF;
    IF counted::text = OLD::text THEN
        -- An answer of the same revision is the same to the byte.
        IF 'updated_at' = ANY (TG_ARGV) THEN NEW."updated_at" := OLD."updated_at"; END IF;
        RETURN NEW;
    END IF;
    NEW."revision" := OLD."revision";
    IF OLD."revised_in" IS DISTINCT FROM this_transaction THEN
        NEW."revision" := OLD."revision" + 1;
        NEW."revised_in" := this_transaction;
    END IF;
    RETURN NEW;
END $$;

-- A widget's list of assets is a part of it. A widget that this transaction has created or raised is skipped. An
-- asset is deleted by callers who do not see all its widgets, and by cascades: the owner raises them all.
CREATE FUNCTION "raise_widgets_of_places"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
    UPDATE "widgets" SET "revision" = "revision" + 1, "updated_at" = now()
    WHERE "id" IN (SELECT "widget_id" FROM places)
        AND "revised_in" IS DISTINCT FROM pg_current_xact_id()::text::bigint;
    RETURN NULL;
END $$;

CREATE TRIGGER "organizations_revision" BEFORE INSERT OR UPDATE ON "organizations"
    FOR EACH ROW EXECUTE FUNCTION "raise_revision"('updated_at');
CREATE TRIGGER "memberships_revision" BEFORE INSERT OR UPDATE ON "memberships"
    FOR EACH ROW EXECUTE FUNCTION "raise_revision"();
CREATE TRIGGER "projects_revision" BEFORE INSERT OR UPDATE ON "projects"
    FOR EACH ROW EXECUTE FUNCTION "raise_revision"('updated_at');
CREATE TRIGGER "presets_revision" BEFORE INSERT OR UPDATE ON "presets"
    FOR EACH ROW EXECUTE FUNCTION "raise_revision"('updated_at');
CREATE TRIGGER "folders_revision" BEFORE INSERT OR UPDATE ON "folders"
    FOR EACH ROW EXECUTE FUNCTION "raise_revision"('updated_at');
CREATE TRIGGER "assets_revision" BEFORE INSERT OR UPDATE ON "assets"
    FOR EACH ROW EXECUTE FUNCTION "raise_revision"('updated_at', 'unused', 'alt', 'search_text');
CREATE TRIGGER "widgets_revision" BEFORE INSERT OR UPDATE ON "widgets"
    FOR EACH ROW EXECUTE FUNCTION "raise_revision"('updated_at');
CREATE TRIGGER "api_keys_revision" BEFORE INSERT OR UPDATE ON "api_keys"
    FOR EACH ROW EXECUTE FUNCTION "raise_revision"('last_used');
CREATE TRIGGER "widget_assets_revision_added" AFTER INSERT ON "widget_assets"
    REFERENCING NEW TABLE AS places FOR EACH STATEMENT EXECUTE FUNCTION "raise_widgets_of_places"();
CREATE TRIGGER "widget_assets_revision_changed" AFTER UPDATE ON "widget_assets"
    REFERENCING NEW TABLE AS places FOR EACH STATEMENT EXECUTE FUNCTION "raise_widgets_of_places"();
CREATE TRIGGER "widget_assets_revision_removed" AFTER DELETE ON "widget_assets"
    REFERENCING OLD TABLE AS places FOR EACH STATEMENT EXECUTE FUNCTION "raise_widgets_of_places"();

-- The version is a part of public addresses, so a change of the bytes behind them cannot forget it. As with
-- revisions, a transaction raises it once. Its time is at least a second after the former one: with the
-- same Last-Modified a cache would be told that its bytes of the former version are still good.
CREATE FUNCTION "raise_version"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    this_transaction bigint := pg_current_xact_id()::text::bigint;
BEGIN
    IF TG_OP = 'INSERT' THEN
        NEW."versioned_in" := this_transaction;
        RETURN NEW;
    END IF;
    IF (NEW."sha256", NEW."file_key", NEW."focal_x", NEW."focal_y")
        IS DISTINCT FROM (OLD."sha256", OLD."file_key", OLD."focal_x", OLD."focal_y")
        AND OLD."versioned_in" IS DISTINCT FROM this_transaction
    THEN
        NEW."version" := OLD."version" + 1;
        NEW."versioned_in" := this_transaction;
        NEW."versioned_at" := greatest(
            now(), coalesce(OLD."versioned_at", OLD."created_at") + interval '1 second');
    ELSE
        -- The public sees it, and only changes of the version are logged.
        NEW."versioned_at" := OLD."versioned_at";
    END IF;
    RETURN NEW;
END $$;

-- Triggers of a row run in the order of their names: after "assets_revision", which counts the same change.
CREATE TRIGGER "assets_version" BEFORE INSERT OR UPDATE ON "assets"
    FOR EACH ROW EXECUTE FUNCTION "raise_version"();

-- ------------------------------------------------------------------- columns that follow others

-- A text wins, whoever sets it.
CREATE FUNCTION "drop_decorative"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW."decorative" := false;
    RETURN NEW;
END $$;

CREATE TRIGGER "assets_described" BEFORE INSERT OR UPDATE OF "alt_text", "decorative" ON "assets"
    FOR EACH ROW WHEN (NEW."decorative" AND NEW."alt_text" <> '')
    EXECUTE FUNCTION "drop_decorative"();

-- Unlike "published_at", it stays when a widget is unpublished.
CREATE FUNCTION "keep_last_published_at"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW."last_published_at" := NEW."published_at";
    RETURN NEW;
END $$;

CREATE TRIGGER "widgets_published" BEFORE INSERT OR UPDATE OF "published_at" ON "widgets"
    FOR EACH ROW WHEN (NEW."published_at" IS NOT NULL)
    EXECUTE FUNCTION "keep_last_published_at"();

-- An asset is locked before its places are counted, so of two transactions that add and remove its
-- places, the second counts those of the first. The order of the ids prevents deadlocks. A project that
-- is deleted takes its assets along.
CREATE FUNCTION "mark_unused_assets"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
DECLARE
    asset_ids uuid[];
    left_over uuid[];
BEGIN
    CASE TG_OP
    WHEN 'INSERT' THEN
        asset_ids := ARRAY(SELECT DISTINCT "asset_id" FROM added);
    WHEN 'UPDATE' THEN
        asset_ids := ARRAY(SELECT "asset_id" FROM added UNION SELECT "asset_id" FROM removed);
    ELSE
        left_over := projects_left(ARRAY(SELECT DISTINCT "project_id" FROM removed));
        asset_ids := ARRAY(SELECT DISTINCT "asset_id" FROM removed WHERE "project_id" = ANY (left_over));
    END CASE;
    PERFORM 1 FROM "assets" WHERE "id" = ANY (asset_ids) ORDER BY "id" FOR NO KEY UPDATE;
    UPDATE "assets" SET "unused" = NOT "unused"
    WHERE "id" = ANY (asset_ids) AND "unused" = EXISTS (
        SELECT FROM "widget_assets" AS place
        WHERE place."project_id" = "assets"."project_id" AND place."asset_id" = "assets"."id");
    RETURN NULL;
END $$;

CREATE TRIGGER "widget_assets_use_insert" AFTER INSERT ON "widget_assets"
    REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION "mark_unused_assets"();
CREATE TRIGGER "widget_assets_use_update" AFTER UPDATE ON "widget_assets"
    REFERENCING OLD TABLE AS removed NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION "mark_unused_assets"();
CREATE TRIGGER "widget_assets_use_delete" AFTER DELETE ON "widget_assets"
    REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION "mark_unused_assets"();

-- =====================================================================================
-- Kept counts
-- =====================================================================================

-- Everything else is counted by queries. These would take too long: the assets and bytes of an organization, which each
-- upload compares with its budget while no other one may; the number of assets with each tag; and which bytes
-- several assets have. Once per statement, and in the order of the keys, so that two transactions never wait for each
-- other. A change that leaves tags and bytes alone locks nothing. A count exists as long as it is not 0.
--
-- An asset never changes its project. A project that is deleted takes its rows along, and its counts.
CREATE FUNCTION "count_assets"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
DECLARE
    versions text := CASE TG_OP
        WHEN 'INSERT' THEN 'SELECT 1 AS n, * FROM added'
        WHEN 'DELETE' THEN 'SELECT -1 AS n, * FROM removed WHERE "project_id" IN (SELECT "id" FROM "projects")'
        ELSE 'SELECT 1 AS n, * FROM added UNION ALL SELECT -1, * FROM removed'
    END;
BEGIN
    EXECUTE format($sql$
        INSERT INTO "tag_counts" AS known ("project_id", "tag", "assets")
        SELECT "project_id", tag, sum(n)
        FROM (%s) AS versions, LATERAL (SELECT DISTINCT unnest("tags") AS tag) AS tags
        GROUP BY 1, 2 HAVING sum(n) <> 0 ORDER BY 1, 2
        ON CONFLICT ("project_id", "tag") DO UPDATE SET "assets" = known."assets" + excluded."assets"
    $sql$, versions);
    EXECUTE format($sql$
        INSERT INTO "asset_hashes" AS known ("project_id", "sha256", "assets")
        SELECT "project_id", "sha256", sum(n) FROM (%s) AS versions
        GROUP BY 1, 2 HAVING sum(n) <> 0 ORDER BY 1, 2
        ON CONFLICT ("project_id", "sha256") DO UPDATE SET "assets" = known."assets" + excluded."assets"
    $sql$, versions);
    EXECUTE format($sql$
        INSERT INTO "project_usage" AS known ("project_id", "assets", "stored_bytes")
        SELECT "project_id", sum(n), sum(n * "size_bytes"::bigint) FROM (%s) AS versions
        GROUP BY 1 HAVING sum(n) <> 0 OR sum(n * "size_bytes"::bigint) <> 0 ORDER BY 1
        ON CONFLICT ("project_id") DO UPDATE SET "assets" = known."assets" + excluded."assets",
            "stored_bytes" = known."stored_bytes" + excluded."stored_bytes"
    $sql$, versions);
    IF TG_OP <> 'INSERT' THEN
        DELETE FROM "tag_counts" AS known USING removed
        WHERE known."project_id" = removed."project_id" AND known."tag" = ANY (removed."tags") AND known."assets" = 0;
        DELETE FROM "asset_hashes" AS known USING removed
        WHERE (known."project_id", known."sha256") = (removed."project_id", removed."sha256") AND known."assets" = 0;
    END IF;
    RETURN NULL;
END $$;

CREATE TRIGGER "assets_count_insert" AFTER INSERT ON "assets"
    REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION "count_assets"();
CREATE TRIGGER "assets_count_update" AFTER UPDATE ON "assets"
    REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION "count_assets"();
CREATE TRIGGER "assets_count_delete" AFTER DELETE ON "assets"
    REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION "count_assets"();

-- What an organization uses of each of its budgets, and its own limits: NULL where it has the default.
-- What is bounded by a small budget is counted; the rest is kept. A limit counts all projects of an organization,
-- whatever of it the caller may see.
CREATE FUNCTION "organization_usage"(of_organization uuid)
RETURNS TABLE ("budget" text, "own_limit" bigint, "used" bigint)
LANGUAGE plpgsql STABLE SECURITY DEFINER AS $$
DECLARE
    own "organization_budgets";
    project_ids uuid[] := ARRAY(SELECT "id" FROM "projects" WHERE "organization_id" = of_organization);
BEGIN
    SELECT * INTO own FROM "organization_budgets" WHERE "organization_id" = of_organization;
    RETURN QUERY VALUES
        ('projects', own."projects", cardinality(project_ids)::bigint),
        ('assets', own."assets", (
            SELECT coalesce(sum(u."assets"), 0)::bigint FROM "project_usage" AS u
            WHERE u."project_id" = ANY (project_ids))),
        ('storedBytes', own."stored_bytes", (
            SELECT coalesce(sum(u."stored_bytes"), 0)::bigint FROM "project_usage" AS u
            WHERE u."project_id" = ANY (project_ids))),
        ('widgets', own."widgets", (
            SELECT count(*) FROM "widgets" AS w WHERE w."project_id" = ANY (project_ids))),
        ('apiKeys', own."api_keys", (
            SELECT count(*) FROM "api_keys" AS k WHERE k."project_id" = ANY (project_ids))),
        ('members', own."members", (
            SELECT count(*) FROM "memberships" AS m WHERE m."organization_id" = of_organization)),
        ('invitations', own."invitations", (
            SELECT count(*) FROM "invitations" AS i WHERE i."organization_id" = of_organization
                AND i."accepted_at" IS NULL AND i."expires_at" > now()));
END $$;

-- The organizations that a user owns, and the user's tokens that have not expired.
CREATE FUNCTION "user_usage"(of_user uuid)
RETURNS TABLE ("budget" text, "own_limit" bigint, "used" bigint)
LANGUAGE plpgsql STABLE SECURITY DEFINER AS $$
DECLARE
    own "user_budgets";
BEGIN
    SELECT * INTO own FROM "user_budgets" WHERE "user_id" = of_user;
    RETURN QUERY VALUES
        ('organizations', own."organizations", (
            SELECT count(*) FROM "memberships" AS m
            WHERE m."user_id" = of_user AND m."role" = 'OWNER')),
        ('tokens', own."tokens", (
            SELECT count(*) FROM "personal_access_tokens" AS t
            WHERE t."user_id" = of_user AND t."expires_at" > now()));
END $$;

-- =====================================================================================
-- Roles
-- =====================================================================================

-- Row-level security. The services connect as roles that own no table. ARCHITECTURE.md, "Roles and
-- row-level security", says which role sees what and why. Tables are owned by the role that migrates.
-- The owner is exempt (no FORCE): foreign keys, cascades, triggers of the log and of counts, and the
-- functions below act as the owner.

-- Roles belong to the cluster, tables to a database: another database of the cluster may have made
-- the roles already, or may be making them at this moment.
--
-- vitrine_management and vitrine_delivery are what the services' login roles are members of. NOINHERIT:
-- a transaction of management-api has the rights of a purpose only after it has named that purpose.
DO $$
DECLARE
    role_name text;
BEGIN
    FOREACH role_name IN ARRAY ARRAY[
        'vitrine_management', 'vitrine_delivery', 'vitrine_request', 'vitrine_account', 'vitrine_job'
    ] LOOP
        CONTINUE WHEN EXISTS (SELECT FROM pg_roles WHERE rolname = role_name);
        BEGIN
            EXECUTE format('CREATE ROLE %I NOLOGIN NOINHERIT', role_name);
        EXCEPTION
            WHEN duplicate_object OR unique_violation THEN NULL;
            WHEN insufficient_privilege THEN
                RAISE EXCEPTION 'the role % cannot be created: the role that migrates needs CREATEROLE. Or an administrator runs: CREATE ROLE vitrine_management NOLOGIN NOINHERIT; CREATE ROLE vitrine_delivery NOLOGIN NOINHERIT; CREATE ROLE vitrine_request NOLOGIN NOINHERIT; CREATE ROLE vitrine_account NOLOGIN NOINHERIT; CREATE ROLE vitrine_job NOLOGIN NOINHERIT; GRANT vitrine_request, vitrine_account, vitrine_job TO vitrine_management;', role_name;
        END;
    END LOOP;
    FOREACH role_name IN ARRAY ARRAY['vitrine_request', 'vitrine_account', 'vitrine_job'] LOOP
        CONTINUE WHEN pg_has_role('vitrine_management', role_name, 'MEMBER');
        BEGIN
            EXECUTE format('GRANT %I TO vitrine_management', role_name);
        EXCEPTION WHEN unique_violation THEN NULL;
        END;
    END LOOP;
END $$;

-- =====================================================================================
-- Who acts
-- =====================================================================================

-- From the verified token, set for one transaction: nothing of a request's path or body ever gets here.
CREATE FUNCTION "vitrine_user_id"() RETURNS uuid LANGUAGE sql STABLE PARALLEL SAFE AS $$ SELECT nullif(current_setting('vitrine.user_id', true), '')::uuid $$;

ALTER TABLE "jobs" ALTER COLUMN "created_by" SET DEFAULT vitrine_user_id();

-- The personal access token that a request was sent with; NULL if it was sent with none.
CREATE FUNCTION "vitrine_token_id"() RETURNS uuid LANGUAGE sql STABLE PARALLEL SAFE AS $$ SELECT nullif(current_setting('vitrine.token_id', true), '')::uuid $$;

-- What a personal token is limited to; NULL: to nothing less than its owner.
CREATE FUNCTION "vitrine_token_organization_id"() RETURNS uuid LANGUAGE sql STABLE PARALLEL SAFE AS $$ SELECT nullif(current_setting('vitrine.token_organization_id', true), '')::uuid $$;

CREATE FUNCTION "vitrine_token_project_id"() RETURNS uuid LANGUAGE sql STABLE PARALLEL SAFE AS $$ SELECT nullif(current_setting('vitrine.token_project_id', true), '')::uuid $$;

-- A request within a project names it, and then sees the rows of that project alone. The name comes from
-- the path of the request, so it only ever narrows what the user sees.
CREATE FUNCTION "vitrine_named_project_id"() RETURNS uuid LANGUAGE sql STABLE PARALLEL SAFE AS $$ SELECT nullif(current_setting('vitrine.project_id', true), '')::uuid $$;

-- Whose stored answers a request may read: those of its token, or else those of its user.
CREATE FUNCTION "vitrine_idempotency_scope"() RETURNS text LANGUAGE sql STABLE PARALLEL SAFE AS $$ SELECT coalesce('token ' || vitrine_token_id(), vitrine_user_id()::text) $$;

-- The organizations of the user, as of the statement that asks. Policies call it as
-- `(SELECT vitrine_organizations())`: once per statement, not once per row. PARALLEL SAFE, because a query that calls
-- it may then use several cores.
CREATE FUNCTION "vitrine_organizations"() RETURNS uuid[]
LANGUAGE plpgsql STABLE PARALLEL SAFE SECURITY DEFINER AS $$
DECLARE
    only_id uuid := vitrine_token_organization_id();
BEGIN
    RETURN ARRAY(
        SELECT "organization_id" FROM "memberships"
        WHERE "user_id" = vitrine_user_id() AND (only_id IS NULL OR "organization_id" = only_id));
END $$;

-- The projects of those organizations, likewise. An array, so that together with `project_id = …` it
-- becomes a condition of the index: a scan of 200,000 rows does not look at it once per row. With a named project
-- the array has one element at most: a user may see ten thousand projects, and a policy compares each row with all
-- of them unless the comparison becomes a condition of an index.
CREATE FUNCTION "vitrine_projects"() RETURNS uuid[]
LANGUAGE plpgsql STABLE PARALLEL SAFE SECURITY DEFINER AS $$
DECLARE
    only_id uuid := vitrine_token_project_id();
    named_id uuid := vitrine_named_project_id();
BEGIN
    IF named_id IS NOT NULL THEN
        RETURN ARRAY(
            SELECT "id" FROM "projects"
            WHERE "id" = named_id AND "organization_id" = ANY (vitrine_organizations())
                AND (only_id IS NULL OR "id" = only_id));
    END IF;
    RETURN ARRAY(
        SELECT "id" FROM "projects"
        WHERE "organization_id" = ANY (vitrine_organizations()) AND (only_id IS NULL OR "id" = only_id));
END $$;

-- The named project, if the user sees it; otherwise NULL, which equals no project. Without a name it fails: an
-- empty list would hide the mistake.
CREATE FUNCTION "vitrine_project"() RETURNS uuid
LANGUAGE plpgsql STABLE PARALLEL SAFE SECURITY DEFINER AS $$
BEGIN
    IF vitrine_named_project_id() IS NULL THEN RAISE EXCEPTION 'the transaction names no project'; END IF;
    RETURN (vitrine_projects())[1];
END $$;

-- Someone who leaves an organization is no member when the audit event of that is written.
CREATE FUNCTION "note_left_organization"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM set_config('vitrine.left_organization_id', OLD."organization_id"::text, true);
    RETURN NULL;
END $$;

CREATE TRIGGER "memberships_left" AFTER DELETE ON "memberships"
    FOR EACH ROW WHEN (OLD."user_id" = vitrine_user_id())
    EXECUTE FUNCTION "note_left_organization"();

CREATE FUNCTION "vitrine_left_organization_id"() RETURNS uuid LANGUAGE sql STABLE AS $$ SELECT nullif(current_setting('vitrine.left_organization_id', true), '')::uuid $$;

-- =====================================================================================
-- What may be known of rows that a policy hides
-- =====================================================================================

-- Members see who has acted in an organization after that account has left it, too. A token that is limited to a
-- project sees only who has acted in that project.
CREATE FUNCTION "vitrine_has_acted"(account_id uuid) RETURNS boolean
LANGUAGE plpgsql STABLE SECURITY DEFINER AS $$
DECLARE
    only_id uuid := vitrine_token_project_id();
BEGIN
    RETURN EXISTS (
        SELECT FROM "audit_events"
        WHERE "organization_id" = ANY (vitrine_organizations()) AND "actor_id" = account_id
            AND (only_id IS NULL OR "project_id" = only_id));
END $$;

-- The API tells an organization that is not there (404) from one of others (403).
CREATE FUNCTION "vitrine_find_organization"(sought uuid) RETURNS uuid
LANGUAGE plpgsql STABLE SECURITY DEFINER AS $$
BEGIN
    RETURN (SELECT "id" FROM "organizations" WHERE "id" = sought);
END $$;

-- Likewise of a project: the organization that it belongs to.
CREATE FUNCTION "vitrine_find_organization_of_project"(sought uuid) RETURNS uuid
LANGUAGE plpgsql STABLE SECURITY DEFINER AS $$
BEGIN
    RETURN (SELECT "organization_id" FROM "projects" WHERE "id" = sought);
END $$;

-- Slugs of organizations are unique over all of them.
CREATE FUNCTION "vitrine_taken_organization_slugs"(slugs text[]) RETURNS SETOF text
LANGUAGE plpgsql STABLE SECURITY DEFINER AS $$
BEGIN
    RETURN QUERY SELECT "slug" FROM "organizations" WHERE "slug" = ANY (slugs);
END $$;

CREATE FUNCTION "vitrine_has_members"(of_organization uuid) RETURNS boolean
LANGUAGE plpgsql STABLE SECURITY DEFINER AS $$
BEGIN
    RETURN EXISTS (SELECT FROM "memberships" WHERE "organization_id" = of_organization);
END $$;

-- What others use is for no request to see. Both functions act as the owner of the tables, so row-level
-- security does not stop them: they look at whose request it is themselves. An account that is made, or
-- that accepts an invitation, takes from budgets before anyone is known.
CREATE FUNCTION "vitrine_organization_usage"(of_organization uuid)
RETURNS TABLE ("budget" text, "own_limit" bigint, "used" bigint)
LANGUAGE plpgsql STABLE SECURITY DEFINER AS $$
BEGIN
    IF current_setting('role') <> 'vitrine_request'
        OR of_organization = ANY (vitrine_organizations()) THEN
        RETURN QUERY SELECT * FROM organization_usage(of_organization);
    END IF;
END $$;

CREATE FUNCTION "vitrine_user_usage"(of_user uuid)
RETURNS TABLE ("budget" text, "own_limit" bigint, "used" bigint)
LANGUAGE plpgsql STABLE SECURITY DEFINER AS $$
BEGIN
    IF current_setting('role') <> 'vitrine_request' OR of_user = vitrine_user_id() THEN
        RETURN QUERY SELECT * FROM user_usage(of_user);
    END IF;
END $$;

-- How much there is in each of the projects that the user sees, for lists of projects. As the owner: below a policy each
-- row would be compared with all projects that the user sees.
CREATE FUNCTION "vitrine_project_counts"(project_ids uuid[])
RETURNS TABLE ("project_id" uuid, "assets" integer, "widgets" integer, "published" integer, "alt_missing" integer)
LANGUAGE plpgsql STABLE SECURITY DEFINER AS $$
DECLARE
    only_id uuid := vitrine_token_project_id();
    named_id uuid := vitrine_named_project_id();
BEGIN
    RETURN QUERY
        SELECT p."id", coalesce(u."assets", 0),
            (SELECT count(*)::int FROM "widgets" AS w WHERE w."project_id" = p."id"),
            (SELECT count(*)::int FROM "widgets" AS w
                WHERE w."project_id" = p."id" AND w."status" = 'PUBLISHED'),
            (SELECT count(*)::int FROM "assets" AS a WHERE a."project_id" = p."id" AND a."alt" = 'missing')
        FROM "projects" AS p LEFT JOIN "project_usage" AS u ON u."project_id" = p."id"
        WHERE p."id" = ANY (project_ids) AND p."organization_id" = ANY (vitrine_organizations())
            AND (only_id IS NULL OR p."id" = only_id) AND (named_id IS NULL OR p."id" = named_id);
END $$;

-- Delivery answers 404 for a draft of its own project, also where another project publishes the slug.
CREATE FUNCTION "vitrine_has_draft"(of_project uuid, of_slug text) RETURNS boolean
LANGUAGE plpgsql STABLE SECURITY DEFINER AS $$
BEGIN
    RETURN EXISTS (
        SELECT FROM "widgets"
        WHERE "project_id" = of_project AND "slug" = of_slug AND "status" <> 'PUBLISHED');
END $$;

-- The places of a widget that is published, with the texts and the link of each; none of a draft. A policy on
-- widget_assets would look the widget up for each of up to 500 rows.
CREATE FUNCTION "vitrine_published_items"(of_widget uuid)
RETURNS TABLE ("place" integer, "shown_asset_id" uuid, "own_alt_text" text, "caption" text, "link" json)
LANGUAGE plpgsql STABLE SECURITY DEFINER ROWS 20 AS $$
BEGIN
    IF EXISTS (SELECT FROM "widgets" WHERE "id" = of_widget AND "status" = 'PUBLISHED') THEN
        RETURN QUERY
            SELECT item."position", item."asset_id", item."alt_text", item."caption",
                CASE WHEN item."link_url" IS NOT NULL THEN
                    json_build_object('url', item."link_url", 'newTab', item."link_new_tab")
                END
            FROM "widget_assets" AS item WHERE item."widget_id" = of_widget;
    END IF;
END $$;

-- ------------------------------------------------------------------- what delivery may change

-- A process of delivery changes its own rows of the register alone, and proves by a secret that they are its own. It never
-- lifts a fence. Others would not be waited for if it could delete their rows or acknowledge for them here.
CREATE FUNCTION "vitrine_register_replica"(own_id uuid, own_secret bytea, own_grace_ms integer) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
    INSERT INTO "replicas" ("id", "secret_hash", "grace_ms") VALUES (own_id, sha256(own_secret), own_grace_ms);
END $$;

-- No row if the replica is fenced or gone.
CREATE FUNCTION "vitrine_renew_replica"(own_id uuid, own_secret bytea, own_acked bigint) RETURNS SETOF uuid
LANGUAGE plpgsql SECURITY DEFINER ROWS 1 AS $$
BEGIN
    RETURN QUERY
        UPDATE "replicas" SET "renewals" = "renewals" + 1, "acked" = own_acked, "renewed_at" = now()
        WHERE "id" = own_id AND "secret_hash" = sha256(own_secret) AND NOT "fenced" RETURNING "id";
END $$;

CREATE FUNCTION "vitrine_remove_replica"(own_id uuid, own_secret bytea) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
    DELETE FROM "replicas" WHERE "id" = own_id AND "secret_hash" = sha256(own_secret);
END $$;

-- Delivery finds an API key by the hash of what a visitor sent, and lists none. "permissions": which keys may record
-- events.
CREATE FUNCTION "vitrine_find_api_key"(hash bytea)
RETURNS TABLE ("id" uuid, "project_id" uuid, "permissions" text, "allowed_origins" text[], "expires_at" timestamptz)
LANGUAGE plpgsql STABLE SECURITY DEFINER ROWS 1 AS $$
BEGIN
    RETURN QUERY
        SELECT k."id", k."project_id", k."permissions"::text, k."allowed_origins", k."expires_at"
        FROM "api_keys" AS k WHERE k."key_hash" = hash;
END $$;

-- Records when keys were last used: those whose hashes the caller knows, and no time to come. A later time is never
-- overwritten.
CREATE FUNCTION "vitrine_record_key_uses"(hashes bytea[], times timestamptz[]) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
    UPDATE "api_keys" SET "last_used" = used.at
    FROM (
        SELECT sent.hash, least(sent.at, now()) AS at FROM unnest(hashes, times) AS sent (hash, at)
    ) AS used
    WHERE "key_hash" = used.hash AND ("last_used" IS NULL OR "last_used" < used.at);
END $$;

-- ------------------------------------------------------------------- lists of the named project

-- Row-level security lets only leakproof functions see a row before its policy is met, so that an index on tags or
-- texts cannot be used below a policy. This view belongs to the owner of the tables, and its condition is an
-- ordinary one: the planner may use every index. It returns no row of another project, whatever the query. Only a
-- function that reports its arguments could see values of other projects; like any SQL of an attacker's own, that is
-- outside of what row-level security protects from. With `security_barrier` it would be slow like a policy: in 100,000
-- assets, a page of the list takes 53 ms instead of 0.5 ms, and a search for a rare text 105 ms instead of 7 ms.
CREATE VIEW "project_assets" AS
SELECT "id", "project_id", "folder_id", "filename", "content_type", "size_bytes", "sha256", "unused", "tags", "alt",
    "search_text", "created_at", "updated_at"
FROM "assets" WHERE "project_id" = (SELECT vitrine_project());

-- =====================================================================================
-- Rights of functions
-- =====================================================================================

-- Functions that act as the owner look names up in this schema alone, whatever their caller's search_path. Temporary
-- tables come last: unnamed, they come first, and a caller's own "change_log" would be written to in the place of the
-- log.
DO $$
DECLARE
    owners_function regprocedure;
BEGIN
    FOR owners_function IN
        SELECT oid FROM pg_proc
        WHERE pronamespace = current_schema()::regnamespace AND proowner = current_user::regrole
            AND (prosecdef OR proname IN ('raise_revision', 'raise_version'))
    LOOP
        EXECUTE format('ALTER FUNCTION %s SET search_path = pg_catalog, %I, pg_temp',
            owners_function, current_schema());
        EXECUTE format('REVOKE ALL ON FUNCTION %s FROM PUBLIC', owners_function);
    END LOOP;
    -- Before Postgres 15 everyone may create tables in `public`.
    EXECUTE format('REVOKE CREATE ON SCHEMA %I FROM PUBLIC', current_schema());
    EXECUTE format('GRANT USAGE ON SCHEMA %I TO vitrine_management, vitrine_delivery, vitrine_request, '
        'vitrine_account, vitrine_job', current_schema());
END $$;

-- Called by those above only, as the owner.
REVOKE ALL ON FUNCTION "log_tags", "projects_left" FROM PUBLIC;

-- Postgres lets everyone write large objects, and take advisory locks that outlive a transaction. The services need
-- neither; transactions of management-api take locks that end with them. Only a superuser can revoke this; other roles get a
-- warning, and nothing changes.
DO $$
DECLARE
    open_to_all regprocedure;
BEGIN
    FOR open_to_all IN
        SELECT oid FROM pg_proc
        WHERE pronamespace = 'pg_catalog'::regnamespace
            AND (proname ~ '^pg_(try_)?advisory_(xact_)?lock' OR proname IN ('lo_creat', 'lo_create', 'lo_from_bytea'))
    LOOP
        EXECUTE format('REVOKE EXECUTE ON FUNCTION %s FROM PUBLIC', open_to_all);
    END LOOP;
END $$;
GRANT EXECUTE ON FUNCTION pg_advisory_xact_lock(bigint), pg_advisory_xact_lock_shared(bigint)
    TO vitrine_request, vitrine_account;
GRANT EXECUTE ON FUNCTION pg_try_advisory_xact_lock(integer, integer) TO vitrine_job;

-- =====================================================================================
-- Row-level security
-- =====================================================================================

ALTER TABLE "organizations" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "users" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "email_tokens" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "login_codes" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "memberships" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "invitations" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "sessions" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "refresh_tokens" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "personal_access_tokens" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "projects" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "presets" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "signing_keys" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "folders" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "assets" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "tag_counts" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "asset_hashes" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "project_usage" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "widgets" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "widget_assets" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "api_keys" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "organization_budgets" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "user_budgets" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "audit_events" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "idempotency_keys" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "bulk_changes" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "jobs" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "widget_statistics" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "asset_statistics" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "event_producers" ENABLE ROW LEVEL SECURITY;

-- ------------------------------------------------- vitrine_request: a user's request

GRANT EXECUTE ON FUNCTION "vitrine_seal_changes", "vitrine_organizations", "vitrine_projects", "vitrine_project",
    "vitrine_has_acted", "vitrine_find_organization", "vitrine_find_organization_of_project",
    "vitrine_taken_organization_slugs", "vitrine_has_members", "vitrine_organization_usage", "vitrine_user_usage",
    "vitrine_project_counts"
    TO vitrine_request;

GRANT SELECT, INSERT, UPDATE, DELETE
    ON "organizations", "projects", "presets", "folders", "assets", "widgets", "widget_assets", "idempotency_keys"
    TO vitrine_request;
GRANT SELECT ON "project_assets", "tag_counts", "asset_hashes", "widget_statistics", "asset_statistics",
    "change_head"
    TO vitrine_request;
GRANT SELECT, INSERT, DELETE, UPDATE ("role") ON "memberships" TO vitrine_request;
-- No hash.
GRANT SELECT ("id", "project_id", "name", "key_prefix", "permissions", "allowed_origins", "last_used", "expires_at",
    "created_at", "revision", "revised_in"), INSERT, UPDATE, DELETE ON "api_keys" TO vitrine_request;
GRANT SELECT ("id", "organization_id", "email", "email_key", "role", "invited_by_id", "expires_at", "accepted_at",
    "created_at"), INSERT, DELETE ON "invitations" TO vitrine_request;
GRANT SELECT, INSERT ON "audit_events" TO vitrine_request;
GRANT SELECT, INSERT, UPDATE ("processed", "failed", "failed_count") ON "bulk_changes" TO vitrine_request;
-- No password hash.
GRANT SELECT ("id", "name", "email", "email_key", "email_verified_at", "password_set_at", "created_at", "updated_at"),
    UPDATE ("name", "updated_at") ON "users" TO vitrine_request;
GRANT SELECT, UPDATE ("revoked_at") ON "sessions" TO vitrine_request;
-- Which sessions have neither ended nor expired. No hash.
GRANT SELECT ("session_id", "spent_at", "expires_at") ON "refresh_tokens" TO vitrine_request;
-- No hash. UPDATE of one column: only then may a row be locked. Its policy lets no update through.
GRANT SELECT ("id", "user_id", "organization_id", "project_id", "name", "role", "token_prefix",
    "last_used", "expires_at", "created_at"), INSERT, DELETE, UPDATE ("created_at")
    ON "personal_access_tokens" TO vitrine_request;
-- A request writes secrets and reads none.
GRANT SELECT ("id", "project_id", "number", "revoked_at", "created_at"), INSERT, DELETE,
    UPDATE ("sealed", "revoked_at") ON "signing_keys" TO vitrine_request;
GRANT SELECT ("id", "kind", "attempts", "created_by"), INSERT, DELETE ON "jobs" TO vitrine_request;

CREATE POLICY "request" ON "organizations" TO vitrine_request
    USING ("id" = ANY ((SELECT vitrine_organizations())::uuid[]));
-- Anyone may found one: its first member is then its founder, as OWNER.
CREATE POLICY "request_founds" ON "organizations" FOR INSERT TO vitrine_request
    WITH CHECK (vitrine_user_id() IS NOT NULL AND vitrine_token_organization_id() IS NULL);

CREATE POLICY "request" ON "memberships" TO vitrine_request
    USING ("organization_id" = ANY ((SELECT vitrine_organizations())::uuid[]))
    WITH CHECK ("organization_id" = ANY ((SELECT vitrine_organizations())::uuid[]));
CREATE POLICY "request_founds" ON "memberships" FOR INSERT TO vitrine_request
    WITH CHECK ("user_id" = vitrine_user_id() AND "role" = 'OWNER'
        AND vitrine_token_organization_id() IS NULL AND NOT vitrine_has_members("organization_id"));

CREATE POLICY "request" ON "users" FOR SELECT TO vitrine_request
    USING ("id" = vitrine_user_id()
        OR EXISTS (SELECT FROM "memberships" WHERE "memberships"."user_id" = "users"."id")
        OR vitrine_has_acted("id"));
CREATE POLICY "request_self" ON "users" FOR UPDATE TO vitrine_request
    USING ("id" = vitrine_user_id());

CREATE POLICY "request" ON "sessions" TO vitrine_request USING ("user_id" = vitrine_user_id());
CREATE POLICY "request" ON "refresh_tokens" FOR SELECT TO vitrine_request
    USING (EXISTS (SELECT FROM "sessions" WHERE "sessions"."id" = "refresh_tokens"."session_id"));

CREATE POLICY "request" ON "invitations" TO vitrine_request
    USING ("organization_id" = ANY ((SELECT vitrine_organizations())::uuid[]));

CREATE POLICY "request" ON "projects" TO vitrine_request
    USING ("organization_id" = ANY ((SELECT vitrine_organizations())::uuid[])
        AND "id" = coalesce((SELECT vitrine_token_project_id()), "id"));

CREATE POLICY "request" ON "presets" TO vitrine_request
    USING ("project_id" = ANY ((SELECT vitrine_projects())::uuid[]));
CREATE POLICY "request" ON "signing_keys" TO vitrine_request
    USING ("project_id" = ANY ((SELECT vitrine_projects())::uuid[]));
CREATE POLICY "request" ON "folders" TO vitrine_request
    USING ("project_id" = ANY ((SELECT vitrine_projects())::uuid[]));
CREATE POLICY "request" ON "assets" TO vitrine_request
    USING ("project_id" = ANY ((SELECT vitrine_projects())::uuid[]));
CREATE POLICY "request" ON "tag_counts" TO vitrine_request
    USING ("project_id" = ANY ((SELECT vitrine_projects())::uuid[]));
CREATE POLICY "request" ON "asset_hashes" TO vitrine_request
    USING ("project_id" = ANY ((SELECT vitrine_projects())::uuid[]));
CREATE POLICY "request" ON "widgets" TO vitrine_request
    USING ("project_id" = ANY ((SELECT vitrine_projects())::uuid[]));
CREATE POLICY "request" ON "widget_assets" TO vitrine_request
    USING ("project_id" = ANY ((SELECT vitrine_projects())::uuid[]));
CREATE POLICY "request" ON "api_keys" TO vitrine_request
    USING ("project_id" = ANY ((SELECT vitrine_projects())::uuid[]));
CREATE POLICY "request" ON "bulk_changes" TO vitrine_request
    USING ("project_id" = ANY ((SELECT vitrine_projects())::uuid[]));
CREATE POLICY "request" ON "widget_statistics" TO vitrine_request
    USING ("project_id" = ANY ((SELECT vitrine_projects())::uuid[]));
CREATE POLICY "request" ON "asset_statistics" TO vitrine_request
    USING ("project_id" = ANY ((SELECT vitrine_projects())::uuid[]));

CREATE POLICY "request" ON "audit_events" FOR SELECT TO vitrine_request
    USING ("organization_id" = ANY ((SELECT vitrine_organizations())::uuid[])
        AND ("project_id" = (SELECT vitrine_token_project_id())
            OR (SELECT vitrine_token_project_id()) IS NULL));
-- An event names the token that its change was made with.
CREATE POLICY "request_notes" ON "audit_events" FOR INSERT TO vitrine_request
    WITH CHECK ("actor_id" = vitrine_user_id()
        AND "token_id" IS NOT DISTINCT FROM vitrine_token_id()
        AND ("organization_id" = ANY ((SELECT vitrine_organizations())::uuid[])
            OR "organization_id" = vitrine_left_organization_id()));

CREATE POLICY "request" ON "idempotency_keys" TO vitrine_request
    USING ("scope" = (SELECT vitrine_idempotency_scope()));

CREATE POLICY "request" ON "jobs" TO vitrine_request USING ("created_by" = vitrine_user_id());

-- A token belongs to its owner's membership: a member who leaves the organization, or is removed from it,
-- has no token there after joining it again. A request with a token sees that token alone, and makes and deletes none.
CREATE POLICY "request" ON "personal_access_tokens" FOR SELECT TO vitrine_request
    USING ("user_id" = (SELECT vitrine_user_id())
        AND "id" = coalesce((SELECT vitrine_token_id()), "id"));
CREATE POLICY "request_locks" ON "personal_access_tokens" FOR UPDATE TO vitrine_request
    USING ("user_id" = (SELECT vitrine_user_id())
        AND "id" = coalesce((SELECT vitrine_token_id()), "id"))
    WITH CHECK (false);
CREATE POLICY "request_creates" ON "personal_access_tokens" FOR INSERT TO vitrine_request
    WITH CHECK ("user_id" = vitrine_user_id() AND vitrine_token_id() IS NULL
        AND "organization_id" = ANY (vitrine_organizations()));
CREATE POLICY "request_revokes" ON "personal_access_tokens" FOR DELETE TO vitrine_request
    USING ("user_id" = (SELECT vitrine_user_id()) AND (SELECT vitrine_token_id()) IS NULL);

-- A token reaches no other person's membership and no account, invitation or session. It founds and
-- deletes no organization; one that is limited to a project changes none either.
CREATE POLICY "token_is_of_one_member" ON "memberships" AS RESTRICTIVE TO vitrine_request
    USING ((SELECT vitrine_token_id()) IS NULL OR "user_id" = (SELECT vitrine_user_id()))
    WITH CHECK ((SELECT vitrine_token_id()) IS NULL);
CREATE POLICY "token_removes_none" ON "memberships" AS RESTRICTIVE FOR DELETE TO vitrine_request
    USING ((SELECT vitrine_token_id()) IS NULL);
CREATE POLICY "token_changes_none" ON "users" AS RESTRICTIVE FOR UPDATE TO vitrine_request
    USING ((SELECT vitrine_token_id()) IS NULL);
CREATE POLICY "token_sees_none" ON "invitations" AS RESTRICTIVE TO vitrine_request
    USING ((SELECT vitrine_token_id()) IS NULL);
CREATE POLICY "token_sees_none" ON "sessions" AS RESTRICTIVE TO vitrine_request
    USING ((SELECT vitrine_token_id()) IS NULL);
CREATE POLICY "token_deletes_none" ON "organizations" AS RESTRICTIVE FOR DELETE TO vitrine_request
    USING ((SELECT vitrine_token_id()) IS NULL);
CREATE POLICY "token_of_project_changes_none" ON "organizations" AS RESTRICTIVE FOR UPDATE
    TO vitrine_request USING ((SELECT vitrine_token_project_id()) IS NULL);

-- ---------------- vitrine_account: register, log in, verify an address, reset a password, accept an invitation,
-- ---------------- look a token up by its hash, compose mails, delete the account

GRANT EXECUTE ON FUNCTION "vitrine_seal_changes", "vitrine_find_organization_of_project",
    "vitrine_taken_organization_slugs", "vitrine_organization_usage", "vitrine_user_usage"
    TO vitrine_account;

GRANT SELECT, INSERT, UPDATE ON "users", "sessions", "refresh_tokens" TO vitrine_account;
GRANT DELETE ON "users" TO vitrine_account;
GRANT SELECT, INSERT, UPDATE, DELETE ON "email_tokens", "idempotency_keys" TO vitrine_account;
-- Only the owner of the tables may insert a code.
GRANT SELECT, DELETE ON "login_codes" TO vitrine_account;
-- UPDATE of one column: only then may a row be locked. Its policy lets no update through.
GRANT SELECT, INSERT, UPDATE ("updated_at") ON "organizations" TO vitrine_account;
GRANT SELECT, INSERT, UPDATE ("created_at") ON "memberships" TO vitrine_account;
GRANT SELECT, UPDATE ("accepted_at", "mail_token_hash"), DELETE ON "invitations" TO vitrine_account;
GRANT SELECT, DELETE, UPDATE ("last_used") ON "personal_access_tokens" TO vitrine_account;
GRANT INSERT ON "audit_events" TO vitrine_account;
GRANT SELECT ON "change_head" TO vitrine_account;
GRANT SELECT ("id"), INSERT ON "jobs" TO vitrine_account;

-- It looks accounts up by e-mail, and sessions and invitations by a token's hash, before any user is
-- known. It sees no project and nothing in one.
CREATE POLICY "account" ON "users" TO vitrine_account USING (true);
CREATE POLICY "account" ON "sessions" TO vitrine_account USING (true);
CREATE POLICY "account" ON "refresh_tokens" TO vitrine_account USING (true);
CREATE POLICY "account" ON "email_tokens" TO vitrine_account USING (true);
CREATE POLICY "account" ON "login_codes" TO vitrine_account USING (true);
CREATE POLICY "account" ON "personal_access_tokens" TO vitrine_account USING (true);
CREATE POLICY "account" ON "organizations" FOR SELECT TO vitrine_account USING (true);
CREATE POLICY "account_registers" ON "organizations" FOR INSERT TO vitrine_account WITH CHECK (true);
CREATE POLICY "account_locks" ON "organizations" FOR UPDATE TO vitrine_account
    USING (true) WITH CHECK (false);
CREATE POLICY "account" ON "memberships" FOR SELECT TO vitrine_account USING (true);
CREATE POLICY "account_joins" ON "memberships" FOR INSERT TO vitrine_account WITH CHECK (true);
CREATE POLICY "account_locks" ON "memberships" FOR UPDATE TO vitrine_account
    USING (true) WITH CHECK (false);
CREATE POLICY "account" ON "invitations" TO vitrine_account USING (true);
CREATE POLICY "account" ON "audit_events" FOR INSERT TO vitrine_account WITH CHECK (true);
CREATE POLICY "account" ON "idempotency_keys" TO vitrine_account
    USING (CASE WHEN (SELECT vitrine_user_id()) IS NULL THEN "scope" LIKE 'anonymous%'
        ELSE "scope" = (SELECT vitrine_idempotency_scope()) END);
CREATE POLICY "account" ON "jobs" TO vitrine_account
    USING ("kind" = 'send-mail' AND "created_by" IS NOT DISTINCT FROM vitrine_user_id());

-- ------------------------------------------------- vitrine_job: jobs and housekeeping

GRANT SELECT, INSERT, UPDATE, DELETE ON "jobs", "widget_statistics", "asset_statistics", "event_producers"
    TO vitrine_job;
GRANT SELECT ("id") ON "projects" TO vitrine_job;
GRANT SELECT ("id", "project_id", "content_type", "size_bytes", "width", "height", "frame_count", "has_alpha",
    "wide_gamut", "decode_ms", "sha256", "file_key", "placeholder_color"),
    UPDATE ("placeholder_color", "placeholder_thumbhash", "salient_x", "salient_y") ON "assets" TO vitrine_job;
GRANT SELECT ("id", "project_id", "status") ON "widgets" TO vitrine_job;
GRANT SELECT ON "widget_assets", "change_head" TO vitrine_job;
-- Secrets are encrypted again after OBJECT_SECRET was replaced.
GRANT SELECT ("id", "project_id", "number", "sealed"), UPDATE ("sealed") ON "signing_keys" TO vitrine_job;
-- A batch itself runs as a request of its author.
GRANT SELECT, UPDATE ("done", "state", "code", "ended_at"), DELETE ON "bulk_changes" TO vitrine_job;
GRANT SELECT ("scope", "created_at"), DELETE ON "idempotency_keys" TO vitrine_job;
GRANT SELECT ("id", "session_id", "expires_at"), DELETE ON "refresh_tokens" TO vitrine_job;
GRANT SELECT ("id", "created_at", "revoked_at"), DELETE ON "sessions" TO vitrine_job;
GRANT SELECT ("expires_at"), DELETE ON "email_tokens", "login_codes", "personal_access_tokens" TO vitrine_job;
-- UPDATE for locks alone, as above. Housekeeping keeps the events that the history of a widget or an asset shows.
GRANT SELECT ("id", "expires_at"), UPDATE ("created_at"), DELETE ON "invitations" TO vitrine_job;
GRANT SELECT ("id", "resource_type", "created_at"), UPDATE ("created_at"), DELETE ON "audit_events" TO vitrine_job;
GRANT SELECT ("seq", "created_at"), DELETE ON "change_log" TO vitrine_job;
GRANT SELECT ("fenced", "fenced_at"), DELETE ON "replicas" TO vitrine_job;

CREATE POLICY "job" ON "jobs" TO vitrine_job USING (true);
CREATE POLICY "job" ON "projects" FOR SELECT TO vitrine_job USING (true);
CREATE POLICY "job" ON "assets" FOR SELECT TO vitrine_job USING (true);
CREATE POLICY "job_describes" ON "assets" FOR UPDATE TO vitrine_job USING (true);
-- Renditions are made ahead for the public alone.
CREATE POLICY "job" ON "widgets" FOR SELECT TO vitrine_job USING ("status" = 'PUBLISHED');
CREATE POLICY "job" ON "widget_assets" FOR SELECT TO vitrine_job USING (true);
CREATE POLICY "job" ON "signing_keys" TO vitrine_job USING (true);
CREATE POLICY "job" ON "bulk_changes" TO vitrine_job USING (true);
CREATE POLICY "job" ON "widget_statistics" TO vitrine_job USING (true);
CREATE POLICY "job" ON "asset_statistics" TO vitrine_job USING (true);
CREATE POLICY "job" ON "event_producers" TO vitrine_job USING (true);
CREATE POLICY "job" ON "idempotency_keys" TO vitrine_job USING (true);
CREATE POLICY "job" ON "refresh_tokens" TO vitrine_job USING (true);
CREATE POLICY "job" ON "sessions" TO vitrine_job USING (true);
CREATE POLICY "job" ON "email_tokens" TO vitrine_job USING (true);
CREATE POLICY "job" ON "login_codes" TO vitrine_job USING (true);
CREATE POLICY "job" ON "personal_access_tokens" TO vitrine_job USING (true);
CREATE POLICY "job" ON "invitations" TO vitrine_job USING (true) WITH CHECK (false);
CREATE POLICY "job" ON "audit_events" TO vitrine_job USING (true) WITH CHECK (false);

-- ------------------------- vitrine_management: the log and the register, outside transactions

GRANT SELECT ON "change_head", "change_log" TO vitrine_management;
GRANT SELECT ("id", "renewals", "acked", "fenced", "grace_ms") ON "replicas" TO vitrine_management;
GRANT UPDATE ("fenced", "fenced_at") ON "replicas" TO vitrine_management;

-- ------------------------------------------------- vitrine_delivery: what is public

GRANT EXECUTE ON FUNCTION "vitrine_has_draft", "vitrine_published_items", "vitrine_register_replica",
    "vitrine_renew_replica", "vitrine_remove_replica", "vitrine_find_api_key", "vitrine_record_key_uses"
    TO vitrine_delivery;

GRANT SELECT ("id", "transformations") ON "projects" TO vitrine_delivery;
GRANT SELECT ("project_id", "name", "w", "h", "fit", "format", "q", "gravity") ON "presets"
    TO vitrine_delivery;
GRANT SELECT ("project_id", "number", "sealed") ON "signing_keys" TO vitrine_delivery;
GRANT SELECT ("id", "project_id", "slug", "layout", "config", "theme", "status") ON "widgets"
    TO vitrine_delivery;
GRANT SELECT ("id", "project_id", "filename", "content_type", "size_bytes", "width", "height", "frame_count",
    "has_alpha", "wide_gamut", "decode_ms", "sha256", "version", "versioned_at", "file_key", "focal_x", "focal_y", "salient_x",
    "salient_y", "placeholder_color", "placeholder_thumbhash", "alt_text", "decorative", "created_at")
    ON "assets" TO vitrine_delivery;
GRANT SELECT ON "change_head", "change_log" TO vitrine_delivery;

CREATE POLICY "delivery" ON "projects" FOR SELECT TO vitrine_delivery USING (true);
CREATE POLICY "delivery" ON "presets" FOR SELECT TO vitrine_delivery USING (true);
CREATE POLICY "delivery" ON "signing_keys" FOR SELECT TO vitrine_delivery USING (true);
-- Of all projects: a slug that another one publishes is refused otherwise than an unknown one.
CREATE POLICY "delivery" ON "widgets" FOR SELECT TO vitrine_delivery USING ("status" = 'PUBLISHED');
-- An image is public to everyone who has its address, whether a widget shows it or not.
CREATE POLICY "delivery" ON "assets" FOR SELECT TO vitrine_delivery USING (true);

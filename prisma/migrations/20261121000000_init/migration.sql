-- CreateSchema
CREATE SCHEMA IF NOT EXISTS "public";

-- CreateEnum
CREATE TYPE "Role" AS ENUM ('OWNER', 'ADMIN', 'EDITOR', 'VIEWER');

-- CreateEnum
CREATE TYPE "Layout" AS ENUM ('CAROUSEL', 'GRID', 'MASONRY', 'SLIDER', 'LIST_VERTICAL', 'LIST_HORIZONTAL');

-- CreateEnum
CREATE TYPE "WidgetStatus" AS ENUM ('DRAFT', 'PUBLISHED');

-- CreateEnum
CREATE TYPE "ApiKeyPermissions" AS ENUM ('READ', 'READ_WRITE');

-- CreateTable
CREATE TABLE "organizations" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "name" TEXT NOT NULL,
    "slug" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "organizations_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "users" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "name" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "email_key" TEXT NOT NULL,
    "password_hash" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "users_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "memberships" (
    "organization_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "role" "Role" NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "memberships_pkey" PRIMARY KEY ("organization_id","user_id")
);

-- CreateTable
CREATE TABLE "invitations" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "organization_id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "email_key" TEXT NOT NULL,
    "role" "Role" NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "invited_by_id" UUID,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "accepted_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "invitations_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sessions" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "user_id" UUID NOT NULL,
    "revoked_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "sessions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "refresh_tokens" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "session_id" UUID NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "spent_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "refresh_tokens_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "projects" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "organization_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "slug" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "projects_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "folders" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "project_id" UUID NOT NULL,
    "parent_id" UUID,
    "name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "folders_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "assets" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "project_id" UUID NOT NULL,
    "folder_id" UUID,
    "filename" TEXT NOT NULL,
    "content_type" TEXT NOT NULL,
    "size_bytes" INTEGER NOT NULL,
    "width" INTEGER NOT NULL,
    "height" INTEGER NOT NULL,
    "frame_count" INTEGER NOT NULL DEFAULT 1,
    "has_alpha" BOOLEAN NOT NULL DEFAULT false,
    "sha256" BYTEA NOT NULL,
    "alt_text" TEXT,
    "tags" TEXT[],
    "metadata" JSON NOT NULL DEFAULT '{}',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "assets_pkey" PRIMARY KEY ("id")
);

-- CreateTable
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
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "widgets_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "widget_assets" (
    "project_id" UUID NOT NULL,
    "widget_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "asset_id" UUID NOT NULL,

    CONSTRAINT "widget_assets_pkey" PRIMARY KEY ("widget_id","position")
);

-- CreateTable
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

    CONSTRAINT "api_keys_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "audit_events" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "organization_id" UUID NOT NULL,
    "project_id" UUID,
    "actor_id" UUID,
    "action" TEXT NOT NULL,
    "resource_type" TEXT NOT NULL,
    "resource_id" UUID NOT NULL,
    "request_id" TEXT NOT NULL,
    "changes" JSON NOT NULL DEFAULT '{}',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "audit_events_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "change_head" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "seq" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "change_head_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "change_log" (
    "seq" BIGINT NOT NULL,
    "tags" TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "change_log_pkey" PRIMARY KEY ("seq")
);

-- CreateTable
CREATE TABLE "replicas" (
    "id" UUID NOT NULL,
    "renewals" BIGINT NOT NULL DEFAULT 0,
    "acked" BIGINT NOT NULL DEFAULT 0,
    "fenced" BOOLEAN NOT NULL DEFAULT false,
    "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "renewed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "replicas_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "jobs" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "kind" TEXT NOT NULL,
    "payload" JSON NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "last_error" TEXT,
    "run_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "jobs_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "organizations_slug_key" ON "organizations"("slug");

-- CreateIndex
CREATE INDEX "organizations_created_at_id_idx" ON "organizations"("created_at" DESC, "id");

-- CreateIndex
CREATE UNIQUE INDEX "users_email_key_key" ON "users"("email_key");

-- CreateIndex
CREATE INDEX "memberships_user_id_organization_id_idx" ON "memberships"("user_id", "organization_id");

-- CreateIndex
CREATE INDEX "memberships_organization_id_created_at_user_id_idx" ON "memberships"("organization_id", "created_at" DESC, "user_id");

-- CreateIndex
CREATE UNIQUE INDEX "invitations_token_hash_key" ON "invitations"("token_hash");

-- CreateIndex
CREATE INDEX "invitations_organization_id_created_at_id_idx" ON "invitations"("organization_id", "created_at" DESC, "id");

-- CreateIndex
CREATE INDEX "sessions_user_id_idx" ON "sessions"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "refresh_tokens_token_hash_key" ON "refresh_tokens"("token_hash");

-- CreateIndex
CREATE INDEX "refresh_tokens_session_id_idx" ON "refresh_tokens"("session_id");

-- CreateIndex
CREATE INDEX "refresh_tokens_expires_at_idx" ON "refresh_tokens"("expires_at");

-- CreateIndex
CREATE INDEX "projects_organization_id_created_at_id_idx" ON "projects"("organization_id", "created_at" DESC, "id");

-- CreateIndex
CREATE UNIQUE INDEX "projects_organization_id_slug_key" ON "projects"("organization_id", "slug");

-- CreateIndex
CREATE INDEX "folders_project_id_created_at_id_idx" ON "folders"("project_id", "created_at" DESC, "id");

-- CreateIndex
CREATE INDEX "folders_project_id_parent_id_idx" ON "folders"("project_id", "parent_id");

-- CreateIndex
CREATE UNIQUE INDEX "folders_project_id_id_key" ON "folders"("project_id", "id");

-- CreateIndex
CREATE INDEX "assets_project_id_created_at_id_idx" ON "assets"("project_id", "created_at" DESC, "id");

-- CreateIndex
CREATE INDEX "assets_project_id_updated_at_id_idx" ON "assets"("project_id", "updated_at" DESC, "id");

-- CreateIndex
CREATE INDEX "assets_project_id_filename_id_idx" ON "assets"("project_id", "filename", "id");

-- CreateIndex
CREATE INDEX "assets_project_id_size_bytes_id_idx" ON "assets"("project_id", "size_bytes", "id");

-- CreateIndex
CREATE INDEX "assets_project_id_folder_id_created_at_id_idx" ON "assets"("project_id", "folder_id", "created_at" DESC, "id");

-- CreateIndex
CREATE INDEX "assets_project_id_content_type_created_at_id_idx" ON "assets"("project_id", "content_type", "created_at" DESC, "id");

-- CreateIndex
CREATE INDEX "assets_tags_idx" ON "assets" USING GIN ("tags");

-- CreateIndex
CREATE UNIQUE INDEX "assets_project_id_id_key" ON "assets"("project_id", "id");

-- CreateIndex
CREATE INDEX "widgets_slug_status_idx" ON "widgets"("slug", "status");

-- CreateIndex
CREATE INDEX "widgets_project_id_created_at_id_idx" ON "widgets"("project_id", "created_at" DESC, "id");

-- CreateIndex
CREATE INDEX "widgets_project_id_status_created_at_id_idx" ON "widgets"("project_id", "status", "created_at" DESC, "id");

-- CreateIndex
CREATE INDEX "widgets_project_id_layout_created_at_id_idx" ON "widgets"("project_id", "layout", "created_at" DESC, "id");

-- CreateIndex
CREATE UNIQUE INDEX "widgets_project_id_id_key" ON "widgets"("project_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "widgets_project_id_slug_key" ON "widgets"("project_id", "slug");

-- CreateIndex
CREATE INDEX "widget_assets_project_id_asset_id_idx" ON "widget_assets"("project_id", "asset_id");

-- CreateIndex
CREATE UNIQUE INDEX "api_keys_key_hash_key" ON "api_keys"("key_hash");

-- CreateIndex
CREATE INDEX "api_keys_project_id_created_at_id_idx" ON "api_keys"("project_id", "created_at" DESC, "id");

-- CreateIndex
CREATE INDEX "audit_events_organization_id_created_at_id_idx" ON "audit_events"("organization_id", "created_at" DESC, "id");

-- CreateIndex
CREATE INDEX "audit_events_organization_id_actor_id_created_at_id_idx" ON "audit_events"("organization_id", "actor_id", "created_at" DESC, "id");

-- CreateIndex
CREATE INDEX "audit_events_organization_id_action_created_at_id_idx" ON "audit_events"("organization_id", "action", "created_at" DESC, "id");

-- CreateIndex
CREATE INDEX "audit_events_organization_id_resource_type_resource_id_crea_idx" ON "audit_events"("organization_id", "resource_type", "resource_id", "created_at" DESC, "id");

-- CreateIndex
CREATE INDEX "change_log_created_at_idx" ON "change_log"("created_at");

-- CreateIndex
CREATE INDEX "jobs_run_at_idx" ON "jobs"("run_at");

-- AddForeignKey
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_invited_by_id_fkey" FOREIGN KEY ("invited_by_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "refresh_tokens" ADD CONSTRAINT "refresh_tokens_session_id_fkey" FOREIGN KEY ("session_id") REFERENCES "sessions"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "projects" ADD CONSTRAINT "projects_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "folders" ADD CONSTRAINT "folders_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "folders" ADD CONSTRAINT "folders_project_id_parent_id_fkey" FOREIGN KEY ("project_id", "parent_id") REFERENCES "folders"("project_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "assets" ADD CONSTRAINT "assets_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "assets" ADD CONSTRAINT "assets_project_id_folder_id_fkey" FOREIGN KEY ("project_id", "folder_id") REFERENCES "folders"("project_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "widgets" ADD CONSTRAINT "widgets_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "widget_assets" ADD CONSTRAINT "widget_assets_project_id_widget_id_fkey" FOREIGN KEY ("project_id", "widget_id") REFERENCES "widgets"("project_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "widget_assets" ADD CONSTRAINT "widget_assets_project_id_asset_id_fkey" FOREIGN KEY ("project_id", "asset_id") REFERENCES "assets"("project_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "audit_events" ADD CONSTRAINT "audit_events_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "audit_events" ADD CONSTRAINT "audit_events_actor_id_fkey" FOREIGN KEY ("actor_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- What the schema language cannot express -------------------------------------------------

-- A folder's name is unique among its siblings. Two indexes, since NULLs are distinct.
CREATE UNIQUE INDEX "folders_sibling_name_key" ON "folders"("project_id", "parent_id", "name") WHERE "parent_id" IS NOT NULL;
CREATE UNIQUE INDEX "folders_root_name_key" ON "folders"("project_id", "name") WHERE "parent_id" IS NULL;

-- The one row of the log's head. Its lock is what makes the order of seq the order of commits.
ALTER TABLE "change_head" ADD CONSTRAINT "change_head_single_row" CHECK ("id" = 1);
INSERT INTO "change_head" ("id", "seq") VALUES (1, 0);

ALTER TABLE "assets" ADD CONSTRAINT "assets_dimensions_positive" CHECK ("size_bytes" > 0 AND "width" > 0 AND "height" > 0 AND "frame_count" > 0);
ALTER TABLE "folders" ADD CONSTRAINT "folders_not_own_parent" CHECK ("parent_id" <> "id");
ALTER TABLE "widgets" ADD CONSTRAINT "widgets_published_at_when_published" CHECK ("status" <> 'PUBLISHED' OR "published_at" IS NOT NULL);

-- AlterTable
ALTER TABLE "jobs" ADD COLUMN "created_by" UUID;

-- Not known to Prisma from here on.

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

-- ------------------------------------------------------------------- who acts

-- From the verified token, set for one transaction: nothing of a request's path or body ever gets here.
CREATE FUNCTION "vitrine_user_id"() RETURNS uuid LANGUAGE sql STABLE PARALLEL SAFE
AS $$ SELECT nullif(current_setting('vitrine.user_id', true), '')::uuid $$;

-- What a personal token is limited to; NULL: to nothing less than its owner.
CREATE FUNCTION "vitrine_token_organization_id"() RETURNS uuid LANGUAGE sql STABLE PARALLEL SAFE
AS $$ SELECT nullif(current_setting('vitrine.token_organization_id', true), '')::uuid $$;

CREATE FUNCTION "vitrine_token_project_id"() RETURNS uuid LANGUAGE sql STABLE PARALLEL SAFE
AS $$ SELECT nullif(current_setting('vitrine.token_project_id', true), '')::uuid $$;

-- The organizations of the user, as of the statement that asks. Policies call it as
-- `(SELECT vitrine_organizations())`: once per statement, not once per row.
CREATE FUNCTION "vitrine_organizations"() RETURNS uuid[]
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
    only_id uuid := vitrine_token_organization_id();
BEGIN
    RETURN ARRAY(
        SELECT "organization_id" FROM "memberships"
        WHERE "user_id" = vitrine_user_id() AND (only_id IS NULL OR "organization_id" = only_id));
END $$;

-- The projects of those organizations, likewise. An array, so that together with `project_id = …` it
-- becomes a condition of the index: a scan of 200,000 rows does not look at it once per row.
CREATE FUNCTION "vitrine_projects"() RETURNS uuid[]
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
    only_id uuid := vitrine_token_project_id();
BEGIN
    RETURN ARRAY(
        SELECT "id" FROM "projects"
        WHERE "organization_id" = ANY (vitrine_organizations()) AND (only_id IS NULL OR "id" = only_id));
END $$;

-- Members see who has acted in an organization after that account has left it, too.
CREATE FUNCTION "vitrine_has_acted"(account_id uuid) RETURNS boolean
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
    RETURN EXISTS (
        SELECT FROM "audit_events"
        WHERE "organization_id" = ANY (vitrine_organizations()) AND "actor_id" = account_id);
END $$;

-- Of a project that the user sees. As the owner, because the index of tags may not be used before a
-- policy is met: only functions that Postgres calls leakproof may, and @> is none.
CREATE FUNCTION "vitrine_tagged_assets"(of_project uuid, with_tags text[]) RETURNS SETOF uuid
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
    IF of_project = ANY (vitrine_projects()) THEN
        RETURN QUERY
            SELECT "id" FROM "assets" WHERE "project_id" = of_project AND "tags" @> with_tags;
    END IF;
END $$;

-- ---------------------------------------- what may be known of rows that one cannot see

-- The API tells an organization that is not there (404) from one of others (403).
CREATE FUNCTION "vitrine_find_organization"(sought uuid) RETURNS uuid
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
    RETURN (SELECT "id" FROM "organizations" WHERE "id" = sought);
END $$;

-- Likewise of a project: the organization that it belongs to.
CREATE FUNCTION "vitrine_find_organization_of_project"(sought uuid) RETURNS uuid
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
    RETURN (SELECT "organization_id" FROM "projects" WHERE "id" = sought);
END $$;

-- Slugs of organizations are unique over all of them.
CREATE FUNCTION "vitrine_taken_organization_slugs"(slugs text[]) RETURNS SETOF text
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
    RETURN QUERY SELECT "slug" FROM "organizations" WHERE "slug" = ANY (slugs);
END $$;

CREATE FUNCTION "vitrine_has_members"(of_organization uuid) RETURNS boolean
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
    RETURN EXISTS (SELECT FROM "memberships" WHERE "organization_id" = of_organization);
END $$;

-- Delivery answers 404 for a draft of its own project, also where another project publishes the slug.
CREATE FUNCTION "vitrine_has_draft"(of_project uuid, of_slug text) RETURNS boolean
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
    RETURN EXISTS (
        SELECT FROM "widgets"
        WHERE "project_id" = of_project AND "slug" = of_slug AND "status" <> 'PUBLISHED');
END $$;

-- The places of a widget that is published; none of a draft. A policy on widget_assets would look the
-- widget up for each of up to 500 rows.
CREATE FUNCTION "vitrine_published_places"(of_widget uuid)
RETURNS TABLE ("place" integer, "shown_asset_id" uuid)
LANGUAGE plpgsql STABLE SECURITY DEFINER ROWS 20 SET search_path FROM CURRENT AS $$
BEGIN
    IF EXISTS (SELECT FROM "widgets" WHERE "id" = of_widget AND "status" = 'PUBLISHED') THEN
        RETURN QUERY
            SELECT "position", "asset_id" FROM "widget_assets" WHERE "widget_id" = of_widget;
    END IF;
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

CREATE FUNCTION "vitrine_left_organization_id"() RETURNS uuid LANGUAGE sql STABLE
AS $$ SELECT nullif(current_setting('vitrine.left_organization_id', true), '')::uuid $$;

-- ------------------------------------------------------- functions that act as the owner

-- Temporary tables come last: unnamed, they come first, and a caller's own `change_log` would be
-- written to in the place of the log.
DO $$
DECLARE
    function_name text;
BEGIN
    FOREACH function_name IN ARRAY ARRAY[
        'number_change', 'vitrine_seal_changes', 'log_widgets', 'log_widget_assets', 'log_assets',
        'log_api_keys', 'log_projects', 'log_truncation', 'count_added_assets', 'count_removed_assets',
        'vitrine_organizations', 'vitrine_projects', 'vitrine_tagged_assets', 'vitrine_has_acted', 'vitrine_find_organization',
        'vitrine_find_organization_of_project', 'vitrine_taken_organization_slugs',
        'vitrine_has_members', 'vitrine_has_draft', 'vitrine_published_places'
    ] LOOP
        EXECUTE format('ALTER FUNCTION %I SECURITY DEFINER', function_name);
        EXECUTE format('ALTER FUNCTION %I SET search_path = pg_catalog, %I, pg_temp',
            function_name, current_schema());
        EXECUTE format('REVOKE ALL ON FUNCTION %I FROM PUBLIC', function_name);
    END LOOP;
    -- Before Postgres 15 everyone may create tables in `public`.
    EXECUTE format('REVOKE CREATE ON SCHEMA %I FROM PUBLIC', current_schema());
    EXECUTE format('GRANT USAGE ON SCHEMA %I TO vitrine_management, vitrine_delivery, vitrine_request, '
        'vitrine_account, vitrine_job', current_schema());
END $$;

-- Called by those above only, as the owner.
REVOKE ALL ON FUNCTION "log_tags", "projects_left" FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "vitrine_seal_changes", "vitrine_taken_organization_slugs"
    TO vitrine_request, vitrine_account;
GRANT EXECUTE ON FUNCTION "vitrine_organizations", "vitrine_projects", "vitrine_tagged_assets", "vitrine_has_acted",
    "vitrine_find_organization", "vitrine_find_organization_of_project", "vitrine_has_members" TO vitrine_request;
GRANT EXECUTE ON FUNCTION "vitrine_has_draft", "vitrine_published_places" TO vitrine_delivery;

ALTER TABLE "jobs" ALTER COLUMN "created_by" SET DEFAULT vitrine_user_id();

ALTER TABLE "organizations" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "users" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "memberships" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "invitations" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "sessions" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "refresh_tokens" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "projects" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "folders" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "assets" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "project_asset_counts" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "widgets" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "widget_assets" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "api_keys" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "audit_events" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "idempotency_keys" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "jobs" ENABLE ROW LEVEL SECURITY;

-- ------------------------------------------------- vitrine_request: a user's request

GRANT SELECT, INSERT, UPDATE, DELETE
    ON "organizations", "projects", "folders", "assets", "widgets", "widget_assets", "api_keys"
    TO vitrine_request;
GRANT SELECT ON "project_asset_counts", "change_head" TO vitrine_request;
GRANT SELECT, INSERT, DELETE, UPDATE ("role") ON "memberships" TO vitrine_request;
GRANT SELECT, INSERT, DELETE ON "invitations" TO vitrine_request;
GRANT SELECT, INSERT ON "audit_events" TO vitrine_request;
GRANT SELECT, INSERT, UPDATE, DELETE ON "idempotency_keys" TO vitrine_request;
-- No password hash, and no refresh token.
GRANT SELECT ("id", "name", "email", "email_key", "created_at", "updated_at"),
    UPDATE ("name", "updated_at") ON "users" TO vitrine_request;
GRANT SELECT, UPDATE ("revoked_at") ON "sessions" TO vitrine_request;
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

CREATE POLICY "request" ON "invitations" TO vitrine_request
    USING ("organization_id" = ANY ((SELECT vitrine_organizations())::uuid[]));

CREATE POLICY "request" ON "projects" TO vitrine_request
    USING ("organization_id" = ANY ((SELECT vitrine_organizations())::uuid[])
        AND "id" = coalesce((SELECT vitrine_token_project_id()), "id"));

CREATE POLICY "request" ON "folders" TO vitrine_request
    USING ("project_id" = ANY ((SELECT vitrine_projects())::uuid[]));
CREATE POLICY "request" ON "assets" TO vitrine_request
    USING ("project_id" = ANY ((SELECT vitrine_projects())::uuid[]));
CREATE POLICY "request" ON "project_asset_counts" TO vitrine_request
    USING ("project_id" = ANY ((SELECT vitrine_projects())::uuid[]));
CREATE POLICY "request" ON "widgets" TO vitrine_request
    USING ("project_id" = ANY ((SELECT vitrine_projects())::uuid[]));
CREATE POLICY "request" ON "widget_assets" TO vitrine_request
    USING ("project_id" = ANY ((SELECT vitrine_projects())::uuid[]));
CREATE POLICY "request" ON "api_keys" TO vitrine_request
    USING ("project_id" = ANY ((SELECT vitrine_projects())::uuid[]));

CREATE POLICY "request" ON "audit_events" FOR SELECT TO vitrine_request
    USING ("organization_id" = ANY ((SELECT vitrine_organizations())::uuid[])
        AND ("project_id" = (SELECT vitrine_token_project_id())
            OR (SELECT vitrine_token_project_id()) IS NULL));
CREATE POLICY "request_notes" ON "audit_events" FOR INSERT TO vitrine_request
    WITH CHECK ("actor_id" = vitrine_user_id()
        AND ("organization_id" = ANY ((SELECT vitrine_organizations())::uuid[])
            OR "organization_id" = vitrine_left_organization_id()));

CREATE POLICY "request" ON "idempotency_keys" TO vitrine_request
    USING ("scope" = (SELECT vitrine_user_id())::text);

CREATE POLICY "request" ON "jobs" TO vitrine_request USING ("created_by" = vitrine_user_id());

-- ---------------- vitrine_account: register, log in, accept an invitation, delete the account

GRANT SELECT, INSERT, UPDATE ON "users", "sessions", "refresh_tokens" TO vitrine_account;
GRANT DELETE ON "users" TO vitrine_account;
-- UPDATE of one column: only then may a row be locked. Its policy lets no update through.
GRANT SELECT, INSERT, UPDATE ("updated_at") ON "organizations" TO vitrine_account;
GRANT SELECT, INSERT, UPDATE ("created_at") ON "memberships" TO vitrine_account;
GRANT SELECT, UPDATE ("accepted_at"), DELETE ON "invitations" TO vitrine_account;
GRANT INSERT ON "audit_events" TO vitrine_account;
GRANT SELECT, INSERT, UPDATE, DELETE ON "idempotency_keys" TO vitrine_account;
GRANT SELECT ON "change_head" TO vitrine_account;
GRANT EXECUTE ON FUNCTION "vitrine_find_organization_of_project" TO vitrine_account;

-- It looks accounts up by e-mail, and sessions and invitations by a token's hash, before any user is
-- known. It sees no project and nothing in one.
CREATE POLICY "account" ON "users" TO vitrine_account USING (true);
CREATE POLICY "account" ON "sessions" TO vitrine_account USING (true);
CREATE POLICY "account" ON "refresh_tokens" TO vitrine_account USING (true);
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
        ELSE "scope" = (SELECT vitrine_user_id())::text END);

-- ------------------------------------------------- vitrine_job: jobs and housekeeping

GRANT SELECT, INSERT, UPDATE, DELETE ON "jobs" TO vitrine_job;
GRANT SELECT ("id") ON "projects" TO vitrine_job;
GRANT SELECT ("id", "project_id", "content_type", "size_bytes", "width", "height", "frame_count",
    "has_alpha", "sha256") ON "assets" TO vitrine_job;
GRANT SELECT ("id", "project_id", "status") ON "widgets" TO vitrine_job;
GRANT SELECT ON "widget_assets" TO vitrine_job;
GRANT SELECT ("scope", "created_at"), DELETE ON "idempotency_keys" TO vitrine_job;
GRANT SELECT ("id", "session_id", "expires_at"), DELETE ON "refresh_tokens" TO vitrine_job;
GRANT SELECT ("id", "created_at"), DELETE ON "sessions" TO vitrine_job;
-- UPDATE for locks alone, as above.
GRANT SELECT ("id", "expires_at"), UPDATE ("created_at"), DELETE ON "invitations" TO vitrine_job;
GRANT SELECT ("id", "created_at"), UPDATE ("created_at"), DELETE ON "audit_events" TO vitrine_job;
GRANT SELECT ("seq", "created_at"), DELETE ON "change_log" TO vitrine_job;
GRANT SELECT ("fenced", "fenced_at"), DELETE ON "replicas" TO vitrine_job;
GRANT SELECT ON "change_head" TO vitrine_job;

CREATE POLICY "job" ON "jobs" TO vitrine_job USING (true);
CREATE POLICY "job" ON "projects" FOR SELECT TO vitrine_job USING (true);
CREATE POLICY "job" ON "assets" FOR SELECT TO vitrine_job USING (true);
-- Renditions are made ahead for the public alone.
CREATE POLICY "job" ON "widgets" FOR SELECT TO vitrine_job USING ("status" = 'PUBLISHED');
CREATE POLICY "job" ON "widget_assets" FOR SELECT TO vitrine_job USING (true);
CREATE POLICY "job" ON "idempotency_keys" TO vitrine_job USING (true);
CREATE POLICY "job" ON "refresh_tokens" TO vitrine_job USING (true);
CREATE POLICY "job" ON "sessions" TO vitrine_job USING (true);
CREATE POLICY "job" ON "invitations" TO vitrine_job USING (true) WITH CHECK (false);
CREATE POLICY "job" ON "audit_events" TO vitrine_job USING (true) WITH CHECK (false);

-- ------------------------- vitrine_management: the log and the register, outside transactions

GRANT SELECT ON "change_head", "change_log", "replicas" TO vitrine_management;
GRANT UPDATE ("fenced", "fenced_at") ON "replicas" TO vitrine_management;

-- ------------------------------------------------- vitrine_delivery: what is public

GRANT SELECT ("id", "project_id", "slug", "layout", "config", "theme", "status") ON "widgets"
    TO vitrine_delivery;
GRANT SELECT ("id", "project_id", "filename", "content_type", "size_bytes", "width", "height",
    "frame_count", "has_alpha", "sha256", "alt_text", "created_at") ON "assets" TO vitrine_delivery;
GRANT SELECT ("id", "project_id", "key_hash", "allowed_origins", "expires_at", "last_used"),
    UPDATE ("last_used") ON "api_keys" TO vitrine_delivery;
GRANT SELECT ON "change_head", "change_log", "replicas" TO vitrine_delivery;
-- A replica registers, renews and leaves. It never lifts a fence.
GRANT INSERT ("id", "grace_ms"), UPDATE ("renewals", "acked", "renewed_at"), DELETE ON "replicas"
    TO vitrine_delivery;

-- Of all projects: a slug that another one publishes is refused otherwise than an unknown one.
CREATE POLICY "delivery" ON "widgets" FOR SELECT TO vitrine_delivery USING ("status" = 'PUBLISHED');
-- An image is public to everyone who has its address, whether a widget shows it or not.
CREATE POLICY "delivery" ON "assets" FOR SELECT TO vitrine_delivery USING (true);
CREATE POLICY "delivery" ON "api_keys" TO vitrine_delivery USING (true);

-- ------------------------------------------------------------------- estimates

-- `project_id = ANY (array)` beside `project_id = …` takes no row away, but the planner, which does not
-- know the array, multiplies both: of 200,000 rows it expects 200, and reads all of them where it should
-- look 20 up. It counts on 10 elements; with 10 distinct values it expects them to take nothing away.
ALTER TABLE "assets" ALTER COLUMN "project_id" SET (n_distinct = 10);
ALTER TABLE "folders" ALTER COLUMN "project_id" SET (n_distinct = 10);
ALTER TABLE "widgets" ALTER COLUMN "project_id" SET (n_distinct = 10);
ALTER TABLE "widget_assets" ALTER COLUMN "project_id" SET (n_distinct = 10);
ALTER TABLE "audit_events" ALTER COLUMN "organization_id" SET (n_distinct = 10);

-- AlterTable
ALTER TABLE "user_budgets" ADD COLUMN     "tokens" BIGINT;

-- AlterTable
ALTER TABLE "audit_events" ADD COLUMN     "token_id" UUID;

-- CreateTable
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

-- CreateIndex
CREATE UNIQUE INDEX "personal_access_tokens_token_hash_key" ON "personal_access_tokens"("token_hash");

-- CreateIndex
CREATE INDEX "personal_access_tokens_user_id_created_at_id_idx" ON "personal_access_tokens"("user_id", "created_at" DESC, "id");

-- CreateIndex
CREATE INDEX "personal_access_tokens_organization_id_user_id_idx" ON "personal_access_tokens"("organization_id", "user_id");

-- CreateIndex
CREATE INDEX "personal_access_tokens_organization_id_project_id_idx" ON "personal_access_tokens"("organization_id", "project_id");

-- CreateIndex
CREATE INDEX "personal_access_tokens_expires_at_idx" ON "personal_access_tokens"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "projects_organization_id_id_key" ON "projects"("organization_id", "id");

-- AddForeignKey
ALTER TABLE "personal_access_tokens" ADD CONSTRAINT "personal_access_tokens_organization_id_user_id_fkey" FOREIGN KEY ("organization_id", "user_id") REFERENCES "memberships"("organization_id", "user_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "personal_access_tokens" ADD CONSTRAINT "personal_access_tokens_organization_id_project_id_fkey" FOREIGN KEY ("organization_id", "project_id") REFERENCES "projects"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;


-- Not known to Prisma from here on.

-- A token belongs to its owner's membership: a member who leaves the organization, or is removed from it,
-- has no token there after joining it again.

-- ------------------------------------------------------------------- who acts

-- The personal access token that a request was sent with; NULL if it was sent with none.
CREATE FUNCTION "vitrine_token_id"() RETURNS uuid LANGUAGE sql STABLE PARALLEL SAFE
AS $$ SELECT nullif(current_setting('vitrine.token_id', true), '')::uuid $$;

-- Whose stored answers a request may read: those of its token, or else those of its user.
CREATE FUNCTION "vitrine_idempotency_scope"() RETURNS text LANGUAGE sql STABLE PARALLEL SAFE
AS $$ SELECT coalesce('token ' || vitrine_token_id(), vitrine_user_id()::text) $$;

-- As before, but a token that is limited to a project sees only who has acted in that project.
CREATE OR REPLACE FUNCTION "vitrine_has_acted"(account_id uuid) RETURNS boolean
LANGUAGE plpgsql STABLE SECURITY DEFINER AS $$
DECLARE
    only_id uuid := vitrine_token_project_id();
BEGIN
    RETURN EXISTS (
        SELECT FROM "audit_events"
        WHERE "organization_id" = ANY (vitrine_organizations()) AND "actor_id" = account_id
            AND (only_id IS NULL OR "project_id" = only_id));
END $$;

-- As before, and the tokens of a user that have not expired.
CREATE OR REPLACE FUNCTION "user_usage"(of_user uuid)
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

DO $$
DECLARE
    function_name text;
BEGIN
    FOREACH function_name IN ARRAY ARRAY['vitrine_has_acted', 'user_usage'] LOOP
        EXECUTE format('ALTER FUNCTION %I SET search_path = pg_catalog, %I, pg_temp',
            function_name, current_schema());
    END LOOP;
END $$;

ALTER TABLE "personal_access_tokens" ENABLE ROW LEVEL SECURITY;

-- ------------------------------------------------- vitrine_request: a user's request

-- No hash. UPDATE of one column: only then may a row be locked. Its policy lets no update through.
GRANT SELECT ("id", "user_id", "organization_id", "project_id", "name", "role", "token_prefix",
    "last_used", "expires_at", "created_at"), INSERT, DELETE, UPDATE ("created_at")
    ON "personal_access_tokens" TO vitrine_request;

-- A request with a token sees that token alone, and makes and deletes none.
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

-- An event names the token that its change was made with.
ALTER POLICY "request_notes" ON "audit_events"
    WITH CHECK ("actor_id" = vitrine_user_id()
        AND "token_id" IS NOT DISTINCT FROM vitrine_token_id()
        AND ("organization_id" = ANY ((SELECT vitrine_organizations())::uuid[])
            OR "organization_id" = vitrine_left_organization_id()));

ALTER POLICY "request" ON "idempotency_keys"
    USING ("scope" = (SELECT vitrine_idempotency_scope()));

-- ---------------- vitrine_account: look a token up by its hash, note when it was used, reset a password

GRANT SELECT, DELETE, UPDATE ("last_used") ON "personal_access_tokens" TO vitrine_account;
CREATE POLICY "account" ON "personal_access_tokens" TO vitrine_account USING (true);

ALTER POLICY "account" ON "idempotency_keys"
    USING (CASE WHEN (SELECT vitrine_user_id()) IS NULL THEN "scope" LIKE 'anonymous%'
        ELSE "scope" = (SELECT vitrine_idempotency_scope()) END);

-- ------------------------------------------------- vitrine_job: jobs and housekeeping

GRANT SELECT ("expires_at"), DELETE ON "personal_access_tokens" TO vitrine_job;
CREATE POLICY "job" ON "personal_access_tokens" TO vitrine_job USING (true);

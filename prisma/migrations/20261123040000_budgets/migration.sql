-- CreateTable
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

-- CreateTable
CREATE TABLE "user_budgets" (
    "user_id" UUID NOT NULL,
    "organizations" BIGINT,

    CONSTRAINT "user_budgets_pkey" PRIMARY KEY ("user_id")
);

-- CreateTable
CREATE TABLE "project_usage" (
    "project_id" UUID NOT NULL,
    "stored_bytes" BIGINT NOT NULL DEFAULT 0,
    "widgets" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "project_usage_pkey" PRIMARY KEY ("project_id")
);

-- AddForeignKey
ALTER TABLE "organization_budgets" ADD CONSTRAINT "organization_budgets_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "user_budgets" ADD CONSTRAINT "user_budgets_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "project_usage" ADD CONSTRAINT "project_usage_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Not known to Prisma from here on.

-- Counts that would take too long to take anew, kept as "project_asset_counts" is: once per statement,
-- in the order of project_id, in the transaction of the change. A project that goes takes its rows
-- along, and its usage perhaps before them: then nothing is counted.

CREATE FUNCTION "add_asset_usage"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO "project_usage" AS known ("project_id", "stored_bytes")
    SELECT "project_id", sum("size_bytes") FROM added GROUP BY "project_id" ORDER BY "project_id"
    ON CONFLICT ("project_id") DO UPDATE
        SET "stored_bytes" = known."stored_bytes" + excluded."stored_bytes";
    RETURN NULL;
END $$;

CREATE FUNCTION "remove_asset_usage"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE "project_usage" AS known SET "stored_bytes" = known."stored_bytes" - gone."bytes"
    FROM (SELECT "project_id", sum("size_bytes") AS "bytes" FROM removed GROUP BY "project_id") AS gone
    WHERE known."project_id" = gone."project_id";
    RETURN NULL;
END $$;

CREATE FUNCTION "change_asset_usage"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE "project_usage" SET "stored_bytes" = "stored_bytes" + NEW."size_bytes" - OLD."size_bytes"
    WHERE "project_id" = NEW."project_id";
    RETURN NULL;
END $$;

CREATE FUNCTION "add_widget_usage"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO "project_usage" AS known ("project_id", "widgets")
    SELECT "project_id", count(*) FROM added GROUP BY "project_id" ORDER BY "project_id"
    ON CONFLICT ("project_id") DO UPDATE SET "widgets" = known."widgets" + excluded."widgets";
    RETURN NULL;
END $$;

CREATE FUNCTION "remove_widget_usage"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE "project_usage" AS known SET "widgets" = known."widgets" - gone."widgets"
    FROM (SELECT "project_id", count(*) AS "widgets" FROM removed GROUP BY "project_id") AS gone
    WHERE known."project_id" = gone."project_id";
    RETURN NULL;
END $$;

CREATE TRIGGER "assets_usage_added" AFTER INSERT ON "assets"
    REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION "add_asset_usage"();
CREATE TRIGGER "assets_usage_removed" AFTER DELETE ON "assets"
    REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION "remove_asset_usage"();
CREATE TRIGGER "assets_usage_changed" AFTER UPDATE OF "size_bytes" ON "assets"
    FOR EACH ROW WHEN (OLD."size_bytes" <> NEW."size_bytes") EXECUTE FUNCTION "change_asset_usage"();
CREATE TRIGGER "widgets_usage_added" AFTER INSERT ON "widgets"
    REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION "add_widget_usage"();
CREATE TRIGGER "widgets_usage_removed" AFTER DELETE ON "widgets"
    REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION "remove_widget_usage"();

-- The triggers' locks keep writers out until this is committed.
INSERT INTO "project_usage" ("project_id", "stored_bytes", "widgets")
SELECT "id",
    (SELECT coalesce(sum("size_bytes"), 0) FROM "assets" WHERE "project_id" = "projects"."id"),
    (SELECT count(*) FROM "widgets" WHERE "project_id" = "projects"."id")
FROM "projects";

-- What an organization uses of each of its budgets, and its own limits: NULL where it has the default.
-- What is bounded by a small budget is counted; the rest is kept.
CREATE FUNCTION "vitrine_organization_usage"(of_organization uuid)
RETURNS TABLE ("budget" text, "own_limit" bigint, "used" bigint)
LANGUAGE plpgsql STABLE AS $$
DECLARE
    own "organization_budgets";
    project_ids uuid[] := ARRAY(SELECT "id" FROM "projects" WHERE "organization_id" = of_organization);
BEGIN
    SELECT * INTO own FROM "organization_budgets" WHERE "organization_id" = of_organization;
    RETURN QUERY VALUES
        ('projects', own."projects", cardinality(project_ids)::bigint),
        ('assets', own."assets", (
            SELECT coalesce(sum(c."total"), 0)::bigint FROM "project_asset_counts" AS c
            WHERE c."project_id" = ANY (project_ids))),
        ('storedBytes', own."stored_bytes", (
            SELECT coalesce(sum(u."stored_bytes"), 0)::bigint FROM "project_usage" AS u
            WHERE u."project_id" = ANY (project_ids))),
        ('widgets', own."widgets", (
            SELECT coalesce(sum(u."widgets"), 0)::bigint FROM "project_usage" AS u
            WHERE u."project_id" = ANY (project_ids))),
        ('apiKeys', own."api_keys", (
            SELECT count(*) FROM "api_keys" AS k WHERE k."project_id" = ANY (project_ids))),
        ('members', own."members", (
            SELECT count(*) FROM "memberships" AS m WHERE m."organization_id" = of_organization)),
        ('invitations', own."invitations", (
            SELECT count(*) FROM "invitations" AS i WHERE i."organization_id" = of_organization
                AND i."accepted_at" IS NULL AND i."expires_at" > now()));
END $$;

-- The organizations that a user owns.
CREATE FUNCTION "vitrine_user_usage"(of_user uuid)
RETURNS TABLE ("budget" text, "own_limit" bigint, "used" bigint)
LANGUAGE plpgsql STABLE AS $$
BEGIN
    RETURN QUERY VALUES
        ('organizations',
            (SELECT b."organizations" FROM "user_budgets" AS b WHERE b."user_id" = of_user),
            (SELECT count(*) FROM "memberships" AS m WHERE m."user_id" = of_user AND m."role" = 'OWNER'));
END $$;

-- All of them act as the owner of the tables, which services have no other way into. A limit counts all
-- projects of an organization, whatever of it the caller may see.
ALTER TABLE "organization_budgets" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "user_budgets" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "project_usage" ENABLE ROW LEVEL SECURITY;
DO $$
DECLARE
    function_name text;
    role_name text;
BEGIN
    FOREACH function_name IN ARRAY ARRAY[
        'add_asset_usage', 'remove_asset_usage', 'change_asset_usage', 'add_widget_usage',
        'remove_widget_usage', 'vitrine_organization_usage', 'vitrine_user_usage'
    ] LOOP
        EXECUTE format('ALTER FUNCTION %I SECURITY DEFINER', function_name);
        EXECUTE format('ALTER FUNCTION %I SET search_path = pg_catalog, %I, pg_temp',
            function_name, current_schema());
        EXECUTE format('REVOKE ALL ON FUNCTION %I FROM PUBLIC', function_name);
    END LOOP;
    FOREACH role_name IN ARRAY ARRAY['vitrine_request', 'vitrine_account'] LOOP
        CONTINUE WHEN NOT EXISTS (SELECT FROM pg_roles WHERE rolname = role_name);
        EXECUTE format(
            'GRANT EXECUTE ON FUNCTION "vitrine_organization_usage", "vitrine_user_usage" TO %I', role_name);
    END LOOP;
END $$;

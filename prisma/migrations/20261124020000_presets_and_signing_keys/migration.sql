-- AlterTable
ALTER TABLE "projects" ADD COLUMN     "transformations" TEXT NOT NULL DEFAULT 'any';

-- CreateTable
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

-- CreateTable
CREATE TABLE "signing_keys" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "project_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "sealed" BYTEA,
    "revoked_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "signing_keys_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "presets_project_id_created_at_id_idx" ON "presets"("project_id", "created_at" DESC, "id");

-- CreateIndex
CREATE UNIQUE INDEX "presets_project_id_name_key" ON "presets"("project_id", "name");

-- CreateIndex
CREATE INDEX "signing_keys_project_id_created_at_id_idx" ON "signing_keys"("project_id", "created_at" DESC, "id");

-- CreateIndex
CREATE UNIQUE INDEX "signing_keys_project_id_number_key" ON "signing_keys"("project_id", "number");

-- AddForeignKey
ALTER TABLE "presets" ADD CONSTRAINT "presets_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "signing_keys" ADD CONSTRAINT "signing_keys_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Not known to Prisma from here on.

ALTER TABLE "projects" ADD CONSTRAINT "projects_transformations"
    CHECK ("transformations" IN ('any', 'listed', 'signed'));

ALTER TABLE "signing_keys" ADD CONSTRAINT "signing_keys_sealed"
    CHECK (("sealed" IS NULL) = ("revoked_at" IS NOT NULL));

CREATE TRIGGER "presets_revision" BEFORE INSERT OR UPDATE ON "presets"
    FOR EACH ROW EXECUTE FUNCTION "raise_revision"('updated_at');

-- ------------------------------------------------------------------- the log

-- As before, with the setting: the entry of each asset contains it.
CREATE OR REPLACE FUNCTION "log_projects"() RETURNS trigger
LANGUAGE plpgsql AS $$
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
CREATE FUNCTION "log_image_rules"() RETURNS trigger
LANGUAGE plpgsql AS $$
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

DO $$
DECLARE
    log_trigger record;
    function_name text;
BEGIN
    FOR log_trigger IN
        SELECT tgrelid::regclass AS relation, tgname AS name FROM pg_trigger
        WHERE tgname ~ '^(presets|signing_keys)_log_'
    LOOP
        EXECUTE format('ALTER TABLE %s ENABLE ALWAYS TRIGGER %I', log_trigger.relation, log_trigger.name);
    END LOOP;
    FOREACH function_name IN ARRAY ARRAY['log_projects', 'log_image_rules'] LOOP
        EXECUTE format('ALTER FUNCTION %I SECURITY DEFINER', function_name);
        EXECUTE format('ALTER FUNCTION %I SET search_path = pg_catalog, %I, pg_temp',
            function_name, current_schema());
        EXECUTE format('REVOKE ALL ON FUNCTION %I FROM PUBLIC', function_name);
    END LOOP;
END $$;

-- ------------------------------------------------------- row-level security

ALTER TABLE "presets" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "signing_keys" ENABLE ROW LEVEL SECURITY;

GRANT SELECT, INSERT, UPDATE, DELETE ON "presets" TO vitrine_request;
-- A request writes secrets and reads none.
GRANT SELECT ("id", "project_id", "number", "revoked_at", "created_at"), INSERT, DELETE,
    UPDATE ("sealed", "revoked_at") ON "signing_keys" TO vitrine_request;
CREATE POLICY "request" ON "presets" TO vitrine_request
    USING ("project_id" = ANY ((SELECT vitrine_projects())::uuid[]));
CREATE POLICY "request" ON "signing_keys" TO vitrine_request
    USING ("project_id" = ANY ((SELECT vitrine_projects())::uuid[]));

-- Housekeeping encrypts secrets again after OBJECT_SECRET was replaced.
GRANT SELECT ("id", "project_id", "number", "sealed"), UPDATE ("sealed") ON "signing_keys" TO vitrine_job;
CREATE POLICY "job" ON "signing_keys" TO vitrine_job USING (true);

GRANT SELECT ("id", "transformations") ON "projects" TO vitrine_delivery;
GRANT SELECT ("project_id", "name", "w", "h", "fit", "format", "q", "gravity") ON "presets"
    TO vitrine_delivery;
GRANT SELECT ("project_id", "number", "sealed") ON "signing_keys" TO vitrine_delivery;
CREATE POLICY "delivery" ON "projects" FOR SELECT TO vitrine_delivery USING (true);
CREATE POLICY "delivery" ON "presets" FOR SELECT TO vitrine_delivery USING (true);
CREATE POLICY "delivery" ON "signing_keys" FOR SELECT TO vitrine_delivery USING (true);

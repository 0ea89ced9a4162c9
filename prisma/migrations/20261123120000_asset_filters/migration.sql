-- AlterTable
ALTER TABLE "assets" ADD COLUMN     "decorative" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "unused" BOOLEAN NOT NULL DEFAULT true;

-- CreateTable
CREATE TABLE "filter_counts" (
    "project_id" UUID NOT NULL,
    "filter" TEXT NOT NULL,
    "slot" INTEGER NOT NULL,
    "total" INTEGER NOT NULL,

    CONSTRAINT "filter_counts_pkey" PRIMARY KEY ("project_id","filter","slot")
);

-- CreateIndex
CREATE INDEX "assets_project_id_unused_created_at_id_idx" ON "assets"("project_id", "unused", "created_at" DESC, "id");

-- CreateIndex
CREATE INDEX "assets_project_id_sha256_idx" ON "assets"("project_id", "sha256");

-- Not known to Prisma from here on.

-- The same expression as in the asset list's query.
CREATE INDEX "assets_project_id_alt_created_at_id_idx" ON "assets"(
    "project_id",
    (CASE WHEN "decorative" THEN 'decorative' WHEN "alt_text" <> '' THEN 'present' ELSE 'missing' END),
    "created_at" DESC,
    "id"
);

-- A text wins: the release before this one sets texts and does not know the column.
CREATE FUNCTION "drop_decorative"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW."decorative" := false;
    RETURN NEW;
END $$;

CREATE TRIGGER "assets_described" BEFORE INSERT OR UPDATE OF "alt_text", "decorative" ON "assets"
    FOR EACH ROW WHEN (NEW."decorative" AND NEW."alt_text" <> '')
    EXECUTE FUNCTION "drop_decorative"();

-- As before, with "decorative": delivery answers with it.
CREATE OR REPLACE FUNCTION "log_assets"() RETURNS trigger
LANGUAGE plpgsql AS $$
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
                    "frame_count", "has_alpha", "sha256", "alt_text", "decorative", "created_at"
                FROM removed
            ), has_become AS (
                SELECT "id", "project_id", "filename", "content_type", "size_bytes", "width", "height",
                    "frame_count", "has_alpha", "sha256", "alt_text", "decorative", "created_at"
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

-- As before, with a branch for "unused", which is no part of what an asset shows.
CREATE OR REPLACE FUNCTION "raise_revision"() RETURNS trigger LANGUAGE plpgsql AS $$
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

DROP TRIGGER "assets_revision" ON "assets";
CREATE TRIGGER "assets_revision" BEFORE INSERT OR UPDATE ON "assets"
    FOR EACH ROW EXECUTE FUNCTION "raise_revision"('updated_at', 'unused');

-- ------------------------------------------------------- assets that no widget shows

-- An asset is locked before its places are counted, so of two transactions that add and remove its
-- places, the second counts those of the first. The order of the ids prevents deadlocks. A project that
-- is deleted takes its assets along.
CREATE FUNCTION "mark_unused_assets"() RETURNS trigger LANGUAGE plpgsql AS $$
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

-- The triggers' locks keep writers out until this is committed.
UPDATE "assets" SET "unused" = false WHERE EXISTS (
    SELECT FROM "widget_assets" AS place
    WHERE place."project_id" = "assets"."project_id" AND place."asset_id" = "assets"."id");

-- ------------------------------------------------------------------- kept counts

-- How many rows of a project match a filter of a list: the sum of the rows of all slots. Each
-- transaction writes to a slot that it alone has, so parallel transactions never wait for each other. A
-- slot is free again when its transaction has ended, so there are as many slots as there were
-- transactions at the same time.
CREATE FUNCTION "count_slot"() RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
    slot integer := nullif(current_setting('vitrine.count_slot', true), '');
BEGIN
    IF slot IS NOT NULL THEN RETURN slot; END IF;
    slot := 0;
    WHILE NOT pg_try_advisory_xact_lock(hashtext('filter_counts'), slot) LOOP
        slot := slot + 1;
    END LOOP;
    PERFORM set_config('vitrine.count_slot', slot::text, true);
    RETURN slot;
END $$;

CREATE FUNCTION "asset_filters"(
    folder_id uuid, content_type text, decorative boolean, alt_text text, unused boolean, tags text[]
) RETURNS SETOF text LANGUAGE sql IMMUTABLE AS $$
    SELECT unnest(ARRAY[
        'folderId=' || coalesce(folder_id::text, 'root'),
        'contentType=' || content_type,
        'alt=' || CASE WHEN decorative THEN 'decorative' WHEN alt_text <> '' THEN 'present' ELSE 'missing' END,
        'unused=' || unused
    ])
    UNION ALL SELECT DISTINCT 'tag=' || tag FROM unnest(tags) AS tag
$$;

-- Rows of a project that is deleted are not counted.
CREATE FUNCTION "count_asset_filters"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    left_over uuid[];
BEGIN
    CASE TG_OP
    WHEN 'INSERT' THEN
        INSERT INTO "filter_counts" AS known ("project_id", "filter", "slot", "total")
        SELECT "project_id", f, count_slot(), count(*) FROM added, asset_filters(
            "folder_id", "content_type", "decorative", "alt_text", "unused", "tags") AS f
        GROUP BY 1, 2
        ON CONFLICT ("project_id", "filter", "slot")
            DO UPDATE SET "total" = known."total" + excluded."total";
    WHEN 'UPDATE' THEN
        INSERT INTO "filter_counts" AS known ("project_id", "filter", "slot", "total")
        SELECT "project_id", f, count_slot(), sum(n) FROM (
            SELECT 1 AS n, * FROM added UNION ALL SELECT -1, * FROM removed
        ) AS versions, asset_filters(
            "folder_id", "content_type", "decorative", "alt_text", "unused", "tags") AS f
        GROUP BY 1, 2 HAVING sum(n) <> 0
        ON CONFLICT ("project_id", "filter", "slot")
            DO UPDATE SET "total" = known."total" + excluded."total";
    ELSE
        left_over := projects_left(ARRAY(SELECT DISTINCT "project_id" FROM removed));
        INSERT INTO "filter_counts" AS known ("project_id", "filter", "slot", "total")
        SELECT "project_id", f, count_slot(), -count(*) FROM removed, asset_filters(
            "folder_id", "content_type", "decorative", "alt_text", "unused", "tags") AS f
        WHERE "project_id" = ANY (left_over)
        GROUP BY 1, 2
        ON CONFLICT ("project_id", "filter", "slot")
            DO UPDATE SET "total" = known."total" + excluded."total";
    END CASE;
    RETURN NULL;
END $$;

CREATE FUNCTION "count_widget_filters"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    left_over uuid[];
BEGIN
    CASE TG_OP
    WHEN 'INSERT' THEN
        INSERT INTO "filter_counts" AS known ("project_id", "filter", "slot", "total")
        SELECT "project_id", 'status=' || "status", count_slot(), count(*) FROM added GROUP BY 1, 2
        ON CONFLICT ("project_id", "filter", "slot")
            DO UPDATE SET "total" = known."total" + excluded."total";
    WHEN 'UPDATE' THEN
        INSERT INTO "filter_counts" AS known ("project_id", "filter", "slot", "total")
        SELECT "project_id", 'status=' || "status", count_slot(), sum(n) FROM (
            SELECT 1 AS n, "project_id", "status" FROM added
            UNION ALL SELECT -1, "project_id", "status" FROM removed
        ) AS versions
        GROUP BY 1, 2 HAVING sum(n) <> 0
        ON CONFLICT ("project_id", "filter", "slot")
            DO UPDATE SET "total" = known."total" + excluded."total";
    ELSE
        left_over := projects_left(ARRAY(SELECT DISTINCT "project_id" FROM removed));
        INSERT INTO "filter_counts" AS known ("project_id", "filter", "slot", "total")
        SELECT "project_id", 'status=' || "status", count_slot(), -count(*) FROM removed
        WHERE "project_id" = ANY (left_over)
        GROUP BY 1, 2
        ON CONFLICT ("project_id", "filter", "slot")
            DO UPDATE SET "total" = known."total" + excluded."total";
    END CASE;
    RETURN NULL;
END $$;

-- No foreign key: it would lock the project, for which the deletion of an asset must not wait. The name
-- sorts after those of the foreign keys' triggers, so no other transaction counts afterwards.
CREATE FUNCTION "remove_filter_counts"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM "filter_counts" WHERE "project_id" IN (SELECT "id" FROM removed);
    RETURN NULL;
END $$;

CREATE TRIGGER "assets_filters_insert" AFTER INSERT ON "assets"
    REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION "count_asset_filters"();
CREATE TRIGGER "assets_filters_update" AFTER UPDATE ON "assets"
    REFERENCING OLD TABLE AS removed NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION "count_asset_filters"();
CREATE TRIGGER "assets_filters_delete" AFTER DELETE ON "assets"
    REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION "count_asset_filters"();
CREATE TRIGGER "widgets_filters_insert" AFTER INSERT ON "widgets"
    REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION "count_widget_filters"();
CREATE TRIGGER "widgets_filters_update" AFTER UPDATE ON "widgets"
    REFERENCING OLD TABLE AS removed NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION "count_widget_filters"();
CREATE TRIGGER "widgets_filters_delete" AFTER DELETE ON "widgets"
    REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION "count_widget_filters"();
CREATE TRIGGER "projects_filters_delete" AFTER DELETE ON "projects"
    REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION "remove_filter_counts"();

-- Again, the triggers' locks keep writers out.
INSERT INTO "filter_counts" ("project_id", "filter", "slot", "total")
SELECT "project_id", f, 0, count(*) FROM "assets", asset_filters(
    "folder_id", "content_type", "decorative", "alt_text", "unused", "tags") AS f
GROUP BY 1, 2;
INSERT INTO "filter_counts" ("project_id", "filter", "slot", "total")
SELECT "project_id", 'status=' || "status", 0, count(*) FROM "widgets" GROUP BY 1, 2;

-- Housekeeping: one row for each of at most `most` counts that have several, and none for a count of
-- zero, such as that of a deleted folder. Returns how many counts were joined. Rows that a transaction is
-- changing are left out.
CREATE FUNCTION "vitrine_join_filter_counts"(most integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
    joined integer;
BEGIN
    WITH several AS (
        SELECT "project_id", "filter" FROM "filter_counts"
        GROUP BY 1, 2 HAVING count(*) > 1 OR sum("total") = 0 LIMIT most
    ), free AS (
        SELECT "project_id", "filter", "slot", "total" FROM "filter_counts"
        JOIN several USING ("project_id", "filter") FOR UPDATE OF "filter_counts" SKIP LOCKED
    ), sums AS (
        SELECT "project_id", "filter", min("slot") AS "slot", sum("total") AS "total", count(*) AS "rows"
        FROM free GROUP BY 1, 2
    ), kept AS (
        UPDATE "filter_counts" AS known SET "total" = sums."total" FROM sums
        WHERE (known."project_id", known."filter", known."slot")
                = (sums."project_id", sums."filter", sums."slot")
            AND sums."total" <> 0 AND sums."rows" > 1
        RETURNING 1
    ), gone AS (
        DELETE FROM "filter_counts" AS known USING free JOIN sums USING ("project_id", "filter")
        WHERE (known."project_id", known."filter", known."slot")
                = (free."project_id", free."filter", free."slot")
            AND (sums."total" = 0 OR free."slot" <> sums."slot")
        RETURNING 1
    )
    SELECT count(*) INTO joined FROM sums
    WHERE "rows" > 1 OR ("total" = 0 AND (SELECT count(*) FROM kept) + (SELECT count(*) FROM gone) > 0);
    RETURN joined;
END $$;

-- Of a project that the user sees: the assets that have the bytes of another one. As the owner and in the
-- order of the index, since a hash table of a million hashes does not fit into memory.
CREATE FUNCTION "vitrine_duplicate_assets"(of_project uuid) RETURNS SETOF uuid
LANGUAGE plpgsql STABLE SET enable_hashagg = off AS $$
BEGIN
    IF of_project = ANY (vitrine_projects()) THEN
        RETURN QUERY SELECT "id" FROM "assets" WHERE "project_id" = of_project AND "sha256" IN (
            SELECT "sha256" FROM "assets" WHERE "project_id" = of_project
            GROUP BY "sha256" HAVING count(*) > 1);
    END IF;
END $$;

-- ------------------------------------------------------------------- who may

ALTER TABLE "filter_counts" ENABLE ROW LEVEL SECURITY;
GRANT SELECT ON "filter_counts" TO vitrine_request;
CREATE POLICY "request" ON "filter_counts" TO vitrine_request
    USING ("project_id" = ANY ((SELECT vitrine_projects())::uuid[]));

GRANT SELECT ("decorative") ON "assets" TO vitrine_delivery;

DO $$
DECLARE
    function_name text;
BEGIN
    FOREACH function_name IN ARRAY ARRAY[
        'log_assets', 'mark_unused_assets', 'count_slot', 'count_asset_filters', 'count_widget_filters',
        'remove_filter_counts', 'vitrine_join_filter_counts', 'vitrine_duplicate_assets'
    ] LOOP
        EXECUTE format('ALTER FUNCTION %I SECURITY DEFINER', function_name);
        EXECUTE format('ALTER FUNCTION %I SET search_path = pg_catalog, %I, pg_temp',
            function_name, current_schema());
        EXECUTE format('REVOKE ALL ON FUNCTION %I FROM PUBLIC', function_name);
    END LOOP;
END $$;
-- It reads no table, and as a plain function it is expanded in the queries that call it.
REVOKE ALL ON FUNCTION "asset_filters" FROM PUBLIC;
GRANT EXECUTE ON FUNCTION "vitrine_join_filter_counts" TO vitrine_job;
GRANT EXECUTE ON FUNCTION "vitrine_duplicate_assets" TO vitrine_request;
DO $$
BEGIN
    EXECUTE format('ALTER FUNCTION "raise_revision" SET search_path = pg_catalog, %I, pg_temp',
        current_schema());
END $$;

-- As for the other columns that policies and queries both compare: see `row_level_security`.
ALTER TABLE "filter_counts" ALTER COLUMN "project_id" SET (n_distinct = 10);

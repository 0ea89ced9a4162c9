-- AlterTable: Prisma does not know that the column is generated.
CREATE FUNCTION "asset_text"(filename text, alt_text text, tags text[]) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    -- The separators are line feeds, which a searched text cannot contain.
    SELECT lower(concat_ws(E'\n', filename, alt_text, array_to_string(tags, E'\n')))
$$;
ALTER TABLE "assets" ADD COLUMN     "search_text" TEXT
    GENERATED ALWAYS AS ("asset_text"("filename", "alt_text", "tags")) STORED;

-- CreateTable
CREATE TABLE "duplicate_hashes" (
    "project_id" UUID NOT NULL,
    "sha256" BYTEA NOT NULL,
    "assets" INTEGER NOT NULL,

    CONSTRAINT "duplicate_hashes_pkey" PRIMARY KEY ("project_id","sha256")
);

-- Not known to Prisma from here on.

-- ------------------------------------------------------------------- the search

-- Both are contained in every distribution of Postgres, and trusted: the owner of a database may create them.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS btree_gin;
CREATE INDEX "assets_search_text_idx" ON "assets" USING gin ("project_id", "search_text" gin_trgm_ops);

-- Of a project that the user sees: the assets whose text is LIKE the pattern, `at_most` of them. As the
-- owner, because row-level security lets LIKE see a row only after the policy, so that the index would not be
-- used. The plan depends on the pattern: one without three characters in a row has no use for the index.
CREATE FUNCTION "vitrine_assets_with_text"(of_project uuid, pattern text, at_most integer) RETURNS SETOF uuid
LANGUAGE plpgsql STABLE SET plan_cache_mode = force_custom_plan AS $$
BEGIN
    IF of_project = ANY (vitrine_projects()) THEN
        RETURN QUERY SELECT "id" FROM "assets"
            WHERE "project_id" = of_project AND "search_text" LIKE lower(pattern) LIMIT at_most;
    END IF;
END $$;

-- ------------------------------------------------------------------- duplicates

-- The hashes that several assets of a project have, and the kept count of those assets. Of two transactions
-- that add or remove assets with the same bytes, the second waits for the first, and then counts its rows.
-- The order of the locks prevents deadlocks; their number is bounded, whatever one statement changes.
CREATE FUNCTION "keep_duplicate_hashes"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    project_ids uuid[];
    hashes bytea[];
    left_over uuid[];
BEGIN
    CASE TG_OP
    WHEN 'INSERT' THEN
        SELECT array_agg("project_id"), array_agg("sha256") INTO project_ids, hashes
        FROM (SELECT DISTINCT "project_id", "sha256" FROM added) AS changed;
    WHEN 'UPDATE' THEN
        SELECT array_agg("project_id"), array_agg("sha256") INTO project_ids, hashes
        FROM (
            (SELECT "project_id", "sha256", "id" FROM added EXCEPT SELECT "project_id", "sha256", "id" FROM removed)
            UNION
            (SELECT "project_id", "sha256", "id" FROM removed EXCEPT SELECT "project_id", "sha256", "id" FROM added)
        ) AS versions;
    ELSE
        left_over := projects_left(ARRAY(SELECT DISTINCT "project_id" FROM removed));
        SELECT array_agg("project_id"), array_agg("sha256") INTO project_ids, hashes
        FROM (
            SELECT DISTINCT "project_id", "sha256" FROM removed WHERE "project_id" = ANY (left_over)
        ) AS changed;
    END CASE;
    IF hashes IS NULL THEN RETURN NULL; END IF;

    PERFORM pg_advisory_xact_lock(hashtext('duplicate_hashes'), bucket) FROM (
        SELECT DISTINCT hashtext(project_id::text || hash::text) & 255 AS bucket
        FROM unnest(project_ids, hashes) AS changed (project_id, hash) ORDER BY bucket
    ) AS buckets;
    WITH changed AS (
        SELECT DISTINCT "project_id", "sha256" FROM unnest(project_ids, hashes) AS c ("project_id", "sha256")
    ), counted AS (
        SELECT "project_id", "sha256", (
            SELECT count(*) FROM "assets" AS a
            WHERE (a."project_id", a."sha256") = (c."project_id", c."sha256")
        ) AS "assets" FROM changed AS c
    ), before AS (
        SELECT "project_id", "sha256", d."assets" FROM "duplicate_hashes" AS d
        JOIN changed USING ("project_id", "sha256")
    ), kept AS (
        INSERT INTO "duplicate_hashes" AS known ("project_id", "sha256", "assets")
        SELECT * FROM counted WHERE "assets" > 1
        ON CONFLICT ("project_id", "sha256") DO UPDATE SET "assets" = excluded."assets"
    ), gone AS (
        DELETE FROM "duplicate_hashes" AS known USING counted
        WHERE (known."project_id", known."sha256") = (counted."project_id", counted."sha256")
            AND counted."assets" < 2
    )
    INSERT INTO "filter_counts" AS known ("project_id", "filter", "slot", "total")
    SELECT "project_id", 'duplicates=true', count_slot(), sum(n) FROM (
        SELECT "project_id", "assets" AS n FROM counted WHERE "assets" > 1
        UNION ALL SELECT "project_id", -"assets" FROM before
    ) AS versions
    GROUP BY 1 HAVING sum(n) <> 0
    ON CONFLICT ("project_id", "filter", "slot") DO UPDATE SET "total" = known."total" + excluded."total";
    RETURN NULL;
END $$;

-- Triggers run in the order of their names: these are the last, so inserts and deletes lock the counts of
-- their project and the hashes in the same order.
CREATE TRIGGER "assets_with_equal_bytes_insert" AFTER INSERT ON "assets"
    REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION "keep_duplicate_hashes"();
CREATE TRIGGER "assets_with_equal_bytes_update" AFTER UPDATE ON "assets"
    REFERENCING OLD TABLE AS removed NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION "keep_duplicate_hashes"();
CREATE TRIGGER "assets_with_equal_bytes_delete" AFTER DELETE ON "assets"
    REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION "keep_duplicate_hashes"();

-- The triggers' locks keep writers out until this is committed.
INSERT INTO "duplicate_hashes" ("project_id", "sha256", "assets")
SELECT "project_id", "sha256", count(*) FROM "assets" GROUP BY 1, 2 HAVING count(*) > 1;
INSERT INTO "filter_counts" ("project_id", "filter", "slot", "total")
SELECT "project_id", 'duplicates=true', 0, sum("assets") FROM "duplicate_hashes" GROUP BY 1;

CREATE OR REPLACE FUNCTION "remove_filter_counts"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM "filter_counts" WHERE "project_id" IN (SELECT "id" FROM removed);
    DELETE FROM "duplicate_hashes" WHERE "project_id" IN (SELECT "id" FROM removed);
    RETURN NULL;
END $$;

-- As before, in an order that does not depend on how many assets have the same bytes as another one.
DROP FUNCTION "vitrine_duplicate_assets";
CREATE FUNCTION "vitrine_duplicate_assets"(of_project uuid) RETURNS SETOF uuid
LANGUAGE plpgsql STABLE SET enable_hashjoin = off SET enable_mergejoin = off AS $$
BEGIN
    IF of_project = ANY (vitrine_projects()) THEN
        RETURN QUERY SELECT a."id" FROM "duplicate_hashes" AS d
            JOIN "assets" AS a ON (a."project_id", a."sha256") = (d."project_id", d."sha256")
            WHERE d."project_id" = of_project;
    END IF;
END $$;

-- ------------------------------------------------------------------- revisions

-- As before, with a branch for "search_text", which is not computed yet when the trigger runs.
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

DROP TRIGGER "assets_revision" ON "assets";
CREATE TRIGGER "assets_revision" BEFORE INSERT OR UPDATE ON "assets"
    FOR EACH ROW EXECUTE FUNCTION "raise_revision"('updated_at', 'unused', 'search_text');

-- ------------------------------------------------------------------- who may

ALTER TABLE "duplicate_hashes" ENABLE ROW LEVEL SECURITY;
GRANT SELECT ON "duplicate_hashes" TO vitrine_request;
CREATE POLICY "request" ON "duplicate_hashes" TO vitrine_request
    USING ("project_id" = ANY ((SELECT vitrine_projects())::uuid[]));

DO $$
DECLARE
    function_name text;
BEGIN
    FOREACH function_name IN ARRAY ARRAY[
        'keep_duplicate_hashes', 'remove_filter_counts', 'vitrine_assets_with_text', 'vitrine_duplicate_assets'
    ] LOOP
        EXECUTE format('ALTER FUNCTION %I SECURITY DEFINER', function_name);
        EXECUTE format('ALTER FUNCTION %I SET search_path = pg_catalog, %I, pg_temp',
            function_name, current_schema());
        EXECUTE format('REVOKE ALL ON FUNCTION %I FROM PUBLIC', function_name);
    END LOOP;
    EXECUTE format('ALTER FUNCTION "raise_revision" SET search_path = pg_catalog, %I, pg_temp',
        current_schema());
END $$;
GRANT EXECUTE ON FUNCTION "vitrine_assets_with_text", "vitrine_duplicate_assets" TO vitrine_request;

-- As for the other columns that policies and queries both compare: see `row_level_security`.
ALTER TABLE "duplicate_hashes" ALTER COLUMN "project_id" SET (n_distinct = 10);

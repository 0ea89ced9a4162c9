-- CreateTable
CREATE TABLE "project_asset_counts" (
    "project_id" UUID NOT NULL,
    "total" INTEGER NOT NULL,

    CONSTRAINT "project_asset_counts_pkey" PRIMARY KEY ("project_id")
);

-- AddForeignKey
ALTER TABLE "project_asset_counts" ADD CONSTRAINT "project_asset_counts_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Not known to Prisma from here on.

-- Once per statement, whatever its rows. In order of project_id, so that two never wait for each
-- other. An asset never changes its project, so updates count nothing.
CREATE FUNCTION "count_added_assets"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO "project_asset_counts" AS known ("project_id", "total")
    SELECT "project_id", count(*) FROM added GROUP BY "project_id" ORDER BY "project_id"
    ON CONFLICT ("project_id") DO UPDATE SET "total" = known."total" + excluded."total";
    RETURN NULL;
END $$;

-- A project that goes takes its assets along, and its count perhaps before them: nothing is added.
CREATE FUNCTION "count_removed_assets"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE "project_asset_counts" AS known SET "total" = known."total" - gone."total"
    FROM (SELECT "project_id", count(*) AS "total" FROM removed GROUP BY "project_id") AS gone
    WHERE known."project_id" = gone."project_id";
    RETURN NULL;
END $$;

CREATE TRIGGER "assets_added" AFTER INSERT ON "assets"
    REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION "count_added_assets"();
CREATE TRIGGER "assets_removed" AFTER DELETE ON "assets"
    REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION "count_removed_assets"();

-- The triggers' lock keeps writers out until this is committed.
INSERT INTO "project_asset_counts" ("project_id", "total")
SELECT "project_id", count(*) FROM "assets" GROUP BY "project_id";

-- A page far into a list walks the index alone, as long as the table's newest pages were vacuumed;
-- Postgres would wait for a fifth of the table to be new.
ALTER TABLE "assets" SET (autovacuum_vacuum_insert_scale_factor = 0.02);

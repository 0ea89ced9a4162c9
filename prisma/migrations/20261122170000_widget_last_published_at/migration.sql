-- AlterTable
ALTER TABLE "widgets" ADD COLUMN     "last_published_at" TIMESTAMPTZ(3);

-- Not known to Prisma from here on.

-- A trigger, so that the release before this one, which still runs during a deployment, keeps it too.
CREATE FUNCTION "keep_last_published_at"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW."last_published_at" := NEW."published_at";
    RETURN NEW;
END $$;

CREATE TRIGGER "widgets_published" BEFORE INSERT OR UPDATE OF "published_at" ON "widgets"
    FOR EACH ROW WHEN (NEW."published_at" IS NOT NULL)
    EXECUTE FUNCTION "keep_last_published_at"();

-- The trigger's lock keeps writers out until this is committed. No cache becomes stale: the column is
-- none of those that the triggers of the change log compare.
UPDATE "widgets" SET "last_published_at" = "published_at" WHERE "published_at" IS NOT NULL;

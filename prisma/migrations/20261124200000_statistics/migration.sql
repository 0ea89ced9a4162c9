-- CreateTable
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

-- CreateTable
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

-- CreateTable
CREATE TABLE "event_producers" (
    "id" UUID NOT NULL,
    "seq" BIGINT NOT NULL,
    "seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "event_producers_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "widget_statistics_project_id_span_bucket_idx" ON "widget_statistics"("project_id", "span", "bucket");

-- CreateIndex
CREATE INDEX "event_producers_seen_at_idx" ON "event_producers"("seen_at");

-- Not known to Prisma from here on.

-- Text, because Postgres calls the comparison of enums not leakproof: below a policy it uses no index for them.
ALTER TABLE "widget_statistics" ADD CONSTRAINT "widget_statistics_span"
    CHECK ("span" IN ('QUARTER', 'HOUR', 'DAY', 'MONTH'));
ALTER TABLE "asset_statistics" ADD CONSTRAINT "asset_statistics_span"
    CHECK ("span" IN ('QUARTER', 'HOUR', 'DAY', 'MONTH'));

-- Rows are updated about as often as events arrive: room for new versions on the same page, so that no index
-- changes. They have no foreign key: deleting a project would delete millions of them in its transaction.
-- Housekeeping deletes those of projects that do not exist, and no policy shows them.
ALTER TABLE "widget_statistics" SET (fillfactor = 70);
ALTER TABLE "asset_statistics" SET (fillfactor = 70);

ALTER TABLE "widget_statistics" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "asset_statistics" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "event_producers" ENABLE ROW LEVEL SECURITY;

GRANT SELECT ON "widget_statistics", "asset_statistics" TO vitrine_request;
CREATE POLICY "request" ON "widget_statistics" TO vitrine_request
    USING ("project_id" = ANY ((SELECT vitrine_projects())::uuid[]));
CREATE POLICY "request" ON "asset_statistics" TO vitrine_request
    USING ("project_id" = ANY ((SELECT vitrine_projects())::uuid[]));

GRANT SELECT, INSERT, UPDATE, DELETE ON "widget_statistics", "asset_statistics", "event_producers" TO vitrine_job;
CREATE POLICY "job" ON "widget_statistics" TO vitrine_job USING (true);
CREATE POLICY "job" ON "asset_statistics" TO vitrine_job USING (true);
CREATE POLICY "job" ON "event_producers" TO vitrine_job USING (true);

-- Which keys may record events.
GRANT SELECT ("permissions") ON "api_keys" TO vitrine_delivery;

-- As for the other columns that policies and queries both compare: see `row_level_security`.
ALTER TABLE "widget_statistics" ALTER COLUMN "project_id" SET (n_distinct = 10);
ALTER TABLE "asset_statistics" ALTER COLUMN "project_id" SET (n_distinct = 10);

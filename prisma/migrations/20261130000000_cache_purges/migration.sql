-- How far the log of changes has been purged from each cache in front of delivery. Not in "change_head", whose row every
-- commit locks. Without a row, nobody knows what the cache has kept.

CREATE TABLE "cache_purges" (
    "cache" TEXT NOT NULL,
    "log_id" TEXT NOT NULL,
    "seq" BIGINT NOT NULL,
    CONSTRAINT "cache_purges_pkey" PRIMARY KEY ("cache")
);

GRANT SELECT, INSERT, UPDATE ("log_id", "seq") ON "cache_purges" TO vitrine_management;
